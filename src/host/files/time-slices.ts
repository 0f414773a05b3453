import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one slice of a long read may take; the host's runs continue in between. */
const SLICE_MS = 10

/** For long work in small pieces: call it after each; it yields to others when it is time. */
export function timeSlices(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE_MS) return
    await nextTurn()
    began = performance.now()
  }
}
