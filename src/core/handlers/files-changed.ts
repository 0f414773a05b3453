import type { Draft } from '../decide/draft.ts'
import { isPassed, recordedPhase } from '../workflow/passed.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'

/** `phase` in spec.json follows the documents; a run in progress writes it itself. */
export function handleFilesChanged(draft: Draft): void {
  if (isLive(draft.state)) return
  const facts = draft.knownFacts
  const workflow = workflowOf(draft.state)
  const to = recordedPhase(workflow, draft.state, facts)
  const generated = phasesOf(workflow)
    .filter(isDocumentPhase)
    .filter((phase) => isPassed(phase, draft.state, facts))
    .filter((phase) => !facts.spec.approvals[phase].generated)
  if (to === facts.spec.phase && generated.length === 0) return
  draft.emit({ type: 'phase.followed', from: facts.spec.phase, to, generated })
  draft.saveSpec()
}
