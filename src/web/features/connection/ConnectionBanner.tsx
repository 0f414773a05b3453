import { WifiOff } from 'lucide-react'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { retryConnection, useConnection } from './connection-store.ts'

/** The region always exists: screen readers only announce changes inside a known region. */
export function ConnectionBanner() {
  const m = useMessages()
  const isLost = useConnection(({ status, wasOnline }) => wasOnline && status !== 'online')
  const problem = useConnection(({ status, reload }) =>
    status === 'online' ? reload.problem : null,
  )
  const words = isLost
    ? m.common.connection.offline
    : problem === null
      ? null
      : m.shell.notUpdated(wordsOfRefusal(m, problem))
  return (
    <div role="status" className="shrink-0">
      {words === null ? null : (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-needs-soft px-3 py-1.5 text-needs">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span>{words}</span>
          {isLost ? (
            <button
              type="button"
              onClick={retryConnection}
              className="shrink-0 rounded-md px-2 font-medium underline underline-offset-2 max-md:min-h-11"
            >
              {m.shell.tryNow}
            </button>
          ) : null}
        </p>
      )}
    </div>
  )
}
