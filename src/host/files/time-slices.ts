import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a long read may block before the host's runs get a turn. */
const SLICE_MS = 10

/** For long work in small pieces: call the result after each one; it yields when due. */
export function timeSlices(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE_MS) return
    await nextTurn()
    began = performance.now()
  }
}
