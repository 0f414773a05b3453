import type { Draft } from '../../decide/draft.ts'
import { wasWritten } from '../../decide/written.ts'
import type { Step } from '../../../contracts/run-state.ts'
import type { DocumentDefinition, Known, Move, Standing } from '../definition.ts'
import { BUG_FILES } from '../document-files.ts'
import { endedWithout } from '../moves.ts'
import { isStray } from './document-phase.ts'

type BugDocumentPhase = 'analyze' | 'fix' | 'verify'

/** What the phases of a bug have in common: each writes one document with a fixed name. */
export function bugDocument(phase: BugDocumentPhase) {
  const file = BUG_FILES[phase]
  const document: DocumentDefinition = {
    file,
    isWritten: ({ files }) => files[file]?.empty === false,
  }
  const common = {
    kind: 'document',
    document,
    isApprovable: false,
    isGoByDefault: true,
    ticksTasks: false,
    workSurvives: false,
    lack: 'generated',
    fix: null,
  } as const
  return {
    document,
    common,
    isDone: (state: Known, standing: Standing): boolean =>
      document.isWritten(standing) && !isStray(file, state, standing),
    /** Why the step has not passed: the document counts only if written in this step. */
    missing: ({ knownFacts }: Draft, step: Step): Move | null => {
      const isThere = wasWritten(step, file, knownFacts) && document.isWritten(knownFacts)
      return isThere ? null : endedWithout(phase, step, file)
    },
  }
}

/** What the steps of a bug have in common: each reopens phases until they are written again. */
export function bugStep(phase: BugDocumentPhase, reopens: readonly BugDocumentPhase[]) {
  return {
    step: phase,
    files: () => [BUG_FILES[phase]],
    reads: null,
    reopens,
    opensRound: false,
    runsDespiteNogo: false,
  }
}
