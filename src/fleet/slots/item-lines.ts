import type { Slots } from '../../host/ports/slots.ts'
import type { Bases } from '../../host/runs/effects/effect-parts.ts'
import type { Database } from '../database/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { baseLine, RUNS_LINE } from '../runs/news-happening.ts'
import type { ItemRow } from '../runs/item-row.ts'
import { PgSlots, type PgSlotsParts } from './pg-slots.ts'
import type { SlotLimits } from './slot-rows.ts'

interface LineParts {
  database: Database
  jobs: Jobs
  row: ItemRow
}

interface ItemLines {
  slots: Slots
  tree: Slots
  bases: Bases
}

/** What an item shares with others, as it sees it inside its transaction. */
export function itemLines({ database, jobs, row }: LineParts): ItemLines {
  const { id, project, pool, item } = row
  const of = (line: string, groups: string[], limits: PgSlotsParts['limits']): Slots => {
    const slots = new PgSlots({
      line,
      party: project,
      groups,
      limits,
      act: (act) => act(database),
      grantedElsewhere: async (_, holder) => {
        await jobs.sendNews(database, { item: Number(holder), news: { type: 'granted', line } })
      },
    })
    // Holders are item ids, not names as on one machine: projects may use the same names.
    return {
      acquire: (claim) => slots.acquire({ ...claim, holder: String(id) }),
      release: () => slots.release(String(id)),
      admit: () => slots.admit(),
    }
  }
  const one = (line: string): Slots => of(line, [line], () => ({ [line]: 1 }))
  return {
    slots: of(RUNS_LINE, ['all', `pool:${pool}`, `project:${project}`, `kind:${item.kind}`], () =>
      readLimits(database),
    ),
    tree: OWN_TREE,
    bases: {
      of: (base) => one(baseLine(project, base)),
      release: async () => {
        for (const line of await basesOf(database, id)) await one(line).release(String(id))
      },
    },
  }
}

/** Each item works on a branch of its own: nobody else is in its tree. */
const OWN_TREE: Slots = {
  acquire: (claim) => claim.granted(),
  release: () => undefined,
  admit: () => undefined,
}

async function basesOf(database: Database, item: number): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    `select line from sdd.slots where holder = $1 and line like 'base:%'`,
    [String(item)],
  )
  return rows.map(({ line }) => line)
}

async function readLimits(database: Database): Promise<SlotLimits> {
  const { rows } = await database.query<{ name: string; at_most: number }>(
    'select name, at_most from sdd.limits',
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.at_most]))
}
