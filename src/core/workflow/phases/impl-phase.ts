import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Facts } from '../../decide/facts.ts'
import { announce } from '../../decide/finish.ts'
import { asksPerson } from '../../agent-events/asked.ts'
import { blockedReasons, taskLabel } from '../../readers/tasks/task-names.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { checksRule } from '../rules/checks-rule.ts'
import { MAX_IMPL_RERUNS } from '../limits.ts'
import { emitCompleted } from '../moves.ts'
import { isRecording, recordOf } from '../rules/recorded-code.ts'
import { fixLaunch, INSPECTION } from './inspection-phase.ts'
import { requiredTasksDone, tasksUnreadable, vanishedTasks } from '../rules/required-tasks.ts'

const STEP: StepDefinition = {
  step: 'impl',
  files: () => [],
  reads: null,
  reopens: ['inspection'],
  opensRound: false,
  runsDespiteNogo: false,
  runsBefore: ({ impl, inspection }) => impl.reruns + inspection.fixes,
  findings: (state, facts) => [
    ...vanishedTasks(state, facts).map(
      (task) =>
        `This task is missing from tasks.md as a required one; put it back: ${taskLabel(task)}`,
    ),
    ...boxesInNotes(facts),
  ],
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
  isDone: (state, standing) =>
    requiredTasksDone(state, standing) && !state.phases.impl.awaitsChecks,
  hindrance: (facts) => (facts.tasks.ok ? null : tasksUnreadable('impl', facts)),
  start: (draft) => onlyChecks(draft) ?? LAUNCH,
  conclusion: limitReached,
  rest: inspectFix,
  fix: {
    isPossible: ({ spec }) => spec.inspections.at(-1)?.result === 'nogo',
    start: ({ knownFacts }) => fixLaunch(knownFacts.spec.inspections.at(-1)?.number ?? 1),
  },
}

const LAUNCH: Move = { type: 'launch', step: { phase: 'impl', round: null, mode: null } }

/** All tasks are done and only the checks are left: that needs no agent. */
function onlyChecks(draft: Draft): Move | null {
  const { state, knownFacts } = draft
  if (state.mode === 'manual' || state.redo.includes('impl')) return null
  if (!state.phases.impl.awaitsChecks || !requiredTasksDone(state, knownFacts)) return null
  if (!state.isRecorded && isRecording(draft))
    return { type: 'host-step', phase: 'impl', work: recordOf(draft, 'impl') }
  const found = checksRule(draft, 'impl', 'workspace')
  if (found.type === 'failed') return null
  if (found.type === 'run') return found.move
  emitCompleted(draft, 'impl')
  return { type: 'advance' }
}

/** An open box in the notes keeps impl from completing, like every other box in the file. */
function boxesInNotes({ tasks }: Facts): string[] {
  const found = tasks.ok ? tasks.tasks.filter((task) => task.isNote && task.state !== 'done') : []
  return found.map(
    ({ line }) => `The notes in tasks.md have an open box at line ${line}; make it a plain bullet`,
  )
}

interface Count {
  done: number
  total: number
}

/** tasks.md says which tasks are done, whatever the agent says. */
function implEnded(draft: Draft, step: Step): Move {
  const { tasks } = draft.knownFacts
  if (!tasks.ok) return tasksUnreadable('impl', draft.knownFacts)
  const gone = vanishedTasks(draft.state, draft.knownFacts)
  const { done } = tasks.counts
  const count = { done, total: tasks.counts.total + gone.length }
  const isManual = draft.state.mode === 'manual'
  if (done === count.total) return allTicked(draft, step, count)
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
  return rerun(draft, count, { blocked: blocked ?? [] })
}

/** The agent says everything is done; the checks decide. */
function allTicked(draft: Draft, step: Step, count: Count): Move {
  const found = checksRule(draft, 'impl', 'workspace')
  if (found.type === 'run') return found.move
  const isManual = draft.state.mode === 'manual'
  if (found.type === 'passed') {
    emitCompleted(draft, 'impl')
    if (!isManual) return { type: 'advance' }
    return step.mode === 'fix' ? inspectNext(draft) : checked(draft, count)
  }
  if (isManual) return checked(draft, count)
  const failing = found.names
  if (draft.state.phases.impl.reruns < MAX_IMPL_RERUNS) return rerun(draft, count, { failing })
  announce(draft, draft.emit({ type: 'impl.limit-reached', ...count, failing }))
  return { type: 'advance' }
}

/** A manual fix is one cycle: its result is inspected. */
function inspectNext(draft: Draft): Move {
  draft.emit({ type: 'phase.started', phase: 'inspection' })
  return INSPECTION.start(draft)
}

/** The host crashed between a manual fix and its inspection. */
function inspectFix(draft: Draft): Move | null {
  const { step } = draft.state
  const isFixed = step?.phase === 'impl' && step.mode === 'fix' && step.stage === 'settled'
  return isFixed && IMPL.isDone(draft.state, draft.knownFacts) ? inspectNext(draft) : null
}

/** Another run would not help: the user has to remove what blocks it. */
const allBlocked = (reasons: string[]): Move => ({
  type: 'pause',
  phase: 'impl',
  reason: 'blocked',
  detail: `all open tasks are blocked; resolve that, then resume. ${reasons.join('; ')}`,
})

interface Left {
  blocked?: string[]
  failing?: string[]
}

function rerun(draft: Draft, count: Count, { blocked = [], failing = [] }: Left): Move {
  if (!draft.knownFacts.spec.permissions.impl)
    return { type: 'complete', phase: 'impl', reason: 'nogo' }
  const attempt = draft.state.phases.impl.reruns + 1
  announce(draft, draft.emit({ type: 'impl.rerun', attempt, ...count, blocked, failing }))
  return { type: 'advance' }
}

function checked(draft: Draft, count: Count): Move {
  draft.emit({ type: 'impl.checked', ...count })
  return { type: 'complete', phase: 'impl', reason: 'done' }
}

function limitReached(draft: Draft): Move | null {
  const { limit } = draft.state.phases.impl
  if (limit === null) return null
  if (limit.failing.length > 0)
    return {
      type: 'fail',
      phase: 'impl',
      reason: 'impl-limit',
      detail: `all tasks are done, but after ${MAX_IMPL_RERUNS} re-runs these checks still fail: ${limit.failing.map((name) => failureWords(draft, name)).join('; ')}; see their output, then reset the spec to run it again`,
    }
  return {
    type: 'fail',
    phase: 'impl',
    reason: 'impl-limit',
    detail: `${limit.done} of ${limit.total} tasks are done after ${MAX_IMPL_RERUNS} re-runs${vanishedWords(draft)}; reset the spec to run it again`,
  }
}

function failureWords({ state }: Draft, name: string): string {
  const { exitCode = null, isTimeout = false } = state.checks[name] ?? {}
  if (isTimeout) return `${name} (stopped at its time limit)`
  return exitCode === null ? name : `${name} (exit code ${exitCode})`
}

function vanishedWords({ state, knownFacts }: Draft): string {
  const gone = vanishedTasks(state, knownFacts)
  if (gone.length === 0) return ''
  return `, and missing from tasks.md are: ${gone.map(taskLabel).join('; ')} (put them back, or approve tasks as they are)`
}
