import { useConnection } from '../../features/connection/connection-store.ts'
import { useRows } from '../../features/items/rows-store.ts'
import { useProjects } from '../../features/projects/projects-store.ts'

const parts: (() => Promise<void>)[] = []

export function registerPart(ask: () => Promise<void>): void {
  parts.push(ask)
}

/** What the user may open while the host is away should be loaded by then. */
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

/** What is on screen comes first. */
const hasRows = (): boolean =>
  useProjects.getState().current === null || useRows.getState().isLoaded

async function preload(): Promise<void> {
  // A part may bring more of them with it.
  for (let next = 0; next < parts.length; next++) {
    await idle()
    await parts[next]?.()
  }
}

/** Safari has no idle callback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
