import type { AgentPhase } from '../../contracts/phases.ts'
import { definitionOf, phaseOf } from '../workflow/workflows.ts'

/** A phase must see the line comments on the documents that it writes or builds upon. */
export function touchesDocument(phase: AgentPhase, document: string): boolean {
  return TOUCHED[phase].test(document)
}

/** Comments on code go to the phases that write or judge it. */
export function touchesCode(phase: AgentPhase): boolean {
  const { kind } = definitionOf(phaseOf(phase))
  return kind === 'code' || kind === 'verdict'
}

const REVIEWED = /^(requirements|design|research|tasks|document-review-\d+(-reply)?)\.md$/
const BUILT = /^(requirements|design|research|tasks|inspection-\d+)\.md$/
const REPAIRED = /^(report|analysis|fix|verification)\.md$/

const TOUCHED: Readonly<Record<AgentPhase, RegExp>> = {
  clarify: /^(questions|requirements)\.md$/,
  requirements: /^requirements\.md$/,
  design: /^(design|research)\.md$/,
  tasks: /^tasks\.md$/,
  'document-review': REVIEWED,
  'document-review-reply': REVIEWED,
  impl: BUILT,
  inspection: BUILT,
  analyze: REPAIRED,
  fix: REPAIRED,
  verify: REPAIRED,
  deploy: BUILT,
}
