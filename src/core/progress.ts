import { PHASES, type Phase } from '../contracts/phases.ts'
import type { AutoExecutionState } from '../contracts/run-state.ts'
import { isDocumentPhase, type SpecPhase } from '../contracts/spec-json.ts'
import { DOCUMENT_FILES, type Facts } from './facts.ts'

type Redo = Pick<AutoExecutionState, 'redo'>

/** The last phase of the unbroken row of passed ones, from the facts on disk. */
export function lastCompletedPhase(state: Redo, facts: Facts): Phase | null {
  let last: Phase | null = null
  for (const phase of PHASES) {
    if (!isPassed(phase, state, facts)) return last
    last = phase
  }
  return last
}

export function isPassed(phase: Phase, state: Redo, facts: Facts): boolean {
  if (state.redo.includes(phase)) return false
  switch (phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
      return isGenerated(phase, facts)
    case 'document-review':
      return facts.spec.review.status === 'approved'
    case 'impl':
      return requiredTasksDone(facts)
    case 'inspection':
      return facts.spec.inspections.at(-1)?.result === 'go'
    case 'deploy':
      return facts.spec.phase === 'deploy-complete'
    default:
      return phase satisfies never
  }
}

/** A document somebody wrote by hand counts; a requirements.md that only holds the idea does not. */
export function isGenerated(
  phase: Phase,
  facts: Pick<Facts, 'files' | 'requirementsAreOnlyInput'>,
): boolean {
  const name = DOCUMENT_FILES[phase]
  const file = name === undefined ? undefined : facts.files[name]
  if (!file || file.empty) return false
  return phase !== 'requirements' || !facts.requirementsAreOnlyInput
}

export function requiredTasksDone(facts: Facts): boolean {
  return facts.tasks.ok && facts.tasks.counts.done === facts.tasks.counts.total
}

/** spec.json's `phase` as the documents have it. */
export function specPhaseOf(state: Redo, facts: Facts): SpecPhase {
  const generated = (phase: Phase) => !state.redo.includes(phase) && isGenerated(phase, facts)
  if (facts.spec.phase === 'deploy-complete') return 'deploy-complete'
  if (!generated('requirements')) return 'initialized'
  if (!generated('design')) return 'requirements-generated'
  if (!generated('tasks')) return 'design-generated'
  if (!requiredTasksDone(facts)) return 'tasks-generated'
  const inspected = isPassed('inspection', state, facts)
  return inspected ? 'inspection-complete' : 'implementation-complete'
}

export const documentsGenerated = (state: Redo, facts: Facts): Phase[] =>
  PHASES.filter(
    (phase) => isDocumentPhase(phase) && !state.redo.includes(phase) && isGenerated(phase, facts),
  )
