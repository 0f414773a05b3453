import {
  DOCUMENT_PHASES,
  MAX_IMPL_RERUNS,
  PHASES,
  type AgentPhase,
  type Phase,
} from '../../contracts/phases.ts'
import type { Draft } from './draft.ts'
import type { Facts } from './facts.ts'
import { complete, fail, pause } from './finish.ts'
import { launchStep, phaseOf } from './launch-step.ts'
import { getImmediateNextPhase, nextPhase } from '../workflow/next-phase.ts'
import { lastCompletedPhase, vanishedTasks } from '../workflow/task-progress.ts'
import { startReviewRound } from '../workflow/review-rounds.ts'
import { taskLabel } from '../readers/task-names.ts'

export interface Grants {
  /** The caller has just been given the working tree. */
  tree: boolean
}

/** From the facts on disk to the next launch or the end of the run. Start and every boundary pass here. */
export function advance(draft: Draft, grants: Grants = { tree: false }): void {
  if (concluded(draft)) return
  const last = lastCompletedPhase(draft.state, draft.knownFacts)
  approveGenerated(draft, last)
  const { permissions, approvals } = draft.knownFacts.spec
  const phase = getImmediateNextPhase(last, permissions, approvals)
  if (phase === null) {
    const blocked = nextPhase(last)
    return complete(draft, blocked === null ? 'done' : 'nogo', blocked ?? last)
  }
  if (phase === 'deploy') return deployIsNotAvailable(draft)
  if (asksForTree(draft, phase, grants)) return
  startPhase(draft, phase)
}

/** Auto execution approves what it generates and what was there before, each time visibly. */
function approveGenerated(draft: Draft, last: Phase | null): void {
  for (const phase of DOCUMENT_PHASES) {
    if (last === null || PHASES.indexOf(phase) > PHASES.indexOf(last)) return
    if (draft.knownFacts.spec.approvals[phase].approved) continue
    draft.emit({ type: 'approval.granted', phase, by: 'auto-execution' })
  }
}

/** A step's finding that stops the run is acted on even if the host died right after it. */
function concluded(draft: Draft): boolean {
  const { conclusion } = draft.state
  if (conclusion?.kind === 'inspection-nogo') {
    pause(draft, {
      reason: 'verdict-nogo',
      phase: 'inspection',
      detail: 'the inspection report says NOGO; fix what it names, then resume to inspect again',
    })
    return true
  }
  if (conclusion?.kind === 'impl-limit') {
    const { done, total } = conclusion
    fail(draft, {
      reason: 'impl-limit',
      phase: 'impl',
      detail: `${done} of ${total} tasks are ticked after ${MAX_IMPL_RERUNS} re-runs${vanishedWords(draft)}; reset lets the spec run again`,
    })
    return true
  }
  return false
}

function vanishedWords({ state, knownFacts }: Draft): string {
  const gone = vanishedTasks(state, knownFacts)
  if (gone.length === 0) return ''
  return `, and missing from tasks.md are: ${gone.map(taskLabel).join('; ')} (put them back, or approve tasks as they are)`
}

function deployIsNotAvailable(draft: Draft): void {
  pause(draft, {
    reason: 'not-available',
    phase: 'deploy',
    detail: 'deploy is not part of this version; set it to NOGO to end the run before it',
  })
}

export const usesTree = (phase: AgentPhase | Phase | undefined): phase is 'impl' | 'inspection' =>
  phase === 'impl' || phase === 'inspection'

function needsTree(draft: Draft, phase: Phase, grants: Grants): boolean {
  if (!usesTree(phase) || grants.tree || !draft.knownFacts.exclusiveWorkingTree) return false
  const { status, step, steps } = draft.state
  const isGivenBack = step?.stage === 'failed'
  const holdsIt = status === 'running' && steps > 0 && usesTree(step?.phase) && !isGivenBack
  return !holdsIt
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
  const { step, steps } = draft.state
  const fresh = steps === 0 || step === null || phaseOf(step.phase) !== phase
  if (draft.state.executedPhases.includes(phase)) return undone(draft, phase)
  if (phase === 'impl' && !draft.knownFacts.tasks.ok) return tasksUnreadable(draft, phase)
  if (fresh) draft.emit({ type: 'phase.started', phase })
  switch (phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
    case 'impl':
      return launchStep(draft, { phase, round: null, mode: null })
    case 'document-review':
      return startReviewRound(draft)
    case 'inspection':
      return launchStep(draft, { phase, round: nextInspection(draft), mode: null })
    case 'deploy':
      return deployIsNotAvailable(draft)
    default:
      return phase satisfies never
  }
}

/** Agents that undo each other's work would otherwise keep a run going for ever. */
function undone(draft: Draft, phase: Phase): void {
  fail(draft, {
    reason: 'postcondition',
    phase,
    detail: `${phase} had passed in this run and no longer does; look what a later agent changed, then run again`,
  })
}

function nextInspection(draft: Draft): number {
  const recorded = draft.knownFacts.spec.inspections.map((round) => round.number)
  return Math.max(draft.knownFacts.lastInspection, ...recorded, 0) + 1
}

export function tasksUnreadable(draft: Draft, phase: Phase): void {
  fail(draft, { reason: 'unreadable-tasks', phase, detail: whyUnreadable(draft.knownFacts.tasks) })
}

function whyUnreadable(tasks: Facts['tasks']): string {
  const why = tasks.ok ? '' : tasks.why
  if (why === 'no-boxes')
    return 'tasks.md is written without checkboxes; give each task a box, such as "- [ ] 1. Title", then run again'
  const where = tasks.ok || tasks.line === null ? '' : ` at line ${tasks.line}`
  return `tasks.md cannot be judged (${why}${where}); repair it, then run again`
}
