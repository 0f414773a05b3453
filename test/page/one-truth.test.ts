import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentInfo } from '../../src/contracts/launch/agent.ts'
import { bugItem, itemKey, specNamed } from '../../src/contracts/work-item.ts'
import type { SpecAction } from '../../src/contracts/views/allowed.ts'
import type { ItemRow } from '../../src/contracts/views/board.ts'
import { bulkRun } from '../../src/core/views/bulk-acts.ts'
import { needOf, needsOf, silentAgents, type Need } from '../../src/core/views/needs-you.ts'
import { phaseCells } from '../../src/core/views/phase-cells.ts'
import { standOf } from '../../src/core/views/standing.ts'
import { Simulation } from '../../src/testkit/simulation/simulation.ts'
import { countsOf, itemsOf } from '../../src/web/features/board/board-items.ts'
import { shortStatus } from '../../src/web/features/board/cell-words.ts'
import { inboxItems, type TrustItem } from '../../src/web/features/inbox/inbox-items.ts'
import { titleOfNeed, wordsOfStand } from '../../src/web/features/items/standing-words.ts'
import { en } from '../../src/web/i18n/en.ts'
import { ja } from '../../src/web/i18n/ja.ts'
import { deals, rowNow, workWell } from './random-journals.ts'

const SEQUENCES = 500
/** Only ends a hang; a busy machine may take long. */
const LONG_MS = 20 * 60_000

const silentAgent = ({ item }: ItemRow): AgentInfo =>
  ({
    agentId: 'agent_silent',
    item,
    status: 'hang',
    phase: 'impl',
    startedAt: '2026-01-01T00:00:00.000Z',
    lastOutputAt: null,
  }) as unknown as AgentInfo

/** The first action of an entry; a silent agent can be stopped. */
const firstOf = (entry: Need | TrustItem): SpecAction | undefined =>
  entry.kind === 'hang' ? { type: 'stop' } : entry.kind === 'trust' ? undefined : entry.actions[0]

/** Inbox and header show the question itself, so their action is to answer it. */
const isSameAct = (board: SpecAction | null, inbox: SpecAction | undefined): boolean =>
  board?.type === 'see-question'
    ? inbox?.type === 'answer'
    : JSON.stringify(board) === JSON.stringify(inbox)

/** Compares what the three screens show, each computed by its own functions. */
function compare(row: ItemRow, isSilent: boolean, seen: Map<string, number>): void {
  const silent = silentAgents(isSilent ? [silentAgent(row)] : [])
  const items = itemsOf([row], silent)
  const [onBoard] = items
  const entries = inboxItems(needsOf([row], silent), [])
  const header = standOf(row, needOf(row, silent.get(itemKey(row.item)) ?? null))
  if (onBoard === undefined) throw new Error('every row is on the board')
  const { stand } = onBoard
  const [entry] = entries
  const where = JSON.stringify({ run: row.run, standing: stand.standing, isSilent })
  expect(header, where).toEqual(stand)
  expect(entries.length, where).toBe(countsOf(items).needs)
  expect(entry === undefined, where).toBe(stand.need === null)
  for (const m of [en, ja]) {
    const words = wordsOfStand(m, row, stand)
    expect(words, where).not.toBe('')
    const onPhone = shortStatus(m, onBoard, phaseCells(row))
    expect(onPhone.startsWith(words), `${where} ${onPhone}`).toBe(true)
    if (entry !== undefined && entry.kind !== 'trust')
      expect(titleOfNeed(m, entry), where).toBe(words)
  }
  if (entry !== undefined)
    expect(isSameAct(row.allowed.next, firstOf(entry)), `${where} ${JSON.stringify(entry)}`).toBe(
      true,
    )
  const run = bulkRun(row)
  if (run.ok) expect(run.action, where).toEqual(row.allowed.next)
  compareCells(row, stand.standing, where)
  const name = `${stand.standing} ${entry?.kind ?? row.run.status}`
  seen.set(name, (seen.get(name) ?? 0) + 1)
}

/** The cells of the row show the same state as its words. */
function compareCells(row: ItemRow, standing: string, where: string): void {
  const states = phaseCells(row).map(({ state }) => state)
  if (states.includes('running')) expect(['running', 'needs'], where).toContain(standing)
  if (states.includes('waiting')) expect(standing, where).toBe('needs')
  if (states.includes('failed')) expect(row.run.status, where).toBe('error')
  if (standing === 'running' && row.run.phase !== null) expect(states, where).toContain('running')
}

const MUST_BE_SEEN = [
  'needs question',
  'needs hang',
  'needs agent-failed',
  'needs needs-discussion',
  'needs verdict-nogo',
  'needs interrupted',
  'needs timeout',
  'needs approval',
  'running running',
  'waiting paused',
  'waiting running',
  'idle idle',
  'done completed',
]

it(
  `U3 U5 a row, a header and an inbox entry never disagree: same state, same words, same first act, over ${SEQUENCES} random journals`,
  { timeout: LONG_MS },
  () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(
        fc.nat({ max: 8 }),
        fc.boolean(),
        fc.boolean(),
        deals,
        (...[well, isBug, autoFix, all]) => {
          const name = specNamed('alpha')
          const item = isBug ? bugItem(name.name) : name
          const world = new Simulation({ item, exclusiveTree: well % 2 === 0 })
          world.disk.plan = { autoFix }
          if (well > 0) workWell(world, well)
          compare(rowNow(world), false, seen)
          if (well > 0) workWell(world, well)
          compare(rowNow(world), false, seen)
          for (const [index, deal] of all.entries()) {
            deal(world)
            compare(rowNow(world), index % 4 === 0, seen)
          }
        },
      ),
      { numRuns: SEQUENCES },
    )
    // A case that no journal reaches would prove nothing.
    for (const name of MUST_BE_SEEN) expect(seen.get(name) ?? 0, name).toBeGreaterThan(0)
  },
)
