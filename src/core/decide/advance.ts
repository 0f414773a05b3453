import { withDetail } from '../words/finding-words.ts'
import { versionOf } from './launch/document-fingerprint.ts'
import type { DocumentPhase, Phase } from '../../contracts/phases.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import type { Move } from '../workflow/definition.ts'
import { nextPhase, phaseToLaunch } from '../workflow/next-phase.ts'
import { approverOf, awaitsApproval } from '../workflow/rules/approver.ts'
import { lastCompletedPhase, leftOut } from '../workflow/passed.ts'
import {
  definitionOf,
  documentOf,
  phaseOf,
  phasesBefore,
  workflowOf,
} from '../workflow/workflows.ts'
import { askedInstead } from './launch/asked-instead.ts'
import type { Draft } from './draft.ts'
import { complete, fail, pause } from './finish.ts'
import { waitForAnswers } from './launch/wait-for-answers.ts'
import { queueForBase, startHostStep } from './host-step.ts'
import { launchStep } from './launch/launch-step.ts'
import { phaseInCheckout, sharesCheckout } from './launch/working-tree.ts'

export interface Grants {
  /** The caller has just been granted the working tree. */
  tree: boolean
}

/** Goes from the facts on disk to the next launch or the end of the run, at every boundary. */
export function advance(draft: Draft, grants: Grants = { tree: false }): void {
  if (actsOnConclusion(draft, grants)) return
  const workflow = workflowOf(draft.state)
  const last = lastCompletedPhase(workflow, draft.state, draft.knownFacts)
  const unapproved = approveGenerated(draft, last)
  if (unapproved !== null) return pause(draft, awaitsApproval(unapproved))
  const { permissions, approvals } = draft.knownFacts.spec
  const phase = phaseToLaunch(workflow, last, {
    permissions,
    approvals,
    leftOut: leftOut(workflow, draft.state, draft.knownFacts),
  })
  if (phase === null) {
    const blocked = nextPhase(workflow, last)
    return complete(draft, blocked === null ? 'done' : 'nogo', blocked ?? last)
  }
  if (asksForTree(draft, phase, grants)) return
  startPhase(draft, phase)
}

export function perform(draft: Draft, move: Move): void {
  switch (move.type) {
    case 'advance':
      return advance(draft)
    case 'host-step':
      return startHostStep(draft, move.phase, move.work)
    case 'queue':
      return queueForBase(draft, move.base)
    case 'launch':
      return launchStep(draft, move.step)
    case 'pause':
      return pause(draft, move)
    case 'fail':
      return fail(draft, move)
    case 'complete':
      return complete(draft, move.reason, move.phase)
    case 'judge-again':
      return judgeAgain(draft, move)
    case 'ask':
      return waitForAnswers(draft, move.phase)
    case 'asked':
      return askedInstead(draft)
    default:
      return move satisfies never
  }
}

/** Once per run: an agent that changes the code while judging it would otherwise loop forever. */
function judgeAgain(
  draft: Draft,
  { phase, finding }: Extract<Move, { type: 'judge-again' }>,
): void {
  const { mode, executedPhases } = draft.state
  const judge = workflowOf(draft.state).phases.find(({ kind }) => kind === 'verdict')
  const mayJudge =
    judge !== undefined &&
    mode === 'auto' &&
    draft.knownFacts.spec.permissions[judge.phase] &&
    !executedPhases.includes(judge.phase)
  if (!mayJudge) return pause(draft, { phase, reason: 'not-verified', ...withDetail(finding) })
  draft.emit({ type: 'verdict.outdated' })
  advance(draft)
}

/**
 * Auto execution approves what it generates and what was there before, with an entry for each.
 * Where the user approves, returns the first document that waits for them.
 */
function approveGenerated(draft: Draft, last: Phase | null): DocumentPhase | null {
  if (last === null) return null
  const passed = [...phasesBefore(workflowOf(draft.state), last), last]
  for (const phase of passed.filter(isDocumentPhase)) {
    if (!documentOf(phase).isWritten(draft.knownFacts)) continue
    if (draft.knownFacts.spec.approvals[phase].approved) continue
    if (approverOf(draft) === 'person') return phase
    const version = versionOf(draft, phase)
    draft.emit({ type: 'approval.granted', phase, by: 'auto-execution', ...version })
  }
  return null
}

/** Acts on what a step found, even if the host crashed right after it; true if it did. */
export function actsOnConclusion(draft: Draft, grants: Grants = { tree: false }): boolean {
  for (const definition of workflowOf(draft.state).phases) {
    const move = definition.conclusion?.(draft) ?? null
    if (move === null) continue
    if (move.type === 'launch' && asksForTree(draft, phaseOf(move.step.phase), grants)) return true
    perform(draft, move)
    return true
  }
  return false
}

function needsTree(draft: Draft, phase: Phase, grants: Grants): boolean {
  if (grants.tree || !sharesCheckout(draft, phase)) return false
  if (!draft.knownFacts.exclusiveWorkingTree) return false
  const { status, step } = draft.state
  const isGivenBack = step?.stage === 'failed'
  return status !== 'running' || phaseInCheckout(draft.state) === null || isGivenBack
}

/** Asks for the working tree if the phase needs it and the run does not hold it yet. */
export function asksForTree(draft: Draft, phase: Phase, grants: Grants): boolean {
  if (!needsTree(draft, phase, grants)) return false
  const { runId } = draft.state
  if (runId === null) throw new Error('only a run asks for the tree')
  draft.saveSpec()
  draft.effect({ type: 'acquire-tree', runId, phase, atOnce: false })
  return true
}

export function startPhase(draft: Draft, phase: Phase): void {
  const definition = definitionOf(phase)
  if (draft.state.executedPhases.includes(phase)) return failUndone(draft, phase)
  const hindrance = definition.hindrance?.(draft.knownFacts) ?? null
  if (hindrance !== null) return perform(draft, hindrance)
  if (draft.state.openedPhase !== phase) draft.emit({ type: 'phase.started', phase })
  perform(draft, definition.start(draft))
}

/** Agents that undo each other's work would otherwise keep a run going forever. */
function failUndone(draft: Draft, phase: Phase): void {
  fail(draft, {
    reason: 'postcondition',
    phase,
    detail: `${phase} had passed in this run and no longer does; check what a later agent changed, then run again`,
  })
}
