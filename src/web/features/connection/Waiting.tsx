import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { retryConnection, useConnection } from './connection-store.ts'

const SLOW_MS = 8000

/**
 * Placeholder for what has not arrived yet. Not just a spinner: it says why, and what can be done.
 */
export function Waiting({ className = 'p-4' }: { className?: string }) {
  const { common, shell } = useMessages()
  const isOnline = useConnection((state) => state.status === 'online')
  const isSlow = useIsSlow(isOnline)
  return (
    <div role="status" className={`flex flex-wrap items-center gap-2 text-muted ${className}`}>
      <Spinner />
      {isOnline ? (isSlow ? shell.stillWaiting.slow : common.loading) : shell.stillWaiting.offline}
      {isOnline ? (
        isSlow ? (
          <Button size="small" onClick={() => window.location.reload()}>
            {shell.fault.reload}
          </Button>
        ) : null
      ) : (
        <Button size="small" onClick={retryConnection}>
          {shell.part.retry}
        </Button>
      )}
    </div>
  )
}

/** Counts from when the host became reachable. */
function useIsSlow(isOnline: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isOnline) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isOnline])
  return isSlow
}
