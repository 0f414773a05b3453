import type { Messages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import type { BulkRefusal, BulkResult } from './bulk-acts.ts'

/** Nobody reads more names than this in a toast. */
const MOST = 8

/** "3 started, 1 refused: login (it is running)" */
export function wordsOfBulk(m: Messages, { kind, done, refused }: BulkResult): string {
  const { many } = m
  const began = done === 0 && refused.length > 0 ? [] : [many.done[kind](done)]
  if (refused.length === 0) return began.join('')
  const names = refused.slice(0, MOST).map((one) => refusalWords(m, one))
  if (refused.length > MOST) names.push(many.others(refused.length - MOST))
  return many.result([...began, many.refused(refused.length)], names)
}

const refusalWords = (m: Messages, { item, why }: BulkRefusal): string =>
  m.many.refusal(item.name, typeof why === 'string' ? m.many.why[why] : wordsOfRefusal(m, why))
