import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { AgentId } from '../../contracts/ids.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { ErrorReason, PauseReason } from '../../contracts/reasons.ts'
import type { Question } from '../../contracts/run-state.ts'
import {
  approvalActions,
  documentToReview,
  nextAction,
  phaseToApprove,
  phaseToRepeat,
  type SpecAction,
} from './spec-actions.ts'
import { definitionOf } from '../workflow/workflows.ts'
import { inspectionFile, replyFile } from '../workflow/document-files.ts'

/** Something that waits for a person. */
export interface AttentionItem {
  /** The same while the same thing waits. */
  id: string
  item: WorkItem
  kind: 'approval' | 'unreadable' | 'question' | Exclude<PauseReason, 'user'> | ErrorReason
  phase: Phase | null
  at: string | null
  detail: string
  /** The document to read before deciding. */
  document: string | null
  agentId: AgentId | null
  /** What really moves the run; the first one is the usual answer. */
  actions: SpecAction[]
}

/** Where the reason alone says too little: files, branches or checks are named in the detail. */
const NAMED_IN_DETAIL: ReadonlySet<AttentionItem['kind']> = new Set([
  'workspace',
  'conflict',
  'not-verified',
  'check-missing',
])

export const isDetailNeeded = ({ kind }: Pick<AttentionItem, 'kind'>): boolean =>
  NAMED_IN_DETAIL.has(kind)

/** Everything that waits, newest first. */
export function attentionOf(rows: Iterable<ItemRow>): AttentionItem[] {
  const items: AttentionItem[] = []
  for (const row of rows) items.push(...itemsOf(row))
  return items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}

function itemsOf(row: ItemRow): AttentionItem[] {
  if (row.problem !== null)
    return [
      {
        ...itemBase(row),
        kind: 'unreadable',
        detail: row.problem,
        actions: startingWithNext(row, []),
      },
    ]
  const waiting = runItem(row)
  return waiting === null ? approvals(row) : [waiting]
}

function runItem(row: ItemRow): AttentionItem | null {
  const { status, reason } = row.run
  if (row.question !== null) return questionItem(row, row.question)
  if (status !== 'paused' && status !== 'error') return null
  if (reason === null || reason === 'user' || reason === 'done' || reason === 'nogo') return null
  const { others, ...evidence } = answersTo(reason, row)
  return { ...itemBase(row), kind: reason, ...evidence, actions: startingWithNext(row, others) }
}

function startingWithNext(row: ItemRow, others: SpecAction[]): SpecAction[] {
  const next = nextAction(row)
  if (next === null) return others
  const same = JSON.stringify(next)
  return [next, ...others.filter((action) => JSON.stringify(action) !== same)]
}

function questionItem(row: ItemRow, { id, tool, summary }: Question): AttentionItem {
  return {
    ...itemBase(row),
    id: `${itemKey(row.item)}:question:${id}`,
    kind: 'question',
    detail: [tool, summary].filter(Boolean).join(': '),
    agentId: row.agentId,
    actions: (['allow', 'allow-always', 'deny'] as const).map((answer) => ({
      type: 'answer',
      answer,
      questionId: id,
    })),
  }
}

type Answers = Partial<Pick<AttentionItem, 'document' | 'agentId'>> & {
  /** What else can be done than the next action. */
  others: SpecAction[]
}

function answersTo(reason: Exclude<PauseReason, 'user'> | ErrorReason, row: ItemRow): Answers {
  const resume: SpecAction = { type: 'resume' }
  const again = phaseToRepeat(row)
  const round = row.review.rounds.at(-1)?.roundNumber ?? row.run.round
  switch (reason) {
    case 'needs-discussion':
    case 'max-rounds':
    case 'unreadable-review':
      return {
        document: round === null || round === undefined ? null : replyFile(round),
        others: [{ type: 'approve-review-and-resume' }],
      }
    case 'verdict-nogo':
    case 'unreadable-verdict':
      return {
        document: inspectionFile(Math.max(1, row.inspections.at(-1)?.number ?? 1)),
        others: again === null ? [resume] : [resume, { type: 'retry', from: again }],
      }
    case 'needs-approval':
      return awaitedApproval(row, round ?? null)
    case 'not-verified':
      return { ...judgement(row), others: [resume] }
    case 'impl-limit':
      return {
        document: 'tasks.md',
        agentId: failingCheck(row) ?? row.agentId,
        others: [{ type: 'reset-and-start' }],
      }
    case 'unreadable-tasks':
    case 'blocked':
      return { document: 'tasks.md', others: [] }
    case 'agent-asked':
      return { agentId: row.agentId, others: [resume] }
    case 'agent-failed':
    case 'agent-missing':
    case 'timeout':
    case 'postcondition':
    case 'crash-loop':
      return { agentId: row.agentId, others: [] }
    case 'budget':
      return { others: [{ type: 'budget' }] }
    case 'quota':
    case 'service':
    case 'network':
      return { agentId: row.agentId, others: [] }
    case 'conflict':
      return { agentId: row.agentId, others: [{ type: 'view-changes' }] }
    case 'workspace':
    case 'check-missing':
    case 'untrusted':
    case 'not-available':
    case 'interrupted':
    case 'unreadable-state':
    case 'unreadable-spec':
    case 'host-failed':
      return { others: [] }
    default:
      return reason satisfies never
  }
}

/** The document, and a yes or a no to it. */
function awaitedApproval(row: ItemRow, round: number | null): Answers {
  const phase = phaseToApprove(row)
  if (phase === null) return { others: [] }
  const { document } = definitionOf(phase)
  const reply = round === null ? null : replyFile(round)
  return { document: document?.file ?? reply, others: approvalActions(row, phase) }
}

/** What says no: a report, or a check that fails. */
function judgement(row: ItemRow): Partial<Answers> {
  const { phase } = row.run
  const report = phase === null ? null : definitionOf(phase).document
  return report === null ? { agentId: failingCheck(row) } : { document: report.file }
}

const failingCheck = ({ checks }: ItemRow): AgentId | null =>
  (checks.find(({ result }) => result === 'failed')?.log ?? null) as AgentId | null

/** A finished document holds up nothing but the person's own next step. */
function approvals(row: ItemRow): AttentionItem[] {
  const phase = documentToReview(row)
  if (phase === null || row.run.status === 'paused' || row.run.status === 'error') return []
  return [
    {
      ...itemBase(row),
      id: `${itemKey(row.item)}:approval:${phase}`,
      kind: 'approval',
      phase,
      document: `${phase}.md`,
      actions: startingWithNext(row, [
        { type: 'approve', phase },
        { type: 'reject', phase },
      ]),
    },
  ]
}

const itemBase = (row: ItemRow): Omit<AttentionItem, 'kind' | 'actions'> => ({
  id: `${itemKey(row.item)}:${row.run.status}:${row.run.reason ?? ''}:${row.run.phase ?? ''}`,
  item: row.item,
  phase: row.run.phase,
  at: row.activeAt,
  detail: row.detail,
  document: null,
  agentId: null,
})
