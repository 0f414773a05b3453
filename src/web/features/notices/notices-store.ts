import { itemKey, type WorkItem } from '../../../contracts/work-item.ts'
import { create } from 'zustand'
import type { JournalEntry, Level } from '../../../contracts/journal.ts'
import type { Notification } from '../../../contracts/views/notification.ts'
import { levelOf } from '../../../core/journal/entry-table.ts'
import type { Refusal } from '../../app/live.ts'
import type { BulkResult } from '../board/bulk/bulk-acts.ts'
import { useTrust } from '../inbox/trust-store.ts'

/** What happened, as data; worded in the current language when shown. */
type NoticeAbout =
  | { kind: 'entry'; item: WorkItem; entry: JournalEntry }
  | { kind: 'refusal'; item: WorkItem | null; refusal: Refusal }
  /** A notification could not be sent. */
  | { kind: 'unsent'; item: WorkItem; detail: string }
  /** The run could no longer be recorded or decided. */
  | { kind: 'breakdown'; item: WorkItem; isJournal: boolean; detail: string }
  /** The result of a bulk action. */
  | { kind: 'bulk'; item: null; result: BulkResult }

export interface Notice {
  id: string
  level: Level
  at: string
  about: NoticeAbout
}

interface NoticesState {
  /** Newest first. */
  notices: Notice[]
  unread: number
  push(notice: Notice): void
  readAll(): void
  clear(): void
}

const KEPT = 200

export const useNotices = create<NoticesState>()((set) => ({
  notices: [],
  unread: 0,
  push: (notice) =>
    set(({ notices, unread }) =>
      notices.some(({ id }) => id === notice.id)
        ? {}
        : { notices: [notice, ...notices].slice(0, KEPT), unread: unread + 1 },
    ),
  readAll: () => set({ unread: 0 }),
  clear: () => set({ notices: [], unread: 0 }),
}))

export const noticeOfEntry = (item: WorkItem, entry: JournalEntry): Notice => ({
  id: `${itemKey(item)}:${entry.seq}`,
  level: levelOf(entry),
  at: entry.time,
  about: { kind: 'entry', item, entry },
})

export const noticeOfUnsent = ({ item, message, time, seq }: Notification): Notice => ({
  id: `unsent:${itemKey(item)}:${seq}:${message}`,
  level: 'warning',
  at: time,
  about: { kind: 'unsent', item, detail: message },
})

/** These have no journal entry, because the journal could not be written. */
export const isBreakdown = ({ kind }: Notification): boolean =>
  kind === 'journal.failed' || kind === 'host.failed'

export const noticeOfBreakdown = (notification: Notification): Notice => {
  const { item, kind, message, detail = message, time, seq } = notification
  return {
    id: `${kind}:${itemKey(item)}:${seq}:${time}`,
    level: 'error',
    at: time,
    about: { kind: 'breakdown', item, isJournal: kind === 'journal.failed', detail },
  }
}

let refusals = 0
let acts = 0

/** Reports how many rows succeeded, and why others did not. */
export function showBulkResult(result: BulkResult): void {
  acts++
  useNotices.getState().push({
    id: `bulk:${acts}`,
    level: result.refused.length === 0 ? 'info' : 'error',
    at: new Date().toISOString(),
    about: { kind: 'bulk', item: null, result },
  })
}

/** Shows why the host did not do what was asked. */
export function showRefusal(refusal: Refusal, item: WorkItem | null = null): void {
  refusals++
  if (refusal.code === 'NOT_TRUSTED') void useTrust.getState().load()
  useNotices.getState().push({
    id: `refusal:${refusals}`,
    level: 'error',
    at: new Date().toISOString(),
    about: { kind: 'refusal', item, refusal },
  })
}
