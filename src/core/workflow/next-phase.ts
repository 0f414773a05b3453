import type { Phase } from '../../contracts/phases.ts'
import type { Approvals, Permissions } from '../../contracts/spec-json.ts'
import type { Workflow } from './definition.ts'
import { BUG_WORKFLOW } from './tables/bug-workflow.ts'
import { SPEC_WORKFLOW } from './tables/spec-workflow.ts'
import { documentsBefore, phasesOf } from './workflows.ts'

export function nextPhase(workflow: Workflow, current: Phase | null): Phase | null {
  return phasesOf(workflow)[indexAfter(workflow, current)] ?? null
}

const indexAfter = (workflow: Workflow, current: Phase | null): number =>
  current === null ? 0 : phasesOf(workflow).indexOf(current) + 1

/** The gate of a phase must have passed: it is never skipped, whatever is NOGO. */
function isOpen(workflow: Workflow, phase: Phase, passed: Phase | null): boolean {
  const gate = workflow.gates[phase]
  return gate === undefined || indexAfter(workflow, passed) >= indexAfter(workflow, gate)
}

/** The phase that a run launches after `current`; the workflow decides what a NOGO does. */
export function phaseToLaunch(
  workflow: Workflow,
  current: Phase | null,
  { permissions, approvals, leftOut = [] }: Allowed,
): Phase | null {
  const next =
    workflow.atNogo === 'ends'
      ? nextPhase(workflow, current)
      : permittedAfter(workflow, current, permissions)
  if (next === null || !permissions[next]) return null
  const documents = documentsBefore(workflow, next)
  return documents.every((phase) => approvals[phase].approved || leftOut.includes(phase))
    ? next
    : null
}

interface Allowed {
  permissions: Permissions
  approvals: Approvals
  /** Documents that nobody wrote, and nobody has to approve. */
  leftOut?: readonly Phase[]
}

/**
 * The phase directly after `current`, or null when it is NOGO, not yet allowed, or there is none.
 * NOGO means "do not run this phase": a later GO phase is never looked for.
 */
export const getImmediateNextPhase = (
  current: Phase | null,
  permissions: Permissions,
  approvals: Approvals,
): Phase | null => phaseToLaunch(SPEC_WORKFLOW, current, { permissions, approvals })

/** The next GO phase after `current`, skipping NOGO ones: the rule of the bug workflow. */
export const getNextPermittedPhase = (
  current: Phase | null,
  permissions: Permissions,
  workflow: Workflow = BUG_WORKFLOW,
): Phase | null => permittedAfter(workflow, current, permissions)

function permittedAfter(
  workflow: Workflow,
  current: Phase | null,
  permissions: Permissions,
): Phase | null {
  const ahead = phasesOf(workflow).slice(indexAfter(workflow, current))
  const next = ahead.find((phase) => permissions[phase]) ?? null
  return next !== null && isOpen(workflow, next, current) ? next : null
}
