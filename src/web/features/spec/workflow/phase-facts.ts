import { isSpec, sameItem, type WorkItem } from '../../../../contracts/work-item.ts'
import type { AgentInfo } from '../../../../contracts/launch/agent.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { isTalk, type Phase } from '../../../../contracts/phases.ts'
import { isDocumentPhase } from '../../../../contracts/spec-json.ts'
import { isCheckAgent } from '../../../../core/agent-events/check-lines.ts'
import { documentFileOf } from '../../../../core/views/document-file.ts'
import { definitionOf, phaseOf, phasesOf, workflowOf } from '../../../../core/workflow/workflows.ts'
import type { PhaseDefinition } from '../../../../core/workflow/definition.ts'
import {
  BUG_FILES,
  inspectionFile,
  replyFile,
  reviewFile,
} from '../../../../core/workflow/document-files.ts'

/** The document that a phase has written so far. */
export function documentOf(row: ItemRow, phase: Phase): string | null {
  const { kind, document } = definitionOf(phase)
  if (kind === 'review') {
    const round = row.review.rounds.findLast(({ status }) => status !== 'incomplete')
    if (round === undefined) return null
    return round.status === 'reply_complete'
      ? replyFile(round.roundNumber)
      : reviewFile(round.roundNumber)
  }
  if (document !== null && !isDocumentPhase(phase))
    return row.done.includes(phase) || hasVerdict(row, kind) ? document.file : null
  if (kind === 'verdict') {
    const last = row.inspections.at(-1)
    return last === undefined ? null : inspectionFile(last.number)
  }
  if (!isDocumentPhase(phase) || !row.approvals[phase].generated) return null
  return documentFileOf(row, phase)
}

/** A report with a negative verdict can be read too. */
const hasVerdict = ({ verifications }: ItemRow, kind: PhaseDefinition['kind']): boolean =>
  kind === 'verdict' && verifications.length > 0

/** The most recently written document, which the user most likely wants to read. */
export function latestDocument(row: ItemRow): string {
  const written = phasesOf(workflowOf(row)).findLast((phase) => documentOf(row, phase) !== null)
  return (written === undefined ? null : documentOf(row, written)) ?? firstDocument(row)
}

/** The user's own report of a bug, or the first document of a spec. */
function firstDocument(row: ItemRow): string {
  if (!isSpec(row.item)) return BUG_FILES.report
  return documentFileOf(row, phasesOf(workflowOf(row)).find(isDocumentPhase) ?? 'requirements')
}

/** The newest agent of each phase; `agents` come oldest first. */
export function lastAgents(agents: Iterable<AgentInfo>, item: WorkItem): Map<Phase, AgentInfo> {
  const last = new Map<Phase, AgentInfo>()
  for (const agent of agents) {
    if (!sameItem(agent.item, item) || isCheckAgent(agent.agent)) continue
    const { phase } = agent
    if (!isTalk(phase)) last.set(phaseOf(phase), agent)
  }
  return last
}
