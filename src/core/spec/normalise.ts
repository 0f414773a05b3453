import { AGENT_PHASES, type DocumentPhase } from '../../contracts/phases.ts'
import {
  BUDGET_KINDS,
  type Approvals,
  type Budget,
  type FixStatus,
  type InspectionRound,
  type Permissions,
  type ReviewRound,
  type ReviewStatus,
  type Spec,
  type SpecAgents,
  type SpecJson,
  type RecordPhase,
  type VerificationRound,
} from '../../contracts/spec-json.ts'
import { defaultPermissions } from '../workflow/default-permissions.ts'
import type { Workflow } from '../workflow/definition.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { choicesIn } from './choices.ts'
import { phaseOfWord } from './phase-words.ts'
import { recordedWorkflow } from '../workflow/recorded-workflow.ts'
import { SPEC_WORKFLOW } from '../workflow/tables/spec-workflow.ts'
import { workflowOf } from '../workflow/workflows.ts'

/** Reads what this and other tools have written into spec.json; unknown shapes become defaults. */
export function normaliseSpec(
  name: string,
  json: SpecJson,
  workflow: Workflow = SPEC_WORKFLOW,
): Spec {
  const review = record(json['documentReview'])
  // Some tools call it `status`; an empty or missing phase says nothing.
  const said = saidPhase(workflow, json['phase'] ?? json['status'])
  const reading = {
    phase: said ?? workflow.recordBefore,
    isPhaseSaid: said !== null,
    wantsAllDocuments: json['workflow'] === 'spec',
    review: {
      status: reviewStatus(review['status']),
      currentRound: positive(review['currentRound']),
      rounds: rounds(review),
    },
    inspections: inspections(record(json['inspection'])),
  }
  return {
    ...reading,
    name,
    description: text(json['description']) ?? '',
    language: text(json['language']) ?? 'en',
    claimsDone: claimsDone(workflow, reading),
    approvals: approvals(record(json['approvals'])),
    permissions: permissions(workflow, record(record(json['autoExecution'])['permissions'])),
    verifications: list(record(json['verification'])['rounds']).flatMap(verificationRound),
    agents: agents(record(json['agents'])),
    // The older tool kept an object there.
    worktree: typeof json['worktree'] === 'boolean' ? json['worktree'] : null,
    choices: choicesIn(record(json['autoExecution'])),
    budget: budget(record(json['budget'])),
  }
}

/** Reads a record by the workflow that it names itself. */
export const readRecord = ({ kind, name }: WorkItem, json: SpecJson): Spec =>
  normaliseSpec(name, json, workflowOf({ workflow: recordedWorkflow(kind, json) }))

export type JsonObject = Record<string, unknown>

export const record = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
const natural = (value: unknown): number | null => (value === 0 ? 0 : positive(value))

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | null {
  return allowed.find((candidate) => candidate === value) ?? null
}

function saidPhase({ recordBefore, records }: Workflow, value: unknown): RecordPhase | null {
  const known = [recordBefore, ...Object.values(records)]
  return oneOf(known, value) ?? oneOf(known, phaseOfWord(value))
}

/** Code that is complete without an approved review cannot come from our own workflow. */
function claimsDone(
  { phases, records }: Workflow,
  { phase, review, inspections: found }: Pick<Spec, 'phase' | 'review' | 'inspections'>,
): boolean {
  if (found.at(-1)?.result === 'nogo') return false
  const kindAfter = phases.find((one) => records[one.phase] === phase)?.kind
  if (kindAfter === 'verdict' || kindAfter === 'release') return true
  const hasReview = phases.some(({ kind }) => kind === 'review')
  return kindAfter === 'code' && hasReview && review.status !== 'approved'
}

function approvals(json: JsonObject): Approvals {
  const read = (phase: DocumentPhase) => ({
    generated: record(json[phase])['generated'] === true,
    approved: record(json[phase])['approved'] === true,
  })
  return { requirements: read('requirements'), design: read('design'), tasks: read('tasks') }
}

function permissions(workflow: Workflow, json: JsonObject): Permissions {
  const result = defaultPermissions(workflow)
  for (const { phase } of workflow.phases) {
    const value = json[phase]
    if (typeof value === 'boolean') result[phase] = value
  }
  return result
}

function agents(json: JsonObject): SpecAgents {
  const result: SpecAgents = {}
  for (const key of ['default', ...AGENT_PHASES] as const) {
    const name = text(json[key])?.trim()
    if (name) result[key] = name
  }
  return result
}

function budget(json: JsonObject): Partial<Budget> {
  const result: Partial<Budget> = {}
  for (const kind of BUDGET_KINDS) {
    const limit = json[kind]
    if (limit === null || (typeof limit === 'number' && limit > 0)) result[kind] = limit
  }
  return result
}

function reviewStatus(value: unknown): ReviewStatus {
  if (value === 'approved') return 'approved'
  if (value === 'in_progress' || value === 'in-progress') return 'in_progress'
  return 'pending'
}

function rounds(review: JsonObject): ReviewRound[] {
  const details = list(review['roundDetails'] ?? review['rounds']).map((value, index) =>
    reviewRound(record(value), index + 1),
  )
  // Some tools only count: without the entries the numbering would start again at 1.
  const counted = positive(review['rounds']) ?? 0
  for (let number = details.length + 1; number <= counted; number++)
    details.push({ ...reviewRound({ status: 'complete' }, number) })
  return details
}

function reviewRound(json: JsonObject, position: number): ReviewRound {
  return {
    roundNumber: positive(json['roundNumber']) ?? positive(json['round']) ?? position,
    status: roundStatus(json),
    fixRequired: natural(json['fixRequired']),
    needsDiscussion: natural(json['needsDiscussion']),
    fixStatus:
      oneOf<FixStatus>(['not_required', 'pending', 'applied'], json['fixStatus']) ??
      (json['fixApplied'] === true ? 'applied' : null),
  }
}

const COMPLETE = /^(reply[-_]?complete(d)?|complete(d)?|resolved|approved|done)$/
const REVIEWED = /^review[-_]?complete(d)?$/

function roundStatus(json: JsonObject): ReviewRound['status'] {
  const status = text(json['status'])?.toLowerCase() ?? ''
  if (COMPLETE.test(status)) return 'reply_complete'
  if (REVIEWED.test(status)) return 'review_complete'
  return 'incomplete'
}

function inspections(json: JsonObject): InspectionRound[] {
  const { rounds: counted, roundDetails } = json
  const found = list(Array.isArray(counted) ? counted : roundDetails).flatMap(inspectionRound)
  if (found.length > 0) return found
  // The older tool once kept only the last inspection, with the name of its report.
  const number = /^inspection-(?:report-)?(\d{1,6})\.md$/.exec(text(json['report_file']) ?? '')?.[1]
  return number === undefined ? [] : inspectionRound(json, Number(number) - 1)
}

function inspectionRound(value: unknown, index: number): InspectionRound[] {
  const json = record(value)
  const said = text(json['result'])?.toLowerCase().replace('-', '')
  const result = said ?? PASSED.get(json['passed'])
  if (result !== 'go' && result !== 'nogo') return []
  return [
    { number: positive(json['number']) ?? positive(json['roundNumber']) ?? index + 1, result },
  ]
}

const PASSED = new Map<unknown, InspectionRound['result']>([
  [true, 'go'],
  [false, 'nogo'],
])

function verificationRound(value: unknown, index: number): VerificationRound[] {
  const json = record(value)
  const result = oneOf(['verified', 'not-verified'] as const, json['result'])
  return result === null ? [] : [{ number: positive(json['number']) ?? index + 1, result }]
}
