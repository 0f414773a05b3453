import { memo } from 'react'
import { Link } from 'wouter'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { useHref } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { NowText } from '../now/NowText.tsx'
import { isAtWork } from './agent-list.ts'
import { AgentNumbers } from './AgentNumbers.tsx'
import { AgentStatusMark } from './AgentStatusMark.tsx'
import { phaseWords } from './agent-words.ts'
import { StopAgentButton } from './StopAgentButton.tsx'

interface AgentRowProps {
  agent: AgentInfo
  isChosen: boolean
}

export const AGENT_COLUMNS = '@3xl:grid-cols-[96px_minmax(120px,1fr)_minmax(0,1fr)_100px_auto]'

/** One line where it fits; otherwise two, plus one for the current activity. */
export const AgentRow = memo(function AgentRow({ agent, isChosen }: AgentRowProps) {
  const m = useMessages()
  const href = useHref({ screen: 'agents', agentId: agent.agentId })
  return (
    <div
      role="listitem"
      className={`relative flex min-h-12 items-center gap-2 border-b border-line px-3 hover:bg-hover @3xl:min-h-9 max-md:min-h-16 ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <div
        className={`grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1 ${AGENT_COLUMNS}`}
      >
        <AgentStatusMark status={agent.status} />
        <Link
          href={href}
          {...(isChosen ? { 'aria-current': 'true' as const } : {})}
          className="truncate font-medium after:absolute after:inset-0 @max-3xl:col-span-2"
        >
          {agent.item.name}
        </Link>
        <span className="flex min-w-0 gap-x-2 text-muted @max-3xl:contents">
          <span
            className={`truncate @max-3xl:order-4 @max-3xl:col-span-2 ${agent.now === null ? '' : '@3xl:max-w-[60%] @3xl:shrink-0'}`}
          >
            {phaseWords(m, agent)}
            <span className="text-faint @3xl:hidden"> · {agent.agent}</span>
          </span>
          {agent.now === null ? null : (
            <NowText now={agent.now} className="@max-3xl:order-6 @max-3xl:col-span-3" />
          )}
        </span>
        <span className="truncate text-muted @max-3xl:hidden">{agent.agent}</span>
        <AgentNumbers
          agent={agent}
          className="@max-3xl:order-5 @max-3xl:col-start-3 @max-3xl:row-start-2"
        />
      </div>
      <div className="relative flex w-8 justify-center max-md:w-11">
        {isAtWork(agent) ? <StopAgentButton item={agent.item} /> : null}
      </div>
    </div>
  )
})
