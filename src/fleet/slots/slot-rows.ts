import type pg from 'pg'
import type { Database } from '../database/database.ts'

/** How many of a group may hold a slot; a group that is not named has no limit. */
export type SlotLimits = Readonly<Record<string, number>>

/** One lock for all lines; whoever has it waits for nothing that another transaction may hold. */
const SLOTS_LOCK = 7_336_002

/** Shared by all who enter without a limit; a trigger makes whoever sets a limit wait for them. */
const LIMITS_LOCK = 7_336_003

export async function lockSlots(database: Database): Promise<void> {
  await database.query('select pg_advisory_xact_lock($1)', [SLOTS_LOCK])
}

/**
 * No limit can be set until the transaction ends, so a new limit counts everyone who entered
 * without one. False when a limit is just being set. Read the limits after this.
 */
export async function holdLimits(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ held: boolean }>(
    'select pg_try_advisory_xact_lock_shared($1) as held',
    [LIMITS_LOCK],
  )
  return rows[0]?.held === true
}

export interface SlotRow {
  line: string
  holder: string
  party: string
  groups: readonly string[]
}

/** Joins the line, or keeps its place; true when it holds a slot. */
export async function lineUp(
  database: Database,
  { line, holder, party, groups }: SlotRow,
  isAtWork: boolean,
): Promise<boolean> {
  const { rows } = await database.query<{ is_holding: boolean }>(
    `insert into sdd.slots (line, holder, party, groups, is_holding) values ($1, $2, $3, $4, $5)
     on conflict (line, holder) do update set is_holding = slots.is_holding or $5
     returning is_holding`,
    [line, holder, party, groups, isAtWork],
  )
  return rows[0]?.is_holding === true
}

export async function leaveLine(database: Database, line: string, holder: string): Promise<void> {
  await database.query('delete from sdd.slots where line = $1 and holder = $2', [line, holder])
}

export interface Passed {
  /** False when it waits in line: that is changed only under the lock. */
  hasPassed: boolean
  /** A limit was lifted, and someone is still waiting. */
  isAwaited: boolean
}

const IS_AWAITED = `exists (select from sdd.slots where line = $1 and not is_holding) as "isAwaited"`

/** Takes a slot without the lock. */
export async function enterLine(
  database: Database,
  { line, holder, party, groups }: SlotRow,
): Promise<Passed> {
  const { rows } = await database.query<Passed & pg.QueryResultRow>(
    `with entered as (
       insert into sdd.slots (line, holder, party, groups, is_holding)
       values ($1, $2, $3, $4, true) on conflict do nothing returning holder
     )
     select exists (select from entered) as "hasPassed", ${IS_AWAITED}`,
    [line, holder, party, groups],
  )
  return rows[0] ?? NOT_PASSED
}

/** Gives its slot back without the lock. */
export async function quitLine(database: Database, { line, holder }: SlotRow): Promise<Passed> {
  const { rows } = await database.query<Passed & pg.QueryResultRow>(
    `with gone as (
       delete from sdd.slots where line = $1 and holder = $2 and is_holding returning holder
     )
     select exists (select from gone) as "hasPassed", ${IS_AWAITED}`,
    [line, holder],
  )
  return rows[0] ?? NOT_PASSED
}

export const NOT_PASSED: Passed = { hasPassed: false, isAwaited: false }

/** Admits the parties in turn, each in its own order, while there is room; returns the admitted. */
export async function admitNext(
  database: Database,
  line: string,
  limits: SlotLimits,
): Promise<string[]> {
  const admitted: string[] = []
  for (;;) {
    const full = await fullGroups(database, line, limits)
    const { rows } = await database.query<{ holder: string }>(
      `with admitted as (
         update sdd.slots set is_holding = true where line = $1 and holder = (
           select waiting.holder
           from sdd.slots waiting left join sdd.turns using (line, party)
           where waiting.line = $1 and not is_holding and not groups && $2::text[]
           order by coalesce(served, 0), place limit 1
         ) returning holder, party
       ), turned as (
         insert into sdd.turns select $1, party, nextval('sdd.served') from admitted
         on conflict (line, party) do update set served = excluded.served
       )
       select holder from admitted`,
      [line, full],
    )
    const [next] = rows
    if (next === undefined) return admitted
    admitted.push(next.holder)
  }
}

async function fullGroups(database: Database, line: string, limits: SlotLimits): Promise<string[]> {
  if (Object.keys(limits).length === 0) return []
  const { rows } = await database.query<{ name: string; holding: number }>(
    `select unnest(groups) as name, count(*) as holding
     from sdd.slots where line = $1 and is_holding group by 1`,
    [line],
  )
  const holding = new Map(rows.map((row) => [row.name, row.holding]))
  return Object.entries(limits).flatMap(([name, limit]) =>
    (holding.get(name) ?? 0) >= limit ? [name] : [],
  )
}
