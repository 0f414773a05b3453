import type { OpenQuestion } from '../../contracts/questions.ts'

/** The issues of a review reply that only a person can decide. */
export function readDiscussion(_text: string): OpenQuestion[] {
  return []
}
