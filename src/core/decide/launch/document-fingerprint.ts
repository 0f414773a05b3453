import type { Covers, Fingerprint } from '../../../contracts/journal.ts'
import type { Phase } from '../../../contracts/phases.ts'
import { definitionOf } from '../../workflow/workflows.ts'
import { coveredBy, coversFolders } from '../covered.ts'
import type { Draft } from '../draft.ts'

interface DocumentVersion {
  /** Null for a phase without a document. */
  fingerprint: Fingerprint
  /** Left out where the format has no folders that belong to it. */
  covers?: Covers
}

/** The document of a phase as it is on disk now, with the files in folders that belong to it. */
export function versionOf(
  { knownFacts, state: { item } }: Pick<Draft, 'knownFacts' | 'state'>,
  phase: Phase,
): DocumentVersion {
  const file = definitionOf(phase).document?.file
  if (file === undefined) return { fingerprint: null }
  const fingerprint = knownFacts.files[file]?.fingerprint ?? null
  return coversFolders(item, file)
    ? { fingerprint, covers: coveredBy(item, file, knownFacts) }
    : { fingerprint }
}
