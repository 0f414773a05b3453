import type { QuestionKind } from '../../contracts/asked/questions.ts'
import type { RunReason } from '../../contracts/reasons.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { treeOf } from '../state/code-tree.ts'
import { inspectionFile, QUESTIONS_FILE, replyFile } from '../workflow/document-files.ts'
import { definitionOf, workflowOf } from '../workflow/workflows.ts'

/** What stopped a run, if an answer in words can resolve it. */
export interface Stop {
  kind: QuestionKind
  /** The document that contains the question. */
  document: string | null
}

type Stopped = Pick<
  AutoExecutionState,
  | 'status'
  | 'reason'
  | 'phase'
  | 'phases'
  | 'waitingFor'
  | 'step'
  | 'denied'
  | 'checks'
  | 'workflow'
  | 'tree'
>

/** Null: nothing is asked. */
export function stopOf(state: Stopped): Stop | null {
  const { status, reason, waitingFor } = state
  if (waitingFor === 'answers') return { kind: 'clarify', document: QUESTIONS_FILE }
  if (status !== 'paused' && status !== 'error') return null
  return reason === null ? null : (ASKS[reason]?.(state) ?? null)
}

const discussion = ({ step }: Stopped): Stop => ({
  kind: 'discussion',
  document: numbered(replyFile, step?.round),
})

const denial = ({ denied }: Stopped): Stop | null =>
  denied.length > 0 ? { kind: 'denied', document: null } : null

/** Reasons that only time, money or a setting can resolve are not questions. */
const ASKS: Readonly<Partial<Record<RunReason, (state: Stopped) => Stop | null>>> = {
  'needs-discussion': discussion,
  'max-rounds': discussion,
  'verdict-nogo': ({ phases, step }) => ({
    kind: 'finding',
    document: numbered(inspectionFile, phases.inspection.open ?? step?.round),
  }),
  'not-verified': judgement,
  'impl-limit': (state) =>
    failingAtStop(state).length > 0
      ? { kind: 'check', document: null }
      : { kind: 'free', document: tasksOf(state) },
  blocked: (state) => ({ kind: 'blocked', document: tasksOf(state) }),
  conflict: () => ({ kind: 'conflict', document: null }),
  'agent-asked': () => ({ kind: 'asked', document: null }),
  'agent-failed': denial,
  postcondition: denial,
}

const numbered = (
  file: (number: number) => string,
  number: number | null | undefined,
): string | null => (number === null || number === undefined ? null : file(number))

/** A negative report, or checks that fail on what is to be deployed. */
function judgement({ phase }: Stopped): Stop {
  const report = phase === null ? null : definitionOf(phase).document
  return report === null
    ? { kind: 'check', document: null }
    : { kind: 'finding', document: report.file }
}

const tasksOf = (state: Stopped): string | null =>
  workflowOf(state).phases.some(({ ticksTasks }) => ticksTasks) ? 'tasks.md' : null

/** The checks whose failure stopped the run. */
export function failingAtStop(state: Stopped): string[] {
  const { reason, phases, checks } = state
  if (reason === 'impl-limit') return [...(phases.impl.limit?.failing ?? []), ...phases.fix.failing]
  const trees = [treeOf(state, 'workspace'), treeOf(state, 'scratch')]
  return Object.keys(checks).filter(
    (name) => checks[name]?.result === 'failed' && trees.includes(checks[name].tree),
  )
}
