import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'
import { definitionOf, phasesOf, workflowOf } from '../workflow/workflows.ts'
import { applyEntry } from '../spec/apply-entry.ts'
import { guardedPart } from '../spec/guarded.ts'

type Changes = Partial<AutoExecutionState>
type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

/** What spec.json must contain after an entry, from an agent's launch until its end is judged. */
export function guardedAfter(
  before: AutoExecutionState,
  entry: JournalEntry,
  after: AutoExecutionState,
): SpecJson | null {
  if (entry.type === 'step.started')
    return entry.atLaunch ? guardedPart(applyEntry(entry.atLaunch.spec, entry)) : null
  if (before.guarded === null || isJudged(before, entry, after)) return null
  const guarded = applyEntry(before.guarded, entry)
  return guarded === before.guarded ? guarded : guardedPart(guarded)
}

/** The decision behind the entry read the disk after the agent's end, and restored spec.json. */
function isJudged(
  before: AutoExecutionState,
  entry: JournalEntry,
  after: AutoExecutionState,
): boolean {
  const hasEnded = !isLive(after)
  const { type } = entry
  if (type === 'run.started' || type === 'run.resumed' || type === 'run.waiting') return true
  if (type === 'run.paused' || type === 'run.failed')
    return !mayStillWrite(before, entry.reason) && !UNJUDGED.has(entry.reason)
  if (type === 'run.completed') return !mayStillWrite(before, entry.reason)
  if (type === 'spec.restored') return hasEnded
  if (type === 'agent.ended')
    return hasEnded && entry.agentId === before.step?.agentId && entry.judged === true
  return after.step?.stage === 'settled'
}

/** Ends of a run that come without a look at the disk, or whatever it shows. */
const UNJUDGED = new Set([
  'user',
  'timeout',
  'interrupted',
  'unreadable-state',
  'unreadable-spec',
  'agent-missing',
  'host-failed',
])

/** A recalled agent is judged before its step is launched again, unless the host crashed. */
function mayStillWrite({ step }: AutoExecutionState, reason: string): boolean {
  if (step?.stage === 'recalled') return reason === 'crash-loop'
  return step?.stage === 'launching' || step?.stage === 'running'
}

export function strayed(state: AutoExecutionState, entry: Entry<'documents.strayed'>): Changes {
  const again = entry.ticked
    ? phasesOf(workflowOf(state)).filter((phase) => definitionOf(phase).ticksTasks)
    : []
  return {
    strays: { ...state.strays, ...entry.documents },
    redo: [...new Set([...state.redo, ...again])],
  }
}

/** No longer a stray: the phase's own agent wrote it, or it was approved as it is. */
export function accepted(
  state: AutoExecutionState,
  { phase }: Entry<'phase.completed' | 'approval.granted'>,
): Changes {
  const { [definitionOf(phase).document?.file ?? '']: _accepted, ...strays } = state.strays
  return { strays }
}
