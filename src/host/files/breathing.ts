import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long one turn of a long reading may take: the host's runs continue meanwhile. */
const SLICE_MS = 10

/** For long work in small pieces: called after each, it lets others in when it is time. */
export function breathing(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE_MS) return
    await nextTurn()
    began = performance.now()
  }
}
