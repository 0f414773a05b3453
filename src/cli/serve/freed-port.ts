import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 3_000
const POLL_MS = 20

/**
 * Waits until the port of a killed host is free: the kernel may close its sockets a moment after
 * the process counts as dead. Gives up soon, because another program may have taken it.
 */
export async function portFreed(port: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isFree(port)) && performance.now() < deadline) await delay(POLL_MS)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isListening) return false
  probe.close()
  await once(probe, 'close')
  return true
}
