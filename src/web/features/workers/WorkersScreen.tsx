import { Plus, Server } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { WorkerView } from '../../../contracts/views/workers.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Waiting } from '../connection/Waiting.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { useMay } from './in-fleet.ts'
import { WorkerItem } from './WorkerItem.tsx'
import { useWorkers } from './workers-store.ts'

/** The host sends no news about workers when steps start or end, so this polls. */
const LOOK_MS = 2000

export function WorkersScreen() {
  const { fleet } = useMessages()
  const workers = useWorkers((state) => state.workers)
  const age = useWorkers((state) => state.age)
  const isAdmin = useMay('admin')
  const [isEnrolling, setEnrolling] = useState(false)
  const [leaving, setLeaving] = useState<WorkerView | null>(null)
  useEffect(() => void useWorkers.getState().load(), [age])
  useEffect(() => {
    const looking = setInterval(() => void useWorkers.getState().load(), LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  if (workers === null) return <Waiting />
  return (
    <div className="flex min-h-0 grow flex-col">
      <header className="flex min-h-11 shrink-0 items-center gap-3 border-b border-line px-4 py-1.5">
        <h1 className="text-base font-semibold">{fleet.workers}</h1>
        <span className="grow text-xs text-muted max-md:text-sm">{fleet.online(workers)}</span>
        {isAdmin ? (
          <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setEnrolling(true)}>
            {fleet.enrol}
          </Button>
        ) : null}
      </header>
      {workers.length === 0 ? (
        <EmptyState icon={<Server aria-hidden className="size-8" />} title={fleet.none}>
          <p>{fleet.noneHelp}</p>
        </EmptyState>
      ) : (
        <ul aria-label={fleet.workers} className="min-h-0 grow overflow-y-auto">
          {workers.map((worker) => (
            <WorkerItem
              key={worker.id}
              worker={worker}
              isAdmin={isAdmin}
              onRevoke={() => setLeaving(worker)}
            />
          ))}
        </ul>
      )}
      <EnrolDialog isOpen={isEnrolling} onClose={() => setEnrolling(false)} />
      <ConfirmDialog
        title={fleet.revokeTitle(leaving?.name ?? '')}
        description={fleet.revokeHelp}
        confirm={fleet.revoke}
        isOpen={leaving !== null}
        isDangerous
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving !== null) await useWorkers.getState().revoke(leaving.id)
        }}
      />
    </div>
  )
}
