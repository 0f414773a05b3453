import type { AgentStatus } from '../../../contracts/launch/agent.ts'
import type { CellState } from '../../../core/views/phase-cells.ts'
import { useMessages } from '../../i18n/messages.ts'
import { STATUS_TEXT, StatusIcon } from '../../ui/Status.tsx'

const STATES: Record<AgentStatus, CellState> = {
  running: 'running',
  completed: 'done',
  interrupted: 'nogo',
  hang: 'waiting',
  failed: 'failed',
}

export function AgentStatusMark({ status }: { status: AgentStatus }) {
  const { agents } = useMessages()
  const state = STATES[status]
  return (
    <span className={`flex items-center gap-1.5 whitespace-nowrap ${STATUS_TEXT[state]}`}>
      <StatusIcon state={state} />
      {agents.statuses[status]}
    </span>
  )
}
