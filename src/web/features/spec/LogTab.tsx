import { sameItem } from '../../../contracts/work-item.ts'
import { SquareTerminal } from 'lucide-react'
import { useMemo } from 'react'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { INPUT } from '../../ui/Field.tsx'
import { AgentLogPanel } from '../agents/AgentLogPanel.tsx'
import { useAgents } from '../agents/agents-store.ts'
import { phaseWords } from '../agents/agent-words.ts'
import { usePreferences } from '../preferences/preferences-store.ts'
import { readLogPlace } from './prompt-place.ts'
import { momentOf } from './timeline/shown-moments.ts'

const NEWEST = { agentId: null, isPrompt: false } as const

/** The output of this item's agents; the newest unless another was chosen. */
export function LogTab({ row, shown: wanted }: { row: ItemRow; shown: string | null }) {
  const { agentId, isPrompt } = wanted === null ? NEWEST : readLogPlace(wanted)
  const m = useMessages()
  const { workflow } = m
  const language = usePreferences((state) => state.language)
  const all = useAgents((state) => state.agents)
  const agents = useMemo(
    () => [...all.values()].filter(({ item }) => sameItem(item, row.item)).toReversed(),
    [all, row.item],
  )
  const shown =
    agents.find((agent) => agent.agentId === (agentId ?? row.agentId)) ?? agents[0] ?? null
  if (shown === null)
    return (
      <EmptyState
        icon={<SquareTerminal aria-hidden className="size-8" />}
        title={workflow.log.none}
      >
        <p>{workflow.log.noneWhy}</p>
      </EmptyState>
    )
  const nameOf = (agent: AgentInfo): string =>
    `${phaseWords(m, agent)} · ${agent.agent} · ${momentOf(agent.startedAt, language)}`
  return (
    <div className="flex min-h-0 grow flex-col">
      {agents.length < 2 ? null : (
        <label className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-1 text-xs">
          <span className="max-md:sr-only">{workflow.log.choose}</span>
          <select
            value={shown.agentId}
            className={`${INPUT} h-7 max-w-96 py-0 max-md:h-11`}
            onChange={(event) =>
              go({
                screen: 'item',
                item: row.item,
                tab: 'log',
                document: event.target.value,
              })
            }
          >
            {agents.map((agent) => (
              <option key={agent.agentId} value={agent.agentId}>
                {nameOf(agent)}
              </option>
            ))}
          </select>
        </label>
      )}
      <AgentLogPanel
        key={`${shown.agentId} ${isPrompt}`}
        agentId={shown.agentId}
        first={isPrompt ? 'prompt' : 'structured'}
      />
    </div>
  )
}
