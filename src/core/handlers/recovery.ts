import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { isTimed } from '../state/passing.ts'
import { adopts, MOST_RECOVERIES, MOST_RESTARTS, NO_RECOVERY } from '../state/recovered.ts'
import { hostKeyOf } from '../decide/host-step.ts'
import { phaseInCheckout } from '../decide/launch/working-tree.ts'
import { auditAgent } from '../decide/audit.ts'
import type { Draft } from '../decide/draft.ts'
import type { Command } from '../../contracts/commands.ts'
import type { Happening, JournalOpening } from '../decide/events.ts'
import { announce, keyOf, pause, settle } from '../decide/finish.ts'
import { isAgentOpen, stopActive } from './begin.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'
import { continueRun } from './continue-run.ts'

/** A run whose host crashed continues from what the files say. */
export function handleRecover(draft: Draft, command: Extract<Command, { type: 'recover' }>): void {
  const { state } = draft
  const { runId, item, status } = state
  if (!isLive(state) || runId === null)
    return draft.refuse(command.commandId, { code: 'NOTHING_TO_RESUME', item, status })
  const done = draft.knownFacts.tasks.ok ? draft.knownFacts.tasks.counts.done : 0
  const { recoveries, restarts } = countedWith(state, done)
  announce(draft, draft.emit({ type: 'run.recovered', runId, recoveries, restarts, done }))
  if (isAtWork(state) && (restarts >= MOST_RESTARTS || recoveries >= MOST_RECOVERIES)) {
    stopActive(draft)
    auditEnded(draft)
    pause(draft, {
      reason: 'crash-loop',
      detail: `the host crashed ${recoveries} times without progress; resume to try again`,
    })
  } else {
    continueRecovered(draft)
  }
  draft.accept(command.commandId, { runId, phase: state.phase })
}

/**
 * The counts with this recovery. A run that only waits has no work that could have brought the host
 * down. Whether a step has to be started again is known once it was looked for (`heardOf`), or now
 * if there is none to look for: then the host died over its own work.
 */
function countedWith(state: AutoExecutionState, done: number) {
  const { recoveries, restarts } = done > state.doneAtRecovery ? NO_RECOVERY : state
  if (!isAtWork(state)) return { recoveries, restarts }
  return { recoveries: recoveries + 1, restarts: adopts(state) ? restarts : restarts + 1 }
}

/** The run was stopped, but its host crashed before what was running had ended. */
export const isFenced = (state: AutoExecutionState): boolean =>
  !isLive(state) && (isAgentOpen(state) || state.hostStep !== null)

/**
 * Runs of one crashed host are recovered in this order: those whose agent only has to be ended, the
 * one with the working tree, those with a slot, the rest. A run that waited would otherwise be
 * given what another run's agent still uses.
 */
export function recoveryRank(state: AutoExecutionState): number {
  if (isFenced(state)) return -1
  if (!isAtWork(state)) return 2
  return phaseInCheckout(state) !== null ? 0 : 1
}

/** The run has a slot, and does not wait for anything but an answer to its agent. */
const isAtWork = ({ status, waitingFor }: AutoExecutionState): boolean =>
  status === 'running' && (waitingFor === null || waitingFor === 'answer')

/** The run works in the user's checkout, or its work there is not finished. */
export const hasTree = (state: AutoExecutionState): boolean =>
  isAtWork(state) && phaseInCheckout(state) !== null

function continueRecovered(draft: Draft): void {
  const { step, status, waitingFor, waitingUntil, runId, steps } = draft.state
  if (runId === null) return
  if (isTimed(waitingFor))
    return draft.effect({ type: 'arm-wait', runId, until: waitingUntil ?? draft.at })
  if (status === 'queued') return draft.effect({ type: 'acquire-slot', runId, atOnce: false })
  draft.effect({ type: 'acquire-slot', runId, atOnce: true })
  if (waitingFor !== null) {
    const { phase } = draft.state
    if (phase === null) throw new Error('a run that waits for the tree is in a phase')
    return draft.effect({ type: 'acquire-tree', runId, phase, atOnce: false })
  }
  const { hostStep, phases } = draft.state
  const base = phases.deploy.queued?.base ?? null
  if (base !== null && phases.deploy.isHeld)
    draft.effect({ type: 'acquire-base', runId, base, atOnce: true })
  const held = phaseInCheckout(draft.state)
  if (held !== null) draft.effect({ type: 'acquire-tree', runId, phase: held, atOnce: true })
  if (hostStep !== null) {
    const { work } = hostStep
    if (work.kind === 'check')
      draft.effect({ type: 'arm-timer', key: hostKeyOf(draft.state), afterMs: work.timeoutMs })
    return draft.effect({ type: 'adopt', key: hostKeyOf(draft.state) })
  }
  if (base !== null && !phases.deploy.isHeld)
    return draft.effect({ type: 'acquire-base', runId, base, atOnce: false })
  if (steps > 0 && (step?.stage === 'launching' || step?.stage === 'running')) {
    draft.effect({ type: 'arm-timer', key: keyOf(draft.state), phase: step.phase })
    return draft.effect({ type: 'adopt', key: keyOf(draft.state) })
  }
  if (steps > 0 && step?.stage === 'recalled')
    draft.effect({ type: 'stop-agent', key: keyOf(draft.state) })
  continueRun(draft)
}

/** Audits an agent whose end is already in the journal: no other end will arrive. */
function auditEnded(draft: Draft): void {
  const stage = draft.state.step?.stage
  if (stage === 'ended' || stage === 'lost' || stage === 'failed') auditAgent(draft)
}

/** A journal that came with a clone, a checkout or a stash never starts anything by itself. */
export function handleJournalOpened(draft: Draft, opening: JournalOpening): void {
  const { tornBytes, rewoundFrom, damaged, known, changed } = opening
  const found = draft.state.lastSeq
  if (tornBytes > 0) draft.emit({ type: 'journal.repaired', dropped: tornBytes })
  if (rewoundFrom !== null || changed !== null) {
    const restored = changed === 'put-back' ? { restored: true as const } : {}
    draft.emit({ type: 'journal.rewound', known: rewoundFrom ?? found, found, ...restored })
  }
  const isSound = known && !damaged && rewoundFrom === null && changed === null
  if (!isLive(draft.state) || isSound) return
  const { phase } = draft.state
  draft.emit({
    type: 'run.paused',
    reason: damaged || changed !== null ? 'unreadable-state' : 'interrupted',
    phase,
    detail: damaged
      ? 'the event log has a line that cannot be read; check the documents, then resume'
      : changed !== null
        ? CHANGED
        : 'the run was not started in this checkout; resume to continue here',
  })
  settle(draft)
}

const CHANGED =
  'the event log was deleted or changed during the run; check the documents, then resume'

/** What the run did can no longer be proved: the user must check before it continues. */
export function handleJournalLost(
  draft: Draft,
  { known, found, isPutBack }: Extract<Happening, { type: 'journal.lost' }>,
): void {
  const restored = isPutBack ? { restored: true as const } : {}
  draft.emit({ type: 'journal.rewound', known, found, ...restored })
  if (!isLive(draft.state)) return
  const { phase } = draft.state
  const was = draft.state
  const entry = draft.emit({
    type: 'run.paused',
    reason: 'unreadable-state',
    phase,
    detail: CHANGED,
  })
  stopActive(draft, was)
  announce(draft, entry)
  settle(draft)
}
