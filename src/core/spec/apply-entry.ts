import type { JournalEntry } from '../../contracts/journal.ts'
import type { Phase } from '../../contracts/phases.ts'
import { BUDGET_KINDS, isDocumentPhase, type SpecJson } from '../../contracts/spec-json.ts'
import { foldEntry, type EntryFold } from '../journal/entry-fold.ts'
import { recordAfter } from '../workflow/records.ts'
import { recordedWorkflow } from '../workflow/recorded-workflow.ts'
import {
  definitionOf,
  phasesBefore,
  phasesFrom,
  stepOf,
  workflowOf,
} from '../workflow/workflows.ts'
import { choicesIn } from './choices.ts'
import { withValues } from './guarded.ts'
import { record, type JsonObject } from './normalise.ts'

/** Applies an entry of the journal to spec.json. Unknown keys are kept. */
export function applyEntry(json: SpecJson, entry: JournalEntry): SpecJson {
  const changed = foldEntry(FOLD, json, entry)
  return changed === json ? json : { ...changed, updated_at: entry.time }
}

const FOLD: EntryFold<SpecJson> = {
  'phase.completed': phaseCompleted,
  'approval.granted': (json, { phase }) =>
    isDocumentPhase(phase)
      ? withApproval(json, phase, { generated: true, approved: true })
      : withReview(json, { status: 'approved' }),
  'approval.revoked': (json, { phase }) => approvalRevoked(json, phase),
  'permission.changed': (json, entry) => withPermission(json, entry),
  'choices.changed': (json, entry) => ({
    ...json,
    autoExecution: { ...record(json['autoExecution']), ...choicesIn(entry) },
  }),
  'worktree.chosen': (json, { on }) => ({ ...json, worktree: on }),
  'step.started': stepStarted,
  'review.round-completed': (json, entry) => roundCompleted(json, entry),
  // The round itself continues: whatever is there of it is kept.
  'review.contradicted': (json) =>
    withReview(json, { ...record(json['documentReview']), status: 'in_progress' }),
  'review.fixes-applied': (json, { changed, round }) =>
    changed ? fixesApplied(json, round) : json,
  'inspection.completed': (json, { number, result, time }) =>
    withRound(json, 'inspection', { number, result, inspectedAt: time }),
  'verification.completed': (json, { number, result, time }) =>
    withRound(json, 'verification', { number, result, verifiedAt: time }),
  'phase.followed': (json, entry) => followed(json, entry),
  'budget.changed': (json, entry) => withBudget(json, entry),
  'spec.restored': (json, { keys, values }) => withValues(json, keys, values),
  'run.paused': (json) => interrupted(json),
  'run.failed': (json) => interrupted(json),
  'run.completed': (json) => interrupted(json),
}

function stepStarted(
  json: SpecJson,
  { phase, round, request }: Extract<JournalEntry, { type: 'step.started' }>,
): SpecJson {
  const described = request === undefined ? json : { ...json, description: request }
  return stepOf(phase).opensRound && round !== null
    ? withReview(described, { status: 'in_progress', currentRound: round })
    : described
}

/** Journals of an earlier version know only specs, and do not name the record's new phase. */
function phaseCompleted(
  json: SpecJson,
  { phase, record: named }: Extract<JournalEntry, { type: 'phase.completed' }>,
): SpecJson {
  const after = named ?? recordAfter('spec', phase)
  const moved = after === undefined ? json : { ...json, phase: after }
  if (definitionOf(phase).kind === 'review') return withReview(moved, { status: 'approved' })
  if (!isDocumentPhase(phase)) return moved
  const generated = withApproval(moved, phase, { generated: true, approved: false })
  return 'documentReview' in generated ? withReview(generated, { status: 'pending' }) : generated
}

function withApproval(
  json: SpecJson,
  phase: Phase,
  approval: { generated: boolean; approved: boolean },
): SpecJson {
  const approvals = record(json['approvals'])
  return {
    ...json,
    approvals: { ...approvals, [phase]: { ...record(approvals[phase]), ...approval } },
  }
}

/** An unfinished round approves nothing, whatever an agent wrote there meanwhile. */
function interrupted(json: SpecJson): SpecJson {
  const { currentRound, status } = record(json['documentReview'])
  if (currentRound === undefined || status === 'in_progress') return json
  return withReview(json, { status: 'in_progress', currentRound })
}

/** Sets the given values, and drops `currentRound` unless it is one of them. */
function withReview(json: SpecJson, values: JsonObject): SpecJson {
  const { currentRound: _dropped, ...review } = record(json['documentReview'])
  return { ...json, documentReview: { ...review, ...values } }
}

function approvalRevoked(json: SpecJson, phase: Phase): SpecJson {
  let result = withReview(json, { status: 'pending' })
  const workflow = workflowOf({ workflow: recordedWorkflow('spec', json) })
  for (const later of phasesFrom(workflow, phase).filter(isDocumentPhase))
    result = withApproval(result, later, { generated: false, approved: false })
  const before = phasesBefore(workflow, phase).at(-1)
  const recorded = before === undefined ? undefined : workflow.records[before]
  return { ...result, phase: recorded ?? workflow.recordBefore }
}

function withPermission(json: SpecJson, entry: { phase: Phase; go: boolean }): SpecJson {
  const auto = record(json['autoExecution'])
  const permissions = { ...record(auto['permissions']), [entry.phase]: entry.go }
  return { ...json, autoExecution: { ...auto, permissions } }
}

function withBudget(json: SpecJson, entry: Entry<'budget.changed'>): SpecJson {
  const budget: JsonObject = { ...record(json['budget']) }
  for (const kind of BUDGET_KINDS) {
    const limit = entry[kind]
    if (limit !== undefined) budget[kind] = limit
  }
  return { ...json, budget }
}

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

function roundCompleted(json: SpecJson, entry: Entry<'review.round-completed'>): SpecJson {
  const detail = {
    roundNumber: entry.round,
    status: 'reply_complete',
    ...(entry.reviewCompletedAt === null ? {} : { reviewCompletedAt: entry.reviewCompletedAt }),
    replyCompletedAt: entry.time,
    fixRequired: entry.fixRequired,
    needsDiscussion: entry.needsDiscussion,
    fixStatus: entry.fixStatus,
  }
  const others = roundDetails(json).filter((round) => numberOf(round) !== entry.round)
  return withReview(json, {
    status: entry.approved ? 'approved' : 'in_progress',
    roundDetails: [...others, detail],
  })
}

function roundDetails(json: SpecJson): unknown[] {
  const details = record(json['documentReview'])['roundDetails']
  return Array.isArray(details) ? details : []
}

const numberOf = (round: unknown): unknown => record(round)['roundNumber'] ?? record(round)['round']

function fixesApplied(json: SpecJson, round: number): SpecJson {
  const details = roundDetails(json).map((detail) =>
    numberOf(detail) === round ? { ...record(detail), fixStatus: 'applied' } : detail,
  )
  return { ...json, documentReview: { ...record(json['documentReview']), roundDetails: details } }
}

function withRound(
  json: SpecJson,
  key: 'inspection' | 'verification',
  round: { number: number } & JsonObject,
): SpecJson {
  const part = record(json[key])
  const { rounds: counted, roundDetails } = part
  // Some tools keep a count there, and the rounds in `roundDetails`.
  if (typeof counted === 'number') {
    const details = [...withoutRound(roundDetails, round.number), round]
    const rounds = Math.max(counted, details.length, round.number)
    return { ...json, [key]: { ...part, rounds, roundDetails: details } }
  }
  return { ...json, [key]: { ...part, rounds: [...withoutRound(counted, round.number), round] } }
}

const withoutRound = (rounds: unknown, number: number): unknown[] =>
  Array.isArray(rounds) ? rounds.filter((one) => record(one)['number'] !== number) : []

function followed(json: SpecJson, entry: Entry<'phase.followed'>): SpecJson {
  let result: SpecJson = { ...json, phase: entry.to }
  for (const phase of entry.generated) {
    const approved = record(record(json['approvals'])[phase])['approved'] === true
    result = withApproval(result, phase, { generated: true, approved })
  }
  return result
}
