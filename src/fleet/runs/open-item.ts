import { settingsOf } from '../database/project-settings.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
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
import { PgJournal } from '../journal/pg-journal.ts'
import { itemLines, readLimits } from '../slots/item-lines.ts'
import { stepClock, waitClock } from './durable-clocks.ts'
import { FleetItems } from './fleet-items.ts'
import type { ItemRow } from './item-row.ts'
import { QueuedSteps } from './queued-steps.ts'

interface Opening {
  transaction: Transaction
  row: ItemRow
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
  /** What screens are to hear of it after the commit. */
  happened: HostEvent[]
}

/** The same owner and the same effects as on one machine: only what they act on is another. */
export async function openItem(opening: Opening): Promise<OpenedItem> {
  const { transaction, row, commits, jobs, now } = opening
  const database = transaction
  const fold = new RunFold(row.item)
  const journal = await PgJournal.open({
    database,
    item: row.id,
    feed: null,
    appended: (entries) => fold.entries(entries),
  })
  fold.entries(await journal.read(0))
  fold.raise(journal.version)
  const settings = settingsOf(row)
  const happened: HostEvent[] = []
  const events = new HostEvents()
  events.subscribe((event) => void happened.push(event))
  const replies = new Replies()
  const items = new FleetItems({ database, row, documents: await commits.load(row), settings })
  const clock = { database, jobs, item: row.id, now }
  const queue = await jobs.queueOf(row.pool)
  const performer = new EffectPerformer(
    {
      items,
      steps: new QueuedSteps({ database, jobs, row, queue }),
      ...itemLines({ database, jobs, row, limits: await readLimits(database) }),
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
  return { state: () => owner.state, send, replies, settings, moveTo, happened }
}
