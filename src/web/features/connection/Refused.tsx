import { ShieldX } from 'lucide-react'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function Refused() {
  const { common, shell } = useMessages()
  return (
    <main className="flex h-dvh">
      <h1 className="sr-only">{common.appName}</h1>
      <EmptyState
        icon={<ShieldX aria-hidden className="size-8" />}
        title={common.connection.refused}
      >
        <p role="alert">{common.connection.refusedHelp}</p>
        <Button onClick={() => window.location.assign('/enter')}>{shell.refused.enter}</Button>
      </EmptyState>
    </main>
  )
}
