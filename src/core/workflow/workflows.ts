import {
  PHASES,
  type AgentPhase,
  type DocumentPhase,
  type Phase,
  type WorkflowName,
} from '../../contracts/phases.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import type { DocumentDefinition, PhaseDefinition, StepDefinition, Workflow } from './definition.ts'
import { BUG_WORKFLOW } from './tables/bug-workflow.ts'
import { ANALYZE } from './phases/analyze-phase.ts'
import { DEPLOY } from './phases/deploy/deploy-phase.ts'
import { DESIGN } from './phases/design-phase.ts'
import { DOCUMENT_REVIEW } from './phases/document-review-phase.ts'
import { FIX } from './phases/fix-phase.ts'
import { IMPL } from './phases/impl-phase.ts'
import { INSPECTION } from './phases/inspection-phase.ts'
import { REQUIREMENTS } from './phases/requirements-phase.ts'
import { TASKS } from './phases/tasks-phase.ts'
import { VERIFY } from './phases/verify-phase.ts'
import { CHANGE_WORKFLOW } from './tables/change-workflow.ts'
import { QUICK_WORKFLOW } from './tables/quick-workflow.ts'
import { SPEC_WORKFLOW } from './tables/spec-workflow.ts'

const DEFINITIONS: { readonly [P in Phase]: PhaseDefinition<P> } = {
  requirements: REQUIREMENTS,
  design: DESIGN,
  tasks: TASKS,
  'document-review': DOCUMENT_REVIEW,
  impl: IMPL,
  inspection: INSPECTION,
  analyze: ANALYZE,
  fix: FIX,
  verify: VERIFY,
  deploy: DEPLOY,
}

const WORKFLOW_TABLES: Readonly<Record<WorkflowName, Workflow>> = {
  spec: SPEC_WORKFLOW,
  change: CHANGE_WORKFLOW,
  quick: QUICK_WORKFLOW,
  bug: BUG_WORKFLOW,
}

export const workflowOf = ({ workflow }: { workflow: WorkflowName }): Workflow =>
  WORKFLOW_TABLES[workflow]

export const definitionOf = (phase: Phase): PhaseDefinition => DEFINITIONS[phase]

/** A document phase always has its document. */
export const documentOf = (phase: DocumentPhase): DocumentDefinition => DEFINITIONS[phase].document

const OWNERS = new Map<AgentPhase, { definition: PhaseDefinition; step: StepDefinition }>(
  PHASES.flatMap((phase) =>
    definitionOf(phase).steps.map((step) => [step.step, { definition: definitionOf(phase), step }]),
  ),
)

function ownerOf(step: AgentPhase) {
  const owner = OWNERS.get(step)
  if (owner === undefined) throw new Error(`no phase launches ${step}`)
  return owner
}

export const stepOf = (step: AgentPhase): StepDefinition => ownerOf(step).step

/** The phase that an agent works for. */
export const phaseOf = (step: AgentPhase): Phase => ownerOf(step).definition.phase

export const phasesOf = ({ phases }: Workflow): Phase[] => phases.map(({ phase }) => phase)

export function phasesBefore(workflow: Workflow, phase: Phase): Phase[] {
  const phases = phasesOf(workflow)
  return phases.slice(0, phases.indexOf(phase))
}

export function phasesFrom(workflow: Workflow, phase: Phase): Phase[] {
  const phases = phasesOf(workflow)
  return phases.slice(phases.indexOf(phase))
}

export const documentsBefore = (workflow: Workflow, phase: Phase): DocumentPhase[] =>
  phasesBefore(workflow, phase).filter(isDocumentPhase)

/** Whether questions may be asked before the phase's document is written. */
export const asksBefore = ({ steps }: PhaseDefinition): boolean =>
  steps.some(({ step }) => step === 'clarify')

export const stepsFrom = (workflow: Workflow, phase: Phase): AgentPhase[] =>
  phasesFrom(workflow, phase).flatMap((each) => definitionOf(each).steps.map(({ step }) => step))
