import { useConnection } from '../../features/connection/connection-store.ts'
import { useRows } from '../../features/items/rows-store.ts'
import { useProjects } from '../../features/projects/projects-store.ts'

const parts: (() => Promise<void>)[] = []

export function registerPart(ask: () => Promise<void>): void {
  parts.push(ask)
}

/** Preloads everything the user could open, so that it works while the host is away. */
export function preloadParts(): void {
  let isUnderWay = false
  const begin = (): void => {
    if (isUnderWay) return
    isUnderWay = true
    void preload().finally(() => (isUnderWay = false))
  }
  const mayBegin = (): boolean =>
    useConnection.getState().status === 'online' &&
    useProjects.getState().hello !== null &&
    hasRows()
  const check = (): void => (mayBegin() ? begin() : undefined)
  useConnection.subscribe(check)
  useProjects.subscribe(check)
  useRows.subscribe(check)
  check()
}

/** The rows on screen are loaded before any part. */
const hasRows = (): boolean =>
  useProjects.getState().current === null || useRows.getState().isLoaded

async function preload(): Promise<void> {
  // A loaded part may register more parts.
  for (let next = 0; next < parts.length; next++) {
    await idle()
    await parts[next]?.()
  }
}

/** Safari has no requestIdleCallback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
