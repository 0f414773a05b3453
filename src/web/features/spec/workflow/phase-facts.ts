import { sameItem, type WorkItem } from '../../../../contracts/work-item.ts'
import type { AgentInfo } from '../../../../contracts/agent.ts'
import type { SpecRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { isDocumentPhase } from '../../../../contracts/spec-json.ts'
import { definitionOf, phaseOf, phasesOf, workflowOf } from '../../../../core/workflow/workflows.ts'
import { inspectionFile, replyFile, reviewFile } from '../../../../core/workflow/document-files.ts'

/** What a phase has written so far. */
export function documentOf(row: SpecRow, phase: Phase): string | null {
  const { kind, document } = definitionOf(phase)
  if (kind === 'review') {
    const round = row.review.rounds.findLast(({ status }) => status !== 'incomplete')
    if (round === undefined) return null
    return round.status === 'reply_complete'
      ? replyFile(round.roundNumber)
      : reviewFile(round.roundNumber)
  }
  if (kind === 'verdict') {
    const last = row.inspections.at(-1)
    return last === undefined ? null : inspectionFile(last.number)
  }
  if (!isDocumentPhase(phase) || !row.approvals[phase].generated) return null
  return document?.file ?? null
}

/** The last document that was written: what a person most likely wants to read. */
export function latestDocument(row: SpecRow): string {
  const written = phasesOf(workflowOf(row)).findLast((phase) => documentOf(row, phase) !== null)
  return (written === undefined ? null : documentOf(row, written)) ?? 'requirements.md'
}

/** The newest agent of each phase; `agents` come oldest first. */
export function lastAgents(agents: Iterable<AgentInfo>, item: WorkItem): Map<Phase, AgentInfo> {
  const last = new Map<Phase, AgentInfo>()
  for (const agent of agents) {
    if (sameItem(agent.item, item)) last.set(phaseOf(agent.phase), agent)
  }
  return last
}
