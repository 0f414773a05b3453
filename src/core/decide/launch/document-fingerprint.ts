import type { Fingerprint } from '../../../contracts/journal.ts'
import type { Phase } from '../../../contracts/phases.ts'
import { definitionOf } from '../../workflow/workflows.ts'
import type { Draft } from '../draft.ts'

/** The document of a phase as the disk has it now; null for a phase without one. */
export function fingerprintOf(
  { knownFacts }: Pick<Draft, 'knownFacts'>,
  phase: Phase,
): Fingerprint {
  const { document } = definitionOf(phase)
  return document === null ? null : (knownFacts.files[document.file]?.fingerprint ?? null)
}
