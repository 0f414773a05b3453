import { DOCUMENT_PHASES, PHASES, type Phase } from '../../contracts/phases.ts'
import type { Approvals, Permissions } from '../../contracts/spec-json.ts'

export function nextPhase(current: Phase | null): Phase | null {
  return PHASES[current === null ? 0 : PHASES.indexOf(current) + 1] ?? null
}

/**
 * The phase directly after `current`, or null when it is NOGO, not yet allowed, or there is none.
 * NOGO means "do not run this phase": a later GO phase is never looked for.
 */
export function getImmediateNextPhase(
  current: Phase | null,
  permissions: Permissions,
  approvals: Approvals,
): Phase | null {
  const next = nextPhase(current)
  if (next === null || !permissions[next]) return null
  return documentsBefore(next).every((phase) => approvals[phase].approved) ? next : null
}

export function documentsBefore(phase: Phase): (typeof DOCUMENT_PHASES)[number][] {
  return DOCUMENT_PHASES.filter((other) => PHASES.indexOf(other) < PHASES.indexOf(phase))
}

/** The next GO phase after `current`, passing over NOGO ones: the rule of the bug workflow. */
export function getNextPermittedPhase(
  current: Phase | null,
  permissions: Permissions,
): Phase | null {
  const next = nextPhase(current)
  if (next === null) return null
  return permissions[next] ? next : getNextPermittedPhase(next, permissions)
}
