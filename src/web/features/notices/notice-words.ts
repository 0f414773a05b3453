import type { Messages } from '../../i18n/messages.ts'
import { wordsOfEntry, wordsOfRefusal } from '../../i18n/words.ts'
import { wordsOfBulk } from '../board/bulk/bulk-words.ts'
import type { Notice } from './notices-store.ts'

export function wordsOfNotice(m: Messages, { about }: Notice): string {
  switch (about.kind) {
    case 'entry':
      return wordsOfEntry(m, about.entry)
    case 'refusal':
      return wordsOfRefusal(m, about.refusal)
    case 'breakdown':
      return m.notices.breakdown(about.isJournal, about.detail)
    case 'unsent':
      return m.notices.unsent(about.detail)
    case 'bulk':
      return wordsOfBulk(m, about.result)
    default:
      return about satisfies never
  }
}
