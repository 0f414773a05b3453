import { create } from 'zustand'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { ProjectId } from '../../../contracts/ids.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { asUsable } from '../workers/in-fleet.ts'
import { rowsInSight, rowsPainted } from './first-screen.ts'

export type Rows = ReadonlyMap<ItemKey, ItemRow>

interface RowsState {
  project: ProjectId | null
  isLoaded: boolean
  rows: Rows
  /** Resolves to why it failed, or null. */
  load(project: ProjectId): Promise<Refusal | null>
  /** A restarted host counts versions from zero, so anything it sends must count as newer. */
  outdate(): void
  put(rows: ItemRow[]): void
  drop(item: WorkItem): void
}

/** Every row of the project on screen, as the host last sent it. */
export const useRows = create<RowsState>()((set, get) => ({
  project: null,
  isLoaded: false,
  rows: new Map(),
  async load(project) {
    if (get().project !== project) set({ project, isLoaded: false, rows: new Map() })
    const problem = get().isLoaded ? null : await fillScreen(project)
    return problem ?? fill(project, {})
  },
  outdate: () =>
    set(({ rows }) => ({
      rows: new Map(Array.from(rows, ([key, row]) => [key, { ...row, version: 0 }])),
    })),
  put(rows) {
    const all = new Map(get().rows)
    for (const row of rows) all.set(itemKey(row.item), newer(all, asUsable(row)))
    set({ rows: all })
  },
  drop(item) {
    const rest = new Map(get().rows)
    rest.delete(itemKey(item))
    set({ rows: rest })
  },
}))

/** Shows the first rows before requesting the rest of possibly a thousand. */
async function fillScreen(project: ProjectId): Promise<Refusal | null> {
  const problem = await fill(project, { first: rowsInSight() })
  if (problem === null) await rowsPainted()
  return problem
}

async function fill(project: ProjectId, wanted: { first?: number }): Promise<Refusal | null> {
  const reply = await callProject(project, 'board', wanted)
  const kept = useRows.getState()
  if (!reply.ok) return reply.error
  if (kept.project !== project) return null
  // News may have overtaken the reply: keep the newer version of each row.
  const rows = new Map(
    reply.value.rows.map((row) => [itemKey(row.item), newer(kept.rows, asUsable(row))] as const),
  )
  useRows.setState({ isLoaded: true, rows })
  return null
}

export const useRow = (item: WorkItem): ItemRow | null =>
  useRows(({ rows }) => rows.get(itemKey(item)) ?? null)

/** Keeps the item object while its row changes: effects compare it by identity. */
function newer(known: Rows, row: ItemRow): ItemRow {
  const before = known.get(itemKey(row.item))
  if (before === undefined) return row
  if (before.version > row.version) return before
  return { ...row, item: before.item }
}

const listed = new WeakMap<Rows, ItemRow[]>()

/** The rows as an array, cached per state of the map. */
export function rowList(rows: Rows): ItemRow[] {
  const known = listed.get(rows)
  if (known !== undefined) return known
  const list = [...rows.values()]
  listed.set(rows, list)
  return list
}
