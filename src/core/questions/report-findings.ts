import type { OpenQuestion } from '../../contracts/questions.ts'

/** What a report that says no has found. */
export function readFindings(_text: string): OpenQuestion[] {
  return []
}
