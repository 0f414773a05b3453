import { useMessages } from '../../i18n/messages.ts'
import { useShownStatus, type ShownStatus } from './connection-store.ts'

const COLOURS: Record<ShownStatus, string> = {
  connecting: 'bg-needs',
  updating: 'bg-needs',
  online: 'bg-done',
  offline: 'bg-failed',
  refused: 'bg-failed',
}

/** On a phone the text is only shown when something is wrong. */
export function ConnectionDot({ isSmall = false }: { isSmall?: boolean }) {
  const { shell } = useMessages()
  const status = useShownStatus()
  const isQuiet = isSmall && status === 'online'
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 px-2 text-xs text-muted">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${COLOURS[status]}`} />
      <span className={isQuiet ? 'sr-only' : 'truncate'}>{shell.connection[status]}</span>
    </span>
  )
}
