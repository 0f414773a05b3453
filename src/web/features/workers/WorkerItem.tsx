import { Server } from 'lucide-react'
import type { FoundAgent, WorkerView } from '../../../contracts/views/workers.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../items/use-now.ts'
import { useWorkers } from './workers-store.ts'

interface WorkerItemProps {
  worker: WorkerView
  isAdmin: boolean
  onRevoke(): void
}

/** One worker: what it has, what it can do, and when it was last heard from. */
export function WorkerItem({ worker, isAdmin, onRevoke }: WorkerItemProps) {
  const { fleet } = useMessages()
  const { id, name, pools, isDraining } = worker
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <span className="flex min-w-40 items-center gap-2 max-md:grow">
        <Server aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate font-medium">{name}</span>
      </span>
      <Standing worker={worker} />
      <span className="w-24 text-xs tabular-nums max-md:text-sm">
        {fleet.slots(worker.used, worker.slots)}
      </span>
      <span className="min-w-0 grow text-xs text-muted max-md:basis-full max-md:text-sm">
        {fleet.pools}: {pools.join(', ')} · {fleet.agents}: {agentWords(worker.agents, fleet)}
        {worker.version === null ? null : (
          <>
            {' · '}
            <span className="whitespace-nowrap">{fleet.version(worker.version)}</span>
          </>
        )}
      </span>
      {isAdmin ? (
        <span className="flex gap-1">
          <Button
            size="small"
            aria-label={isDraining ? fleet.useOf(name) : fleet.drainOf(name)}
            onClick={() => void useWorkers.getState().drain(id, !isDraining)}
          >
            {isDraining ? fleet.use : fleet.drain}
          </Button>
          <Button size="small" kind="danger" aria-label={fleet.revokeOf(name)} onClick={onRevoke}>
            {fleet.revoke}
          </Button>
        </span>
      ) : null}
    </li>
  )
}

type Words = ReturnType<typeof useMessages>['fleet']

const agentWords = (agents: FoundAgent[], words: Words): string =>
  agents.length === 0
    ? words.noAgents
    : agents
        .map(({ name, login }) => (login === 'none' ? words.notLoggedIn(name) : name))
        .join(', ')

function Standing({ worker }: { worker: WorkerView }) {
  const { fleet, common } = useMessages()
  const now = useNow(1000)
  const { lastHeardAt, isOnline, isDraining } = worker
  if (isOnline)
    return (
      <span className={`w-36 text-xs max-md:text-sm ${isDraining ? 'text-needs' : 'text-done'}`}>
        <span aria-hidden>● </span>
        {isDraining ? fleet.draining : fleet.connected}
      </span>
    )
  const seconds = lastHeardAt === null ? null : (now - Date.parse(lastHeardAt)) / 1000
  return (
    <span className="w-36 text-xs text-muted max-md:text-sm">
      <span aria-hidden>○ </span>
      {seconds === null ? fleet.never : fleet.heard(common.ago(Math.max(0, seconds)))}
    </span>
  )
}
