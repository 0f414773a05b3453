import type { Phase } from '../../contracts/phases.ts'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { NO_FLAGS } from '../../contracts/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { advance, startPhase, asksForTree, type Grants } from '../decide/advance.ts'
import { auditAgent } from '../decide/audit.ts'
import type { Draft } from '../decide/draft.ts'
import type { Command } from '../decide/events.ts'
import type { Facts } from '../decide/facts.ts'
import { replyFile } from '../decide/facts.ts'
import { complete } from '../decide/finish.ts'
import { launchStep } from '../decide/launch-step.ts'
import { documentsBefore } from '../workflow/next-phase.ts'
import { requiredTasksDone } from '../workflow/task-progress.ts'
import { startReviewRound } from '../workflow/review-rounds.ts'
import { completedRounds } from '../spec/normalise.ts'
import { cannotLaunch, given, grantedRounds, keptReruns, refusedAtOnce } from './begin.ts'
import { tellUnheldBudget } from '../decide/unheld-budget.ts'

type RunPhase = Extract<Command, { type: 'run-phase' }>

/** What a phase needs before a person may run it by hand. */
export function validatePreconditions(
  phase: Phase,
  facts: Facts,
  state: Pick<AutoExecutionState, 'vanished'> = { vanished: null },
): Precondition[] {
  const missing: Precondition[] = documentsBefore(phase)
    .filter((document) => !facts.spec.approvals[document].approved)
    .map((document) => ({ phase: document, needs: 'approved' }))
  if (phase === 'inspection' && !requiredTasksDone(state, facts))
    missing.push({ phase: 'impl', needs: 'tasks-done' })
  return missing
}

/** One phase by hand: NOGO does not matter, nothing is approved, nothing loops. */
export function handleRunPhase(draft: Draft, command: RunPhase): void {
  const refusal = refusedAtOnce(draft.state) ?? refused(draft, command)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const { runId, phase, fix } = command
  const flags = { ...NO_FLAGS, ...given(command) }
  auditAgent(draft)
  draft.emit({
    type: 'run.started',
    runId,
    phase,
    ...flags,
    roundLimit: grantedRounds(draft),
    implReruns: keptReruns(draft, command),
    mode: 'manual',
    replyMode: fix ? 'fix' : 'reply',
  })
  tellUnheldBudget(draft, phase, flags.agent)
  draft.effect({ type: 'acquire-slot', runId, atOnce: false })
  draft.accept(command.commandId, { runId, phase })
}

/** A manual run that has its slot: exactly the phase the person named. */
export function launchManualPhase(draft: Draft, grants: Grants): void {
  const { phase, replyMode } = draft.state
  if (phase === null) throw new Error('a manual run names its phase')
  if (asksForTree(draft, phase, grants)) return
  if (replyMode !== 'fix') return startPhase(draft, phase)
  draft.emit({ type: 'phase.started', phase })
  const round = completedRounds(draft.knownFacts.spec)
  launchStep(draft, { phase: 'document-review-reply', round, mode: 'fix' })
}

/** Its host died between two of its acts. It ends with its phase: no later one is ever looked for. */
export function continueManualPhase(draft: Draft): void {
  const { steps, openRound, conclusion, phase } = draft.state
  if (steps === 0) return launchManualPhase(draft, { tree: false })
  if (openRound !== null) return startReviewRound(draft)
  if (conclusion?.kind === 'inspection-nogo') return advance(draft)
  complete(draft, 'done', phase)
}

function refused(draft: Draft, command: RunPhase): Rejection | null {
  const { phase, fix } = command
  const { feature } = draft.state
  const facts = draft.knownFacts
  if (phase === 'deploy') return { code: 'PHASE_NOT_AVAILABLE', feature, phase }
  const missing = validatePreconditions(phase, facts, draft.state)
  if (missing.length > 0) return { code: 'PRECONDITION', feature, phase, missing }
  if (fix && !(replyFile(completedRounds(facts.spec)) in facts.files))
    return { code: 'NO_REVIEW_TO_FIX', feature }
  return cannotLaunch(draft, phase, { ...NO_FLAGS, ...given(command), isAlone: true })
}
