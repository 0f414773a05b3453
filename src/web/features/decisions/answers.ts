import { EVERY_QUESTION, type Asked, type GivenAnswer } from '../../../contracts/asked/questions.ts'
import { itemKey, type WorkItem } from '../../../contracts/work-item.ts'
import type { Draft } from './decisions-store.ts'

export const NO_DRAFT: Draft = { option: null, text: '' }

/** Where the draft of one answer is kept. */
export const placeOf = (item: WorkItem, about: number, key: string): string =>
  `${itemKey(item)} ${about} ${key}`

/** The chosen option, the user's own words, or both. */
const answerOf = ({ option, text }: Draft): string =>
  [option ?? '', text.trim()].filter((part) => part !== '').join('\n')

/** What would be sent: an answer to each question that has one, and one for all others. */
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

/** Questions that would be left without an answer. */
export function openIn({ questions }: Asked, answers: GivenAnswer[]): number {
  const keys = new Set(answers.map(({ key }) => key))
  if (keys.has(EVERY_QUESTION)) return 0
  return questions.filter(({ key, answer }) => answer === null && !keys.has(key)).length
}
