import { useConnection } from '../../features/connection/connection-store.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** Retries as soon as the host is back, or after a pause if it is already online. */
export function askAgain(ask: () => void, tries: number): () => void {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
  const isOnline = useConnection.getState().status === 'online'
  const timer = isOnline ? setTimeout(ask, pauseMs) : undefined
  const leave = useConnection.subscribe(({ status }, before) => {
    if (status === 'online' && before.status !== 'online') ask()
  })
  return () => {
    clearTimeout(timer)
    leave()
  }
}
