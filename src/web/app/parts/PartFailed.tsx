import { CloudOff } from 'lucide-react'
import { useConnection } from '../../features/connection/connection-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function PartFailed({ onRetry }: { onRetry(): void }) {
  const { part, fault } = useMessages().shell
  const isOnline = useConnection((state) => state.status === 'online')
  return (
    <EmptyState icon={<CloudOff aria-hidden className="size-8" />} title={part.title}>
      <p role="alert">{isOnline ? part.online : part.offline}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry}>{part.retry}</Button>
        {isOnline ? (
          <Button kind="quiet" onClick={() => window.location.reload()}>
            {fault.reload}
          </Button>
        ) : null}
      </div>
    </EmptyState>
  )
}
