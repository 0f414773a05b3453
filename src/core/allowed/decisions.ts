import type { AgentId } from '../../contracts/ids.ts'
import type { Decisions, SpecAction, StopReason } from '../../contracts/views/allowed.ts'
import type { RowFacts } from '../../contracts/views/board.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { documentFileOf } from '../views/document-file.ts'
import { inspectionFile, QUESTIONS_FILE, replyFile } from '../workflow/document-files.ts'
import { definitionOf } from '../workflow/workflows.ts'
import { isLive } from '../views/phase-cells.ts'
import {
  approvalActions,
  continueAction,
  documentToReview,
  nextAction,
  phaseToApprove,
  phaseToRepeat,
} from './spec-actions.ts'

export function decisionsOf(row: RowFacts): Decisions {
  const { question, agentId } = row
  if (row.problem === null && question !== null)
    return { ...NOTHING, agentId, actions: permissionAnswers(question.id) }
  const reason = row.problem === null ? stopReason(row) : null
  if (reason === 'release-unknown') return { ...NOTHING, agentId, actions: RELEASE_ANSWERS }
  if (reason !== null) {
    const { others, ...evidence } = answersTo(reason, row)
    const plain = row.asks === null || isLive(row) ? [] : [continueAction(row)]
    return { ...NOTHING, ...evidence, asks: row.asks, actions: ordered(row, [...plain, ...others]) }
  }
  const phase = waitingDocument(row)
  if (phase === null) return { ...NOTHING, actions: ordered(row, []) }
  return {
    ...NOTHING,
    document: documentFileOf(row, phase),
    actions: ordered(row, [
      { type: 'approve', phase },
      { type: 'reject', phase },
    ]),
  }
}

const NOTHING = { asks: null, document: null, agentId: null } as const

const RELEASE_ANSWERS: SpecAction[] = [
  { type: 'settle-release', hasRun: true },
  { type: 'settle-release', hasRun: false },
]

/** Why the run stopped, if the user has to do something about it. */
export function stopReason({ run }: Pick<RowFacts, 'run'>): StopReason | null {
  const { status, reason, waitingFor } = run
  if (waitingFor === 'answers') return 'needs-answers'
  if (status !== 'paused' && status !== 'error') return null
  return reason === null || reason === 'user' || reason === 'done' || reason === 'nogo'
    ? null
    : reason
}

/** A finished document blocks only the user's own next step. */
export const waitingDocument = (row: RowFacts) =>
  row.problem !== null || row.run.status === 'paused' || row.run.status === 'error'
    ? null
    : documentToReview(row)

const permissionAnswers = (questionId: string): SpecAction[] =>
  (['allow', 'allow-always', 'deny'] as const).map((answer) => ({
    type: 'answer',
    answer,
    questionId,
  }))

/** The recommended action comes first, without duplicates. */
function ordered(row: RowFacts, others: SpecAction[]): SpecAction[] {
  const next = nextAction(row)
  const seen = new Set<string>()
  return [...(next === null ? [] : [next]), ...others].filter((action) => {
    const same = JSON.stringify(action)
    const isNew = !seen.has(same)
    seen.add(same)
    return isNew
  })
}

type Answers = Partial<Pick<Decisions, 'document' | 'agentId'>> & {
  /** The alternatives to the next action. */
  others: SpecAction[]
}

function answersTo(reason: Exclude<StopReason, 'release-unknown'>, row: RowFacts): Answers {
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
    case 'needs-answers':
      return { document: QUESTIONS_FILE, agentId: row.agentId, others: [{ type: 'stop' }] }
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

/** The document to read, and the actions that approve or reject it. */
function awaitedApproval(row: RowFacts, round: number | null): Answers {
  const phase = phaseToApprove(row)
  if (phase === null) return { others: [] }
  const reply = round === null ? null : replyFile(round)
  const document = isDocumentPhase(phase) ? documentFileOf(row, phase) : reply
  return { document, others: approvalActions(row, phase) }
}

/** The evidence against the work: a report, or a check that fails. */
function judgement(row: RowFacts): Partial<Answers> {
  const { phase } = row.run
  const report = phase === null ? null : definitionOf(phase).document
  return report === null ? { agentId: failingCheck(row) } : { document: report.file }
}

const failingCheck = ({ checks }: RowFacts): AgentId | null =>
  (checks.find(({ result }) => result === 'failed')?.log ?? null) as AgentId | null
