import { create } from 'zustand'
import type { FeatureName, ProjectId } from '../../../../contracts/ids.ts'
import type { JournalEntry } from '../../../../contracts/journal.ts'
import { callProject } from '../../../app/live.ts'

interface Page {
  /** Newest first, without gaps. */
  entries: JournalEntry[]
  hasMore: boolean
}

interface JournalState {
  project: ProjectId | null
  pages: ReadonlyMap<string, Page>
  reset(project: ProjectId): void
  load(feature: string): Promise<void>
  loadMore(feature: string): Promise<void>
  add(feature: string, entry: JournalEntry): void
}

const PAGE = 200

/** Asked for and perhaps not answered: with a lost connection also those are asked for again. */
const wanted = new Set<string>()

/** The event logs that some view shows. */
export const useJournal = create<JournalState>()((set, get) => ({
  project: null,
  pages: new Map(),
  reset(project) {
    if (get().project !== project) wanted.clear()
    set({ project, pages: new Map() })
    for (const feature of wanted) void get().load(feature)
  },
  async load(feature) {
    wanted.add(feature)
    const page = await fetchPage(get().project, feature, null)
    if (page === null) return
    const early = get().pages.get(feature)?.entries ?? []
    put(set, feature, { ...page, entries: joined(early, page.entries) })
  },
  async loadMore(feature) {
    const known = get().pages.get(feature)
    const last = known?.entries.at(-1)
    if (known === undefined || last === undefined || !known.hasMore) return
    const page = await fetchPage(get().project, feature, last.seq)
    if (page === null) return
    const now = get().pages.get(feature)?.entries ?? known.entries
    put(set, feature, { ...page, entries: joined(now, page.entries) })
  },
  add(feature, entry) {
    const known = get().pages.get(feature)
    if (known === undefined) return
    put(set, feature, { ...known, entries: joined([entry], known.entries) })
  },
}))

async function fetchPage(
  project: ProjectId | null,
  feature: string,
  before: number | null,
): Promise<Page | null> {
  if (project === null) return null
  const input = { feature: feature as FeatureName, before, limit: PAGE }
  const reply = await callProject(project, 'journal', input)
  return reply.ok && useJournal.getState().project === project ? reply.value : null
}

type Set = (change: (state: JournalState) => Partial<JournalState>) => void

function put(set: Set, feature: string, page: Page): void {
  set(({ pages }) => ({ pages: new Map(pages).set(feature, page) }))
}

/** News and replies may overtake each other: an entry counts once, and the newest comes first. */
function joined(some: JournalEntry[], others: JournalEntry[]): JournalEntry[] {
  const bySeq = new Map([...others, ...some].map((entry) => [entry.seq, entry]))
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq)
}
