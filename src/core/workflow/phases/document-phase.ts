import type { DocumentPhase } from '../../../contracts/phases.ts'
import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { wasWritten } from '../../decide/written.ts'
import type { Known, Move, PhaseDefinition, Standing, StepDefinition } from '../definition.ts'
import { DOCUMENT_FILES } from '../document-files.ts'
import { afterPhase, emitCompleted, endedWithout } from '../moves.ts'
import { isAsLeft } from '../rules/required-tasks.ts'

interface Document<P extends DocumentPhase> {
  phase: P
  /** The file exists, but only holds the input of the phase. */
  isOnlyInput?: (standing: Pick<Standing, 'files' | 'requirementsAreOnlyInput'>) => boolean
  /** Why a written document cannot be used. */
  fault?: (draft: Draft) => Move | null
  /** Another step that may come before it. */
  before?: { step: StepDefinition; start: (draft: Draft) => Move | null }
  findings?: StepDefinition['findings']
}

/** A phase in which one agent writes one document. */
export function documentPhase<P extends DocumentPhase>({
  phase,
  isOnlyInput = () => false,
  fault = () => null,
  before,
  findings,
}: Document<P>): PhaseDefinition<P> {
  const file = DOCUMENT_FILES[phase]
  const isWritten = (standing: Pick<Standing, 'files' | 'requirementsAreOnlyInput'>): boolean => {
    const found = standing.files[file]
    return found !== undefined && !found.empty && !isOnlyInput(standing)
  }
  const step: StepDefinition = {
    step: phase,
    files: () => [file],
    reads: null,
    reopens: [],
    opensRound: false,
    runsDespiteNogo: false,
    ...(findings && { findings }),
    ended(draft: Draft, last: Step): Move {
      if (!wasWritten(last, file, draft.knownFacts)) return endedWithout(phase, last, file)
      if (!isWritten(draft.knownFacts))
        return {
          type: 'fail',
          phase,
          reason: 'postcondition',
          detail: `${file} still contains only the description`,
        }
      const unusable = fault(draft)
      if (unusable !== null) return unusable
      emitCompleted(draft, phase)
      return afterPhase(draft, phase)
    },
    counted(draft: Draft): void {
      if (isWritten(draft.knownFacts) && fault(draft) === null) emitCompleted(draft, phase)
    },
  }
  return {
    phase,
    kind: 'document' as PhaseDefinition<P>['kind'],
    steps: before === undefined ? [step] : [step, before.step],
    document: { file, isWritten } as PhaseDefinition<P>['document'],
    isApprovable: true as PhaseDefinition<P>['isApprovable'],
    isGoByDefault: true,
    needsTree: false,
    loop: null,
    ticksTasks: false,
    workSurvives: false,
    lack: 'generated',
    after: null,
    isDone: (state: Known, standing: Standing) =>
      isWritten(standing) && !isStray(file, state, standing),
    start: (draft: Draft) =>
      before?.start(draft) ?? { type: 'launch', step: { phase, round: null, mode: null } },
    fix: null,
  }
}

/** Unchanged since the agent of an earlier phase wrote it; an edit makes it the user's document. */
export const isStray = (file: string, { strays }: Known, standing: Standing): boolean =>
  file in strays && isAsLeft(file, strays[file] ?? null, standing)
