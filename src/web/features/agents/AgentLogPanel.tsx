import { Link } from 'wouter'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { useHref } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { isAtWork } from './agent-list.ts'
import { AgentNumbers } from './AgentNumbers.tsx'
import { AgentStatusMark } from './AgentStatusMark.tsx'
import { phaseWords } from './agent-words.ts'
import { useAgents } from './agents-store.ts'
import type { ShownAs } from './log/LogTools.tsx'
import { LogView } from './log/LogView.tsx'
import { StopAgentButton } from './StopAgentButton.tsx'

interface AgentLogPanelProps {
  agentId: string
  /** The view that is shown first. */
  first?: ShownAs
}

/** What an agent has said and done, live while it runs. */
export function AgentLogPanel({ agentId, first = 'structured' }: AgentLogPanelProps) {
  const m = useMessages()
  const agent = useAgents((state) => state.agents.get(agentId as AgentId) ?? null)
  const isLoaded = useAgents((state) => state.isLoaded)
  if (agent === null) return isLoaded ? <p className="p-4 text-muted">{m.agents.gone}</p> : null
  return (
    <section
      aria-label={m.agents.log.label(agent.item.name, phaseWords(m, agent))}
      className="flex min-h-0 min-w-0 grow flex-col"
      data-testid="agent-log"
    >
      <Heading agent={agent} />
      <LogView agent={agent} first={first} />
    </section>
  )
}

function Heading({ agent }: { agent: AgentInfo }) {
  const m = useMessages()
  const { item } = agent
  const href = useHref({ screen: 'item', item, tab: 'documents', document: null })
  return (
    <header className="shrink-0 border-b border-line px-3 py-1">
      <div className="flex min-w-0 items-center gap-x-3 max-md:flex-wrap">
        <AgentStatusMark status={agent.status} />
        <h2 className="min-w-0 truncate font-semibold max-md:order-1 max-md:basis-full">
          <Link href={href} className="hover:underline">
            {item.name}
          </Link>
        </h2>
        <span className="min-w-0 truncate text-muted max-md:order-1">{phaseWords(m, agent)}</span>
        <span className="shrink-0 text-muted max-md:order-1">
          {[agent.agent, agent.model].filter(Boolean).join(' · ')}
        </span>
        {agent.pid === null || !isAtWork(agent) ? null : (
          <span className="shrink-0 text-xs text-faint max-xl:hidden">
            {m.agents.log.pid(agent.pid)}
          </span>
        )}
        <div className="ml-auto flex min-h-8 shrink-0 items-center gap-2">
          <AgentNumbers agent={agent} />
          {isAtWork(agent) ? <StopAgentButton item={item} /> : null}
        </div>
      </div>
      {agent.message === null || agent.status === 'completed' ? null : (
        <p className="pb-1 text-xs break-words text-muted">{agent.message}</p>
      )}
    </header>
  )
}
