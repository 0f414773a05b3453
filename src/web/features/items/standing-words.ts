import type { ItemRow } from '../../../contracts/views/board.ts'
import type { Need } from '../../../core/views/needs-you.ts'
import type { Stand } from '../../../core/views/standing.ts'
import type { Messages } from '../../i18n/messages.ts'

/** What an item needs, worded the same in its row, header and inbox entry. */
export const titleOfNeed = (m: Messages, { kind }: Pick<Need, 'kind'>): string =>
  kind === 'hang' ? m.inbox.hangTitle : m.reasons[kind].title

/** The status of an item, worded the same in row and header. */
export function wordsOfStand(m: Messages, row: ItemRow, { need, standing }: Stand): string {
  if (need !== null) return titleOfNeed(m, need)
  const { status, reason, phase } = row.run
  if (status === 'completed' && standing === 'waiting' && row.redo.length > 0) {
    const again = row.allowed.toRun
    if (again !== null) return m.workflow.runsAgainFrom(m.common.phases[again])
  }
  if (status === 'running' && row.run.waitingFor !== null) return waitingWords(m, row.run)
  if (status === 'running' && phase !== null) {
    const words = `${m.workflow.status.running} · ${m.common.phases[phase]}`
    return row.mode === 'manual' ? `${words} (${m.workflow.manual})` : words
  }
  // A manual phase run ends the run, not the item.
  if (status === 'completed' && row.mode === 'manual' && phase !== null)
    return `${m.workflow.phaseState(m.common.phases[phase], m.common.cells.done)} (${m.workflow.manual})`
  if (reason === 'nogo' && phase !== null) return m.common.stoppedBefore(m.common.phases[phase])
  if (reason === 'user' || reason === 'done' || reason === 'nogo') return m.reasons[reason].title
  return m.workflow.status[status]
}

function waitingWords({ common, workflow }: Messages, run: ItemRow['run']): string {
  const { waitingFor, waitingUntil } = run
  const until = waitingUntil === null ? null : common.clock(waitingUntil)
  switch (waitingFor) {
    case 'working-tree':
      return `${workflow.status.queued} · ${workflow.waitsForTree(run.waitingBehind)}`
    case 'quota':
      return `${workflow.status.queued} · ${workflow.waitsForQuota(until)}`
    case 'service':
      return `${workflow.status.queued} · ${workflow.waitsForService(until)}`
    case 'network':
      return `${workflow.status.queued} · ${workflow.waitsForNetwork(until)}`
    case 'answer':
      return `${workflow.status.running} · ${workflow.waitsForAnswer}`
    case 'answers':
      return workflow.waitsForAnswers(until)
    case null:
      return workflow.status.running
    default:
      return waitingFor satisfies never
  }
}
