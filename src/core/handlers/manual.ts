import type { Phase } from '../../contracts/phases.ts'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { NO_FLAGS } from '../../contracts/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import {
  actsOnConclusion,
  asksForTree,
  perform,
  startPhase,
  type Grants,
} from '../decide/advance.ts'
import { auditAgent } from '../decide/audit.ts'
import type { Draft } from '../decide/draft.ts'
import type { Command } from '../decide/events.ts'
import type { Facts } from '../decide/facts.ts'
import { complete } from '../decide/finish.ts'
import type { Known } from '../workflow/definition.ts'
import { grantedLimits } from '../workflow/granted-limits.ts'
import { definitionOf, documentsBefore, workflowOf } from '../workflow/workflows.ts'
import { cannotLaunch, given, refusedAtOnce } from './begin.ts'
import { tellUnheldBudget } from '../decide/unheld-budget.ts'

type RunPhase = Extract<Command, { type: 'run-phase' }>

/** What a phase needs before a person may run it by hand. */
export function validatePreconditions(
  phase: Phase,
  facts: Facts,
  state: Known & Pick<AutoExecutionState, 'workflow'>,
): Precondition[] {
  const missing: Precondition[] = documentsBefore(workflowOf(state), phase)
    .filter((document) => !facts.spec.approvals[document].approved)
    .map((document) => ({ phase: document, needs: 'approved' }))
  const { after } = definitionOf(phase)
  if (after !== null && !definitionOf(after.phase).isDone(state, facts))
    missing.push({ phase: after.phase, needs: definitionOf(after.phase).lack })
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
    ...grantedLimits(draft, { redo: [], sameHost: command.sameHost === true }),
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
  const { fix } = definitionOf(phase)
  if (replyMode !== 'fix' || fix === null) return startPhase(draft, phase)
  draft.emit({ type: 'phase.started', phase })
  perform(draft, fix.start(draft))
}

/** Its host died between two of its acts. It ends with its phase: no later one is ever looked for. */
export function continueManualPhase(draft: Draft): void {
  const { steps, phase } = draft.state
  if (steps === 0 || phase === null) return launchManualPhase(draft, { tree: false })
  const rest = definitionOf(phase).rest?.(draft) ?? null
  if (rest !== null) return perform(draft, rest)
  if (!actsOnConclusion(draft)) complete(draft, 'done', phase)
}

function refused(draft: Draft, command: RunPhase): Rejection | null {
  const { phase, fix } = command
  const { item } = draft.state
  const facts = draft.knownFacts
  const definition = definitionOf(phase)
  if (definition.unavailable !== null) return { code: 'PHASE_NOT_AVAILABLE', item, phase }
  const missing = validatePreconditions(phase, facts, draft.state)
  if (missing.length > 0) return { code: 'PRECONDITION', item, phase, missing }
  if (fix && definition.fix?.isPossible(facts) !== true) return { code: 'NO_REVIEW_TO_FIX', item }
  return cannotLaunch(draft, phase, { ...NO_FLAGS, ...given(command), isAlone: true })
}
