import { useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { AgentStatus } from '../../../contracts/launch/agent.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { agentsToShow, type AgentFilter } from './agent-list.ts'
import { AGENT_COLUMNS, AgentRow } from './AgentRow.tsx'
import { useAgents } from './agents-store.ts'

const EVERYTHING: AgentFilter = { status: null, spec: '' }

export function AgentListPanel({ agentId }: { agentId: string | null }) {
  const m = useMessages()
  const agents = useAgents((state) => state.agents)
  const [filter, setFilter] = useState(EVERYTHING)
  const shown = useMemo(() => agentsToShow(agents.values(), filter), [agents, filter])
  return (
    <section
      aria-label={m.agents.list}
      className="@container flex min-h-0 min-w-0 grow flex-col bg-surface"
    >
      <Filters filter={filter} count={shown.length} onChange={setFilter} />
      {shown.length === 0 ? (
        <div className="flex flex-col items-start gap-2 p-4 text-muted">
          {m.agents.noMatch}
          <Button size="small" onClick={() => setFilter(EVERYTHING)}>
            {m.agents.clearFilter}
          </Button>
        </div>
      ) : (
        <>
          <Columns />
          <Virtuoso
            role="list"
            aria-label={m.agents.list}
            className="min-h-0 grow"
            data={shown}
            computeItemKey={(_, agent) => agent.agentId}
            itemContent={(_, agent) => (
              <AgentRow agent={agent} isChosen={agent.agentId === agentId} />
            )}
          />
        </>
      )}
    </section>
  )
}

/** Hidden from screen readers, because every row repeats these labels. */
function Columns() {
  const { agents } = useMessages()
  return (
    <div
      aria-hidden
      className="hidden shrink-0 gap-2 border-b border-line px-3 text-xs text-muted @3xl:flex"
    >
      <div className={`grid min-w-0 grow gap-x-3 py-1 ${AGENT_COLUMNS}`}>
        <span>{agents.columns.status}</span>
        <span>{agents.columns.spec}</span>
        <span>{agents.columns.phase}</span>
        <span>{agents.columns.agent}</span>
        <span className="flex gap-3 text-right">
          <span className="w-20">{agents.elapsed}</span>
          <span className="w-12">{agents.tokens}</span>
          <span className="w-14">{agents.cost}</span>
        </span>
      </div>
      <span className="w-8" />
    </div>
  )
}

interface FiltersProps {
  filter: AgentFilter
  count: number
  onChange(filter: AgentFilter): void
}

const CONTROL =
  'h-7 min-w-0 rounded-md border border-line-strong bg-surface px-2 text-text placeholder:text-faint max-md:h-11'

function Filters({ filter, count, onChange }: FiltersProps) {
  const { agents } = useMessages()
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
      <select
        aria-label={agents.filterStatus}
        value={filter.status ?? ''}
        onChange={({ target }) =>
          onChange({
            ...filter,
            status: target.value === '' ? null : (target.value as AgentStatus),
          })
        }
        className={CONTROL}
      >
        <option value="">{agents.allStatuses}</option>
        {(Object.keys(agents.statuses) as AgentStatus[]).map((status) => (
          <option key={status} value={status}>
            {agents.statuses[status]}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label={agents.filterSpec}
        placeholder={agents.filterSpec}
        value={filter.spec}
        onChange={({ target }) => onChange({ ...filter, spec: target.value })}
        className={`${CONTROL} w-56 shrink`}
      />
      <span className="ml-auto shrink-0 text-xs text-muted" aria-live="polite">
        {agents.count(count)}
      </span>
    </div>
  )
}
