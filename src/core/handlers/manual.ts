import type { Rejection } from '../../contracts/rejections.ts'
import { NO_FLAGS } from '../../contracts/launch/run-flags.ts'
import {
  actsOnConclusion,
  asksForTree,
  perform,
  startPhase,
  type Grants,
} from '../decide/advance.ts'
import { auditAgent } from '../decide/audit.ts'
import type { Draft } from '../decide/draft.ts'
import type { Command } from '../../contracts/commands.ts'
import { complete } from '../decide/finish.ts'
import { grantedLimits } from '../workflow/rules/granted-limits.ts'
import { definitionOf } from '../workflow/workflows.ts'
import { cannotLaunch, givenFlags } from './begin.ts'
import { refused } from './steps/refused.ts'
import { reportUnheldBudget } from '../decide/launch/unheld-budget.ts'

type RunPhase = Extract<Command, { type: 'runPhase' }>

/** A manual run of one phase: NOGO does not matter, nothing is approved, nothing loops. */
export function handleRunPhase(draft: Draft, command: RunPhase): void {
  const refusal = manualRefusal(draft, command)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const { runId, phase, fix } = command
  const flags = { ...NO_FLAGS, ...givenFlags(command) }
  auditAgent(draft)
  draft.emit({
    type: 'run.started',
    runId,
    phase,
    ...flags,
    ...grantedLimits(draft, { resumed: false, redo: [], sameHost: command.sameHost === true }),
    mode: 'manual',
    replyMode: fix ? 'fix' : 'reply',
  })
  reportUnheldBudget(draft, phase, flags.agent)
  draft.effect({ type: 'acquire-slot', runId, atOnce: false })
  draft.accept(command.commandId, { runId, phase })
}

/** Launches exactly the phase that the user named, once the run has its slot. */
export function launchManualPhase(draft: Draft, grants: Grants): void {
  const { phase, replyMode } = draft.state
  if (phase === null) throw new Error('a manual run names its phase')
  if (asksForTree(draft, phase, grants)) return
  const { fix } = definitionOf(phase)
  if (replyMode !== 'fix' || fix === null) return startPhase(draft, phase)
  draft.emit({ type: 'phase.started', phase })
  perform(draft, fix.start(draft))
}

/** For a crash between two acts. The run ends with its phase: no later one is launched. */
export function continueManualPhase(draft: Draft): void {
  const { steps, phase } = draft.state
  if (steps === 0 || phase === null) return launchManualPhase(draft, { tree: false })
  const rest = definitionOf(phase).rest?.(draft) ?? null
  if (rest !== null) return perform(draft, rest)
  if (!actsOnConclusion(draft)) complete(draft, 'done', phase)
}

function manualRefusal(draft: Draft, command: RunPhase): Rejection | null {
  const { phase, fix } = command
  const refusal = refused(draft, { type: 'run-phase', phase })
  if (refusal !== null) return refusal
  if (fix && definitionOf(phase).fix?.isPossible(draft.knownFacts) !== true)
    return {
      code: definitionOf(phase).kind === 'code' ? 'NO_FINDINGS_TO_FIX' : 'NO_REVIEW_TO_FIX',
      item: draft.state.item,
    }
  return cannotLaunch(draft, phase, { ...NO_FLAGS, ...givenFlags(command), isAlone: true })
}
