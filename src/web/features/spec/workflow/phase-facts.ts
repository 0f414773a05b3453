import { sameItem, type WorkItem } from '../../../../contracts/work-item.ts'
import type { AgentInfo } from '../../../../contracts/agent.ts'
import type { SpecRow } from '../../../../contracts/views/board.ts'
import { PHASES, type AgentPhase, type Phase } from '../../../../contracts/phases.ts'
import { isDocumentPhase } from '../../../../contracts/spec-json.ts'
import { isDone, isLive } from '../../../../core/views/phase-cells.ts'
import type { SpecAction } from '../../../../core/views/spec-actions.ts'
import {
  DOCUMENT_FILES,
  inspectionFile,
  replyFile,
  reviewFile,
} from '../../../../core/workflow/files.ts'

/** Nothing runs before a person has reset it. */
export const isBlocked = ({ run }: SpecRow): boolean =>
  run.status === 'error' && run.reason === 'impl-limit'

/** Everything from this phase on once more; only where its turn has come. */
export function retryFrom(row: SpecRow, phase: Phase): SpecAction | null {
  if (row.problem !== null || isLive(row) || isBlocked(row)) return null
  if (phase === 'deploy' || !row.permissions[phase]) return null
  const before = PHASES.slice(0, PHASES.indexOf(phase))
  return before.every((earlier) => isDone(row, earlier)) ? { type: 'retry', from: phase } : null
}

/** What a phase has written so far. */
export function documentOf(row: SpecRow, phase: Phase): string | null {
  if (phase === 'document-review') {
    const round = row.review.rounds.findLast(({ status }) => status !== 'incomplete')
    if (round === undefined) return null
    return round.status === 'reply_complete'
      ? replyFile(round.roundNumber)
      : reviewFile(round.roundNumber)
  }
  if (phase === 'inspection') {
    const last = row.inspections.at(-1)
    return last === undefined ? null : inspectionFile(last.number)
  }
  if (!isDocumentPhase(phase) || !row.approvals[phase].generated) return null
  return DOCUMENT_FILES[phase] ?? null
}

/** The last document that was written: what a person most likely wants to read. */
export function latestDocument(row: SpecRow): string {
  const written = PHASES.findLast((phase) => documentOf(row, phase) !== null)
  return (written === undefined ? null : documentOf(row, written)) ?? 'requirements.md'
}

const phaseOfAgent = (phase: AgentPhase): Phase =>
  phase === 'document-review-reply' ? 'document-review' : phase

/** The newest agent of each phase; `agents` come oldest first. */
export function lastAgents(agents: Iterable<AgentInfo>, item: WorkItem): Map<Phase, AgentInfo> {
  const last = new Map<Phase, AgentInfo>()
  for (const agent of agents) {
    if (sameItem(agent.item, item)) last.set(phaseOfAgent(agent.phase), agent)
  }
  return last
}
