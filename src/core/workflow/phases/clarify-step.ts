import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { wasWritten } from '../../decide/written.ts'
import type { Move, StepDefinition } from '../definition.ts'
import { DOCUMENT_FILES, QUESTIONS_FILE } from '../document-files.ts'
import { endedWithout } from '../moves.ts'
import { chosenOf } from '../rules/approver.ts'

const PHASE = 'requirements'
const DOCUMENT = DOCUMENT_FILES[PHASE]

/** Asks about what the description leaves open before anything is built on it. */
export const CLARIFY: StepDefinition = {
  step: 'clarify',
  files: () => [QUESTIONS_FILE, DOCUMENT],
  reads: null,
  reopens: [],
  opensRound: false,
  runsDespiteNogo: false,
  ended(draft, step) {
    noteEarlyDocument(draft, step)
    if (!wasWritten(step, QUESTIONS_FILE, draft.knownFacts))
      return endedWithout(PHASE, step, QUESTIONS_FILE)
    const reading = draft.knownFacts.clarify
    if (reading?.ok !== true) return unreadable(reading)
    draft.emit({ type: 'clarify.asked', questions: reading.questions })
    return reading.questions.length === 0 ? toWrite() : { type: 'ask', phase: PHASE }
  },
  counted(draft, step) {
    noteEarlyDocument(draft, step)
    const reading = draft.knownFacts.clarify
    if (reading?.ok === true) draft.emit({ type: 'clarify.asked', questions: reading.questions })
  },
}

const toWrite = (): Move => ({ type: 'launch', step: { phase: PHASE, round: null, mode: null } })

/** Asks once per spec; a run that was stopped while waiting asks the same again. */
export function clarifyFirst(draft: Draft): Move | null {
  const { mode, phases } = draft.state
  if (mode === 'manual' || chosenOf(draft).clarify !== 'ask') return null
  const { clarify } = phases[PHASE]
  if (clarify === null)
    return { type: 'launch', step: { phase: 'clarify', round: null, mode: null } }
  return clarify.isSettled ? null : { type: 'ask', phase: PHASE }
}

/** No one answered these: the document lists them as assumptions. */
export const assumedFindings = ({ phases }: Pick<Draft['state'], 'phases'>): string[] =>
  (phases[PHASE].clarify?.assumed ?? []).map(
    ({ issue, text }) =>
      `No one answered "${issue}" in time. Take this as the answer and list it under the heading Assumptions: ${text}`,
  )

/** Requirements written before the answers are input, not a result. */
function noteEarlyDocument(draft: Draft, step: Step): void {
  const file = draft.knownFacts.files[DOCUMENT]
  if (file === undefined || !wasWritten(step, DOCUMENT, draft.knownFacts)) return
  draft.emit({
    type: 'documents.strayed',
    phase: 'clarify',
    documents: { [DOCUMENT]: file.fingerprint },
    ticked: false,
  })
}

const unreadable = (reading: Draft['knownFacts']['clarify']): Move => ({
  type: 'fail',
  phase: PHASE,
  reason: 'postcondition',
  detail: `${QUESTIONS_FILE} cannot be read (${reading?.ok === false ? reading.why : 'missing'}); retry from requirements, or run without questions`,
})
