import { itemKey, type ItemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { create } from 'zustand'
import type { ProjectId } from '../../../../contracts/ids.ts'
import type { JournalEntry } from '../../../../contracts/journal.ts'
import type { OlderEvent } from '../../../../contracts/views/older-events.ts'
import { callProject } from '../../../app/live.ts'

interface Page {
  /** Newest first, without gaps. */
  entries: JournalEntry[]
  hasMore: boolean
  /** Events left by the older tool, shown after the last entry. */
  older?: OlderEvent[]
}

interface JournalState {
  project: ProjectId | null
  pages: ReadonlyMap<ItemKey, Page>
  reset(project: ProjectId): void
  load(item: WorkItem): Promise<void>
  loadMore(item: WorkItem): Promise<void>
  add(item: WorkItem, entry: JournalEntry): void
}

const PAGE = 200

/** Everything requested, answered or not, so that it is requested again after a reconnect. */
const wanted = new Map<ItemKey, WorkItem>()

/** The journals that some view shows. */
export const useJournal = create<JournalState>()((set, get) => ({
  project: null,
  pages: new Map(),
  reset(project) {
    if (get().project !== project) wanted.clear()
    set({ project, pages: new Map() })
    for (const item of wanted.values()) void get().load(item)
  },
  async load(item) {
    wanted.set(itemKey(item), item)
    const page = await fetchPage(get().project, item, null)
    if (page === null) return
    const early = get().pages.get(itemKey(item))?.entries ?? []
    put(set, item, { ...page, entries: joined(early, page.entries) })
  },
  async loadMore(item) {
    const known = get().pages.get(itemKey(item))
    const last = known?.entries.at(-1)
    if (known === undefined || last === undefined || !known.hasMore) return
    const page = await fetchPage(get().project, item, last.seq)
    if (page === null) return
    const now = get().pages.get(itemKey(item))?.entries ?? known.entries
    put(set, item, { ...page, entries: joined(now, page.entries) })
  },
  add(item, entry) {
    const known = get().pages.get(itemKey(item))
    if (known === undefined) return
    put(set, item, { ...known, entries: joined([entry], known.entries) })
  },
}))

async function fetchPage(
  project: ProjectId | null,
  item: WorkItem,
  before: number | null,
): Promise<Page | null> {
  if (project === null) return null
  const input = { item, before, limit: PAGE }
  const reply = await callProject(project, 'journal', input)
  return reply.ok && useJournal.getState().project === project ? reply.value : null
}

type Set = (change: (state: JournalState) => Partial<JournalState>) => void

function put(set: Set, item: WorkItem, page: Page): void {
  set(({ pages }) => ({ pages: new Map(pages).set(itemKey(item), page) }))
}

/** News and replies may overtake each other: each entry counts once, newest first. */
function joined(some: JournalEntry[], others: JournalEntry[]): JournalEntry[] {
  const bySeq = new Map([...others, ...some].map((entry) => [entry.seq, entry]))
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq)
}
