import { PHASES, type Phase } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { isDocumentPhase, type SpecPhase } from '../../contracts/spec-json.ts'
import type { TaskName } from '../../contracts/journal.ts'
import { DOCUMENT_FILES, type Facts } from '../decide/facts.ts'
import { contentOf } from '../decide/written.ts'

type Known = Pick<AutoExecutionState, 'redo' | 'strays' | 'vanished'>

/** The last phase of the unbroken row of passed ones, from the facts on disk. */
export function lastCompletedPhase(state: Known, facts: Facts): Phase | null {
  let last: Phase | null = null
  for (const phase of PHASES) {
    if (!isPassed(phase, state, facts)) return last
    last = phase
  }
  return last
}

export function isPassed(phase: Phase, state: Known, facts: Facts): boolean {
  if (state.redo.includes(phase)) return false
  switch (phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
      return isGenerated(phase, facts) && !isStray(phase, state, facts)
    case 'document-review':
      return facts.spec.review.status === 'approved'
    case 'impl':
      return requiredTasksDone(state, facts)
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

/** As the agent of an earlier phase left it: a person's change makes it the person's document. */
function isStray(
  phase: Phase,
  { strays }: Pick<Known, 'strays'>,
  facts: Pick<Facts, 'files'>,
): boolean {
  const name = DOCUMENT_FILES[phase] ?? ''
  return name in strays && isAsLeft(name, strays[name] ?? null, facts)
}

/** Tasks that are missing because an agent made them go away, and nobody has edited the file since. */
export function vanishedTasks(
  { vanished }: Pick<Known, 'vanished'>,
  facts: Pick<Facts, 'files'>,
): TaskName[] {
  if (vanished === null) return []
  return isAsLeft('tasks.md', vanished.fingerprint, facts) ? vanished.tasks : []
}

const isAsLeft = (
  name: string,
  fingerprint: string | null,
  { files }: Pick<Facts, 'files'>,
): boolean => contentOf(files[name]?.fingerprint ?? null) === contentOf(fingerprint)

export function requiredTasksDone(state: Pick<Known, 'vanished'>, facts: Facts): boolean {
  if (!facts.tasks.ok || vanishedTasks(state, facts).length > 0) return false
  return facts.tasks.counts.done === facts.tasks.counts.total
}

/** spec.json's `phase` as the documents have it. */
export function specPhaseOf(state: Known, facts: Facts): SpecPhase {
  const generated = (phase: Phase) => counts(phase, state, facts)
  if (facts.spec.phase === 'deploy-complete') return 'deploy-complete'
  if (!generated('requirements')) return 'initialized'
  if (!generated('design')) return 'requirements-generated'
  if (!generated('tasks')) return 'design-generated'
  if (!requiredTasksDone(state, facts)) return 'tasks-generated'
  const inspected = isPassed('inspection', state, facts)
  return inspected ? 'inspection-complete' : 'implementation-complete'
}

const counts = (phase: Phase, state: Known, facts: Facts): boolean =>
  !state.redo.includes(phase) && isGenerated(phase, facts) && !isStray(phase, state, facts)

export const documentsGenerated = (state: Known, facts: Facts): Phase[] =>
  PHASES.filter((phase) => isDocumentPhase(phase) && counts(phase, state, facts))
