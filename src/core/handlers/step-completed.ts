import { MAX_IMPL_RERUNS, type DocumentPhase } from '../../contracts/phases.ts'
import type { Step } from '../../contracts/run-state.ts'
import { advance, tasksUnreadable } from '../decide/advance.ts'
import type { Draft } from '../decide/draft.ts'
import { DOCUMENT_FILES, inspectionFile } from '../decide/facts.ts'
import { announce, complete, fail, pause } from '../decide/finish.ts'
import { isGenerated, vanishedTasks } from '../workflow/task-progress.ts'
import { completedRounds } from '../spec/normalise.ts'
import { blockedReasons } from '../readers/task-names.ts'
import { wasWritten } from '../decide/written.ts'
import { endedWithout, hearsQuestion } from './unanswered.ts'
import { handleDocumentReviewCompleted, handleReviewWritten } from './document-review.ts'

/** The agent has ended well; whether its step has passed is read from the documents. */
export function handleStepCompleted(draft: Draft, step: Step): void {
  switch (step.phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
      return documentWritten(draft, step, step.phase)
    case 'document-review':
      return handleReviewWritten(draft, step)
    case 'document-review-reply':
      return handleDocumentReviewCompleted(draft, step)
    case 'impl':
      return implEnded(draft, step)
    case 'inspection':
      return inspected(draft, step)
    default:
      return step.phase satisfies never
  }
}

function documentWritten(draft: Draft, step: Step, phase: DocumentPhase): void {
  const facts = draft.knownFacts
  const name = DOCUMENT_FILES[phase] ?? ''
  if (!wasWritten(step, name, facts)) return endedWithout(draft, step, name)
  if (!isGenerated(phase, facts))
    return fail(draft, { reason: 'postcondition', detail: `${name} still only holds the idea` })
  if (phase === 'tasks' && !facts.tasks.ok) return tasksUnreadable(draft, phase)
  draft.emit({ type: 'phase.completed', phase, rounds: completedRounds(facts.spec) })
  if (draft.state.mode === 'manual') return complete(draft, 'done', phase)
  advance(draft)
}

/** tasks.md alone says whether impl is done. */
function implEnded(draft: Draft, step: Step): void {
  const { tasks } = draft.knownFacts
  if (!tasks.ok) return tasksUnreadable(draft, 'impl')
  const gone = vanishedTasks(draft.state, draft.knownFacts)
  const { done } = tasks.counts
  const total = tasks.counts.total + gone.length
  if (done === total) {
    draft.emit({
      type: 'phase.completed',
      phase: 'impl',
      rounds: completedRounds(draft.knownFacts.spec),
    })
    return draft.state.mode === 'manual' ? manualImplEnded(draft, { done, total }) : advance(draft)
  }
  if (done <= (step.atLaunch?.tasks?.done ?? done) && hearsQuestion(draft, step)) return
  if (draft.state.mode === 'manual') return manualImplEnded(draft, { done, total })
  if (draft.state.implReruns >= MAX_IMPL_RERUNS) {
    announce(draft, draft.emit({ type: 'impl.limit-reached', done, total }))
    return advance(draft)
  }
  const blocked = gone.length === 0 ? blockedReasons(tasks.tasks) : null
  if (blocked !== null && draft.state.wasBlocked) return pauseBlocked(draft, blocked)
  rerunImpl(draft, { done, total, blocked: blocked ?? [] })
}

/** Once more would bring nothing else: a person has to clear what stands in the way. */
function pauseBlocked(draft: Draft, reasons: string[]): void {
  pause(draft, {
    reason: 'blocked',
    phase: 'impl',
    detail: `every open task says why it cannot be done; clear that, then resume. ${reasons.join('; ')}`,
  })
}

interface Count {
  done: number
  total: number
}

function rerunImpl(draft: Draft, { done, total, blocked }: Count & { blocked: string[] }): void {
  if (!draft.knownFacts.spec.permissions.impl) return complete(draft, 'nogo', 'impl')
  const attempt = draft.state.implReruns + 1
  announce(draft, draft.emit({ type: 'impl.rerun', attempt, done, total, blocked }))
  advance(draft)
}

function manualImplEnded(draft: Draft, { done, total }: Count): void {
  draft.emit({ type: 'impl.checked', done, total })
  complete(draft, 'done', 'impl')
}

function inspected(draft: Draft, step: Step): void {
  const facts = draft.knownFacts
  const number = step.round ?? 0
  const name = inspectionFile(number)
  if (!wasWritten(step, name, facts)) return endedWithout(draft, step, name)
  const { inspection } = facts
  if (inspection === null || !inspection.ok)
    return pause(draft, {
      reason: 'unreadable-verdict',
      detail: `${name} gives no single verdict (${inspection?.why ?? 'missing'}); write one into it or resume to inspect again`,
    })
  recordInspection(draft, number, inspection.verdict)
  if (inspection.verdict === 'go' && draft.state.mode === 'manual')
    return complete(draft, 'done', 'inspection')
  advance(draft)
}

export function recordInspection(draft: Draft, number: number, result: 'go' | 'nogo'): void {
  draft.emit({ type: 'inspection.completed', number, result })
  if (result === 'nogo') return
  const rounds = completedRounds(draft.knownFacts.spec)
  draft.emit({ type: 'phase.completed', phase: 'inspection', rounds })
}
