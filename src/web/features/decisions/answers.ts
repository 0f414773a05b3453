import { EVERY_QUESTION, type Asked, type GivenAnswer } from '../../../contracts/asked/questions.ts'
import { itemKey, type WorkItem } from '../../../contracts/work-item.ts'
import type { Draft } from './decisions-store.ts'

export const NO_DRAFT: Draft = { option: null, text: '' }

/** The key under which the draft of an answer is kept. */
export const placeOf = (item: WorkItem, about: number, key: string): string =>
  `${itemKey(item)} ${about} ${key}`

/** The chosen option, the free text, or both. */
const answerOf = ({ option, text }: Draft): string =>
  [option ?? '', text.trim()].filter((part) => part !== '').join('\n')

/** The answers to send: one per answered question, and one for all others. */
export function answersIn(
  item: WorkItem,
  { about, questions }: Asked,
  drafts: ReadonlyMap<string, Draft>,
): GivenAnswer[] {
  const keys = questions.map(({ key }) => key)
  return [...keys, EVERY_QUESTION].flatMap((key) => {
    const text = answerOf(drafts.get(placeOf(item, about, key)) ?? NO_DRAFT)
    return text === '' ? [] : [{ key, text }]
  })
}

/** The number of questions that would stay unanswered. */
export function openIn({ questions }: Asked, answers: GivenAnswer[]): number {
  const keys = new Set(answers.map(({ key }) => key))
  if (keys.has(EVERY_QUESTION)) return 0
  return questions.filter(({ key, answer }) => answer === null && !keys.has(key)).length
}
