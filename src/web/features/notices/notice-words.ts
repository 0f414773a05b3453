import type { Messages } from '../../i18n/messages.ts'
import { wordsOfEntry, wordsOfRefusal } from '../../i18n/words.ts'
import type { Notice } from './notices-store.ts'

export const wordsOfNotice = (m: Messages, { about }: Notice): string =>
  about.kind === 'entry' ? wordsOfEntry(m, about.entry) : wordsOfRefusal(m, about.refusal)
