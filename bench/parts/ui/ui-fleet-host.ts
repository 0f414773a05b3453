import { calls as hostCalls } from '../host-side.ts'

/** The host of the other benchmarks, which also tells what it has cost. */
export const calls = {
  ...hostCalls,

  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}
