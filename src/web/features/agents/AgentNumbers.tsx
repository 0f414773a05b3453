import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../items/use-now.ts'

/** How long an agent has worked, and what it has used so far. */
export function AgentNumbers({ agent, className = '' }: { agent: AgentInfo; className?: string }) {
  const { agents, common } = useMessages()
  const { usage } = agent
  const tokens = usage === null ? null : usage.inputTokens + usage.outputTokens
  return (
    <dl className={`flex shrink-0 items-center gap-3 text-xs text-muted ${className}`}>
      <div className="text-right @3xl:w-20 whitespace-nowrap">
        <dt className="sr-only">{agents.elapsed}</dt>
        <dd>{agent.endedAt === null ? <Ticking agent={agent} /> : <Taken agent={agent} />}</dd>
      </div>
      <div className={`text-right @3xl:w-12 ${usage === null ? '@max-3xl:hidden' : ''}`}>
        <dt className="sr-only">{agents.tokens}</dt>
        <dd {...(usage === null ? {} : { title: tokensTitle(agents, usage) })}>
          {tokens === null ? '–' : common.tokens(tokens)}
        </dd>
      </div>
      <div className={`text-right @3xl:w-14 ${usage === null ? '@max-3xl:hidden' : ''}`}>
        <dt className="sr-only">{agents.cost}</dt>
        <dd {...(usage?.costUsd === undefined ? { title: agents.costUnknown } : {})}>
          {usage?.costUsd === undefined ? '–' : common.cost(usage.costUsd)}
        </dd>
      </div>
    </dl>
  )
}

const tokensTitle = (
  { tokensExact }: { tokensExact(input: number, output: number): string },
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): string => tokensExact(inputTokens, outputTokens)

function Ticking({ agent }: { agent: AgentInfo }) {
  const { common } = useMessages()
  return common.duration((useNow(1000) - Date.parse(agent.startedAt)) / 1000)
}

function Taken({ agent }: { agent: AgentInfo }) {
  const { common } = useMessages()
  const end = Date.parse(agent.endedAt ?? agent.startedAt)
  return common.duration((end - Date.parse(agent.startedAt)) / 1000)
}
