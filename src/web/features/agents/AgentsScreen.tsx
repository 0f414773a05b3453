import { ArrowLeft, Bot } from 'lucide-react'
import { Waiting } from '../connection/Waiting.tsx'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { go, useHref } from '../../app/routes.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useSettings } from '../settings/settings-store.ts'
import { AgentListPanel } from './AgentListPanel.tsx'
import { useAgents } from './agents-store.ts'

const AgentLanes = lazyPart(async () => (await import('./AgentLanes.tsx')).AgentLanes)
const AgentLogPanel = lazyPart(async () => (await import('./AgentLogPanel.tsx')).AgentLogPanel)

/** The list, with the log of the chosen agent beside it, or instead of it on a phone. */
export function AgentsScreen({ agentId }: { agentId: string | null }) {
  const { common } = useMessages()
  const isEmpty = useAgents(({ isLoaded, agents }) => isLoaded && agents.size === 0)
  const isLoaded = useAgents((state) => state.isLoaded)
  if (!isLoaded) return <Waiting />
  if (isEmpty) return <NoAgents />
  return (
    <div className="flex min-h-0 min-w-0 grow">
      <h1 className="sr-only">{common.nav.agents}</h1>
      <div
        className={`flex min-h-0 min-w-0 flex-col ${agentId === null ? 'grow' : 'w-[420px] shrink-0 border-r border-line max-lg:w-80 max-md:hidden'}`}
      >
        {agentId === null ? (
          <div className="max-h-[40%] shrink-0 overflow-y-auto bg-surface max-md:hidden">
            <AgentLanes />
          </div>
        ) : null}
        <AgentListPanel agentId={agentId} />
      </div>
      {agentId === null ? null : <ChosenAgent agentId={agentId} />}
    </div>
  )
}

function ChosenAgent({ agentId }: { agentId: string }) {
  const { common } = useMessages()
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <div className="border-b border-line md:hidden">
        <Button
          kind="quiet"
          icon={<ArrowLeft aria-hidden className="size-4" />}
          onClick={() => go({ screen: 'agents', agentId: null })}
        >
          {common.nav.agents}
        </Button>
      </div>
      <AgentLogPanel key={agentId} agentId={agentId} />
    </div>
  )
}

function NoAgents() {
  const { agents } = useMessages()
  const checkup = useSettings((state) => state.checkup)
  const board = useHref({ screen: 'board' })
  const settings = useHref({ screen: 'settings', section: 'agents' })
  useEffect(() => void useSettings.getState().loadCheckup(), [])
  // The built-in agent has no variable: it is on every machine but writes no real code.
  const hasNone = checkup?.agents.every(
    ({ variable, state }) => variable === '' || state !== 'ready',
  )
  return (
    <EmptyState icon={<Bot aria-hidden className="size-8" />} title={agents.empty}>
      <p>{agents.emptyHelp}</p>
      <Link href={board} className="text-accent underline">
        {agents.toBoard}
      </Link>
      {hasNone === true ? (
        <p>
          {agents.noCli}{' '}
          <Link href={settings} className="text-accent underline">
            {agents.toSettings}
          </Link>
        </p>
      ) : null}
    </EmptyState>
  )
}
