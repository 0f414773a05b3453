import { settingsOf } from '../database/project-settings.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { DecideEvent } from '../../core/decide/events.ts'
import type { Settings } from '../../host/config/settings.ts'
import { HostEvents } from '../../host/host-events.ts'
import { RunFold } from '../../host/journal/run-fold.ts'
import { EffectPerformer } from '../../host/runs/effect-performer.ts'
import { SpecOwner } from '../../host/runs/owner.ts'
import { Replies } from '../../host/runs/replies.ts'
import type { Transaction } from '../database/transaction.ts'
import type { CommitDocuments } from '../git/commit-documents.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { HeldJournal } from '../journal/held-journal.ts'
import type { ReadOn } from '../journal/journal-rows.ts'
import { itemLines } from '../slots/item-lines.ts'
import { stepClock, waitClock } from './durable-clocks.ts'
import { FleetItems } from './fleet-items.ts'
import type { LockedRow } from './item-row.ts'
import { ItemWrites } from './item-writes.ts'
import type { KnownRun } from './known-run.ts'
import { QueuedSteps } from './queued-steps.ts'

interface Opening {
  transaction: Transaction
  row: LockedRow
  /** What was known of it before its row was locked. */
  known: KnownRun | null
  read: ReadOn
  commits: CommitDocuments
  jobs: Jobs
  now: () => Date
}

/** An item whose owner lives as long as the transaction. */
export interface OpenedItem {
  state: () => AutoExecutionState
  /** Decides, and carries out whatever follows, inside the transaction. */
  send: (event: DecideEvent) => Promise<void>
  replies: Replies
  settings: Settings
  /** The item's branch is at another commit now. */
  moveTo: (head: string) => Promise<void>
  /** The commits of the item's own refs, as its worker has pushed them. */
  keepRefs: (refs: string) => void
  /** What screens are told after the commit. */
  happened: HostEvent[]
  /** Steps started after that attempt are given to workers only after a delay. */
  holdBack: (attempt: number) => void
  /** Agents that this transaction queued for a worker. */
  queued: Set<string>
  /** Sends all writes; returns what to keep in memory after the commit. */
  written: () => KnownRun
}

/** The same owner and effects as on one machine; only what they act on is different. */
export async function openItem(opening: Opening): Promise<OpenedItem> {
  const { transaction, row, commits, jobs, now } = opening
  const database = transaction
  const fold = foldOf(opening)
  const { given } = row
  const { standing } = opening.read
  const writes = new ItemWrites(transaction, row.id, given)
  const journal = new HeldJournal({
    writes,
    end: { standing, given },
    appended: (entries) => fold.entries(entries),
  })
  fold.raise(given)
  const settings = knownSettings(opening)
  const happened: HostEvent[] = []
  const events = new HostEvents()
  events.subscribe((event) => void happened.push(event))
  const replies = new Replies()
  const record = recordOf(opening)
  const documents = await commits.load(row)
  const items = new FleetItems({ writes, row, record, documents, settings })
  const clock = { database, item: row.id, now }
  const queue = await jobs.queueOf(row.pool)
  const steps = new QueuedSteps({ database, jobs, row, queue })
  const performer = new EffectPerformer(
    {
      items,
      steps,
      ...itemLines({ database: transaction.beside, jobs, row }),
      timers: stepClock(clock),
      waits: waitClock(clock, () => fold.state.runId),
      replies,
      settings,
      events,
      now: () => now().toISOString(),
    },
    () => undefined,
  )
  const owner = new SpecOwner(fold, journal, performer)
  const send = async (event: DecideEvent): Promise<void> => {
    owner.send(event)
    await owner.drain()
  }
  const moveTo = async (head: string): Promise<void> =>
    items.moveTo(head, await commits.load({ ...row, head }))
  const written = (): KnownRun => {
    const kept = items.keep()
    writes.flush()
    return { row, record: kept, fold, end: journal.end, settings }
  }
  const { queued } = steps
  const state = (): AutoExecutionState => owner.state
  const holdBack = (attempt: number): void => steps.holdBack(attempt)
  const keepRefs = (refs: string): void => writes.refs(refs)
  return { state, send, replies, settings, moveTo, keepRefs, happened, holdBack, queued, written }
}

function foldOf({ row, known, read }: Opening): RunFold {
  const fold = read.isCut || known === null ? new RunFold(row.item) : known.fold
  fold.entries(read.entries)
  return fold
}

const recordOf = ({ row, known }: Opening): SpecJson =>
  known?.row.record === row.record ? known.record : (JSON.parse(row.record) as SpecJson)

const knownSettings = ({ row, known }: Opening): Settings =>
  known?.row.settings === row.settings && known.row.base === row.base
    ? known.settings
    : settingsOf(row)
