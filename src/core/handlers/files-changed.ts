import { isDocumentPhase, type SpecJson } from '../../contracts/spec-json.ts'
import type { Draft } from '../decide/draft.ts'
import type { Workflow } from '../workflow/definition.ts'
import { isPassed, recordedPhase } from '../workflow/passed.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'

/** `phase` in spec.json follows the documents; a run in progress writes it itself. */
export function handleFilesChanged(draft: Draft): void {
  const facts = draft.knownFacts
  const workflow = workflowOf(draft.state)
  if (isLive(draft.state) || !isOurs(draft, workflow, facts.specJson)) return
  const to = recordedPhase(workflow, draft.state, facts)
  const generated = phasesOf(workflow)
    .filter(isDocumentPhase)
    .filter((phase) => isPassed(phase, draft.state, facts))
    .filter((phase) => !facts.spec.approvals[phase].generated)
  if (to === facts.spec.phase && generated.length === 0) return
  draft.emit({ type: 'phase.followed', from: facts.spec.phase, to, generated })
  draft.saveSpec()
}

/** A mere look never changes the record of another tool, nor a word of its own in it. */
function isOurs({ state }: Draft, workflow: Workflow, { phase }: SpecJson): boolean {
  const own: unknown[] = [undefined, workflow.recordBefore, ...Object.values(workflow.records)]
  return state.lastSeq > 0 && own.includes(phase)
}
