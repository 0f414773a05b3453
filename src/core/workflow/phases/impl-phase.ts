import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { announce } from '../../decide/finish.ts'
import { asksPerson } from '../../agent-events/asked.ts'
import { blockedReasons, taskLabel } from '../../readers/task-names.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { MAX_IMPL_RERUNS } from '../limits.ts'
import { emitCompleted } from '../moves.ts'
import { requiredTasksDone, tasksUnreadable, vanishedTasks } from '../required-tasks.ts'

const STEP: StepDefinition = {
  step: 'impl',
  files: () => [],
  reads: null,
  reopens: ['inspection'],
  opensRound: false,
  runsDespiteNogo: false,
  findings: (state, facts) =>
    vanishedTasks(state, facts).map(
      (task) =>
        `This task is missing from tasks.md as a required one; put it back: ${taskLabel(task)}`,
    ),
  ended: implEnded,
  counted: () => undefined,
}

export const IMPL: PhaseDefinition<'impl'> = {
  phase: 'impl',
  kind: 'code',
  steps: [STEP],
  document: null,
  isApprovable: false,
  isGoByDefault: true,
  needsTree: true,
  loop: { kind: 'reruns', limit: MAX_IMPL_RERUNS },
  ticksTasks: true,
  workSurvives: true,
  lack: 'tasks-done',
  after: null,
  unavailable: null,
  isDone: requiredTasksDone,
  hindrance: (facts) => (facts.tasks.ok ? null : tasksUnreadable('impl', facts)),
  start: () => ({ type: 'launch', step: { phase: 'impl', round: null, mode: null } }),
  conclusion: limitReached,
  fix: null,
}

interface Count {
  done: number
  total: number
}

/** tasks.md alone says whether impl is done. */
function implEnded(draft: Draft, step: Step): Move {
  const { tasks } = draft.knownFacts
  if (!tasks.ok) return tasksUnreadable('impl', draft.knownFacts)
  const gone = vanishedTasks(draft.state, draft.knownFacts)
  const { done } = tasks.counts
  const count = { done, total: tasks.counts.total + gone.length }
  const isManual = draft.state.mode === 'manual'
  if (done === count.total) {
    emitCompleted(draft, 'impl')
    return isManual ? checked(draft, count) : { type: 'advance' }
  }
  if (done <= (step.atLaunch?.tasks?.done ?? done) && asksPerson(step.said))
    return { type: 'asked' }
  if (isManual) return checked(draft, count)
  const { reruns, wasBlocked } = draft.state.phases.impl
  if (reruns >= MAX_IMPL_RERUNS) {
    announce(draft, draft.emit({ type: 'impl.limit-reached', ...count }))
    return { type: 'advance' }
  }
  const blocked = gone.length === 0 ? blockedReasons(tasks.tasks) : null
  if (blocked !== null && wasBlocked) return allBlocked(blocked)
  return rerun(draft, count, blocked ?? [])
}

/** Once more would bring nothing else: a person has to clear what blocks it. */
const allBlocked = (reasons: string[]): Move => ({
  type: 'pause',
  phase: 'impl',
  reason: 'blocked',
  detail: `all open tasks are blocked; resolve that, then resume. ${reasons.join('; ')}`,
})

function rerun(draft: Draft, count: Count, blocked: string[]): Move {
  if (!draft.knownFacts.spec.permissions.impl)
    return { type: 'complete', phase: 'impl', reason: 'nogo' }
  const attempt = draft.state.phases.impl.reruns + 1
  announce(draft, draft.emit({ type: 'impl.rerun', attempt, ...count, blocked }))
  return { type: 'advance' }
}

function checked(draft: Draft, count: Count): Move {
  draft.emit({ type: 'impl.checked', ...count })
  return { type: 'complete', phase: 'impl', reason: 'done' }
}

function limitReached(draft: Draft): Move | null {
  const { limit } = draft.state.phases.impl
  if (limit === null) return null
  return {
    type: 'fail',
    phase: 'impl',
    reason: 'impl-limit',
    detail: `${limit.done} of ${limit.total} tasks are done after ${MAX_IMPL_RERUNS} re-runs${vanishedWords(draft)}; reset the spec to run it again`,
  }
}

function vanishedWords({ state, knownFacts }: Draft): string {
  const gone = vanishedTasks(state, knownFacts)
  if (gone.length === 0) return ''
  return `, and missing from tasks.md are: ${gone.map(taskLabel).join('; ')} (put them back, or approve tasks as they are)`
}
