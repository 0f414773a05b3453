import type { WorkItem } from '../../contracts/work-item.ts'
import { hostKeyOf } from '../../core/decide/host-step.ts'
import { isAgentOpen } from '../../core/handlers/begin.ts'
import { isLive } from '../../core/workflow/rules/allowed-acts.ts'
import { keyOf } from '../../core/decide/finish.ts'
import type { LocalItems } from '../items/local-items.ts'
import type { FileJournals, OpenedJournal } from '../journal/file-journals.ts'
import type { StepRunner } from '../ports/step-runner.ts'
import { SpecOwner, type Performer } from './owner.ts'

export interface OpenedOwner {
  owner: SpecOwner
  /** The journal says it is running, but nobody drives it: its host crashed. */
  orphaned: boolean
}

export interface OwnerParts {
  journals: FileJournals
  items: LocalItems
  steps: StepRunner
  performer: Performer
}

type Opening = OwnerParts & { item: WorkItem }

/** Rebuilds the owner of a spec from its journal. */
export async function openOwner(opening: Opening): Promise<OpenedOwner> {
  const { item, items, journals, performer } = opening
  items.refuseLinks(item)
  items.restoreMissing(item)
  const opened = await journals.open(item, { putsBack: items.isAtWork })
  const owner = new SpecOwner(opened.fold, opened.journal, performer)
  try {
    await inspectJournal(opening, owner, opened)
    await stopFenced(opening, owner)
  } catch (error) {
    // Nobody else has this writer, and as long as it is open no other one can write.
    opened.journal.close()
    throw error
  }
  return { owner, orphaned: isLive(owner.state) }
}

async function inspectJournal(
  { item, items, steps, performer }: Opening,
  owner: SpecOwner,
  { journal, fold, lost, isPutBack, isAdded }: OpenedJournal,
): Promise<void> {
  const mark = items.markOf(item)
  const { runId, lastSeq } = owner.state
  const rewoundFrom = lost ?? (mark !== null && mark.seq > lastSeq ? mark.seq : null)
  const known = mark !== null && mark.runId === runId && !fold.isForeign
  const damaged = fold.isSessionDamaged
  const { tornBytes } = journal
  const changed = isPutBack ? 'put-back' : isAdded ? 'added' : null
  const isWhole = tornBytes === 0 && rewoundFrom === null && changed === null
  if (isWhole && ((known && !damaged) || !isLive(owner.state))) return
  await journal.repair()
  if (rewoundFrom !== null || changed !== null) {
    // Steps that the journal lost would work on the documents along with the next one.
    await steps.stopAll(item)
    items.unmark(item)
  }
  const checked = { tornBytes, rewoundFrom, damaged, known, changed } as const
  owner.send({ type: 'journal.opened', at: performer.now(), opening: checked })
  await owner.drain()
}

/** A host may have crashed between fencing a step and ending its agent. */
async function stopFenced({ performer }: Opening, owner: SpecOwner): Promise<void> {
  const { state } = owner
  if (isLive(state)) return
  if (isAgentOpen(state)) await performer.perform(owner, { type: 'stop-agent', key: keyOf(state) })
  if (state.hostStep !== null)
    await performer.perform(owner, { type: 'stop-agent', key: hostKeyOf(state) })
  await owner.drain()
}
