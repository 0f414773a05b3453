import type { Page } from 'playwright-core'

export interface HeldSocket {
  /** Whether the call was made. */
  isHeld: () => boolean
  release: () => void
}

/** From the first call of that name on, the page gets nothing from the host until `release`. */
export async function holdFrom(page: Page, call: string): Promise<HeldSocket> {
  const waiting: (() => void)[] = []
  const named = new RegExp(`"(\\w+\\.)?${call}"`)
  let state: 'open' | 'held' | 'released' = 'open'
  await page.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (state === 'open' && named.test(String(message))) state = 'held'
      server.send(message)
    })
    server.onMessage((message) => {
      if (state === 'held') waiting.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  return {
    isHeld: () => state === 'held',
    release() {
      state = 'released'
      for (const send of waiting.splice(0)) send()
    },
  }
}
