import type { Phase } from '../../contracts/phases.ts'
import type { RecordPhase } from '../../contracts/spec-json.ts'
import type { Known, PhaseDefinition, Standing, Workflow } from './definition.ts'
import { isFinished } from './rules/finished-work.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { definitionOf, documentOf, phasesOf } from './workflows.ts'

/** The one answer to whether a phase has passed, from the journal and the facts on disk. */
export const isPassed = (phase: Phase, state: Known, standing: Standing): boolean =>
  !state.redo.includes(phase) && definitionOf(phase).isDone(state, standing)

/**
 * Documents that were never written although a later one was: nobody waits for them, and no run
 * writes them afterwards. One that was generated and then deleted is not among them.
 */
export function leftOut(workflow: Workflow, state: Known, standing: Standing): Phase[] {
  if (standing.spec.wantsAllDocuments) return []
  const documents = phasesOf(workflow).filter(isDocumentPhase)
  const last = documents.findLastIndex((phase) => isPassed(phase, state, standing))
  const { approvals } = standing.spec
  return documents
    .slice(0, Math.max(last, 0))
    .filter((phase) => !approvals[phase].generated && !state.redo.includes(phase))
    .filter((phase) => standing.files[documentOf(phase).file] === undefined)
}

/**
 * The last phase of the unbroken sequence of passed ones; a workflow may skip what is NOGO. For
 * finished work, documents that never existed are not written afterwards.
 */
export function lastCompletedPhase(
  workflow: Workflow,
  state: Known,
  standing: Standing,
): Phase | null {
  const { permissions } = standing.spec
  const isOver = isFinished(state, standing)
  const missing = leftOut(workflow, state, standing)
  let last: Phase | null = null
  for (const { phase, kind } of workflow.phases) {
    if (isPassed(phase, state, standing)) last = phase
    else if (missing.includes(phase)) continue
    else if (isOver && kind === 'document' && !state.redo.includes(phase)) continue
    else if (workflow.atNogo === 'ends' || permissions[phase]) return last
  }
  return last
}

/** The record's `phase` according to the documents. */
export function recordedPhase(workflow: Workflow, state: Known, standing: Standing): RecordPhase {
  const last = workflow.phases.at(-1)
  const lastRecord = last && workflow.records[last.phase]
  if (lastRecord && last.isDone(state, standing)) return lastRecord
  if (workflow.atNogo === 'skips') return newestRecord(workflow, state, standing)
  if (isFinished(state, standing)) return standing.spec.phase
  const missing = leftOut(workflow, state, standing)
  let record = workflow.recordBefore
  for (const definition of workflow.phases) {
    const after = workflow.records[definition.phase]
    if (after === undefined || missing.includes(definition.phase)) continue
    if (!isRecorded(definition, state, standing)) return record
    record = after
  }
  return record
}

/** Where phases may be skipped, the document of the latest phase decides. */
function newestRecord(workflow: Workflow, state: Known, standing: Standing): RecordPhase {
  const newest = workflow.phases.findLast(
    (definition) => workflow.records[definition.phase] && isRecorded(definition, state, standing),
  )
  return (newest && workflow.records[newest.phase]) ?? workflow.recordBefore
}

const isRecorded = (definition: PhaseDefinition, state: Known, standing: Standing): boolean =>
  definition.workSurvives
    ? definition.isDone(state, standing)
    : isPassed(definition.phase, state, standing)
