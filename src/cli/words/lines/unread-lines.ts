import type { UnreadFolder } from '../../../contracts/views/status.ts'
import { oneLine } from '../safe-text.ts'

const WHY: Readonly<Record<UnreadFolder['why'], string>> = {
  empty: 'empty',
  'no-documents': 'no spec documents in it',
  name: 'a name that cannot be used',
  link: 'a link',
  unreadable: 'you have no permission to read it',
}

const MAX_SHOWN = 10

/** Folders that are not shown as items, and why. */
export function unreadLines(unread: readonly UnreadFolder[]): string[] {
  if (unread.length === 0) return []
  const shown = unread
    .slice(0, MAX_SHOWN)
    .map(({ folder, why }) => `  ${oneLine(folder)}: ${WHY[why]}`)
  const rest = unread.length - shown.length
  return [
    '',
    unread.length === 1 ? '1 folder is not a spec:' : `${unread.length} folders are not specs:`,
    ...shown,
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
  ]
}
