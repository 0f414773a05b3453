import { calls as hostCalls } from '../host-side.ts'

/** The host of the other benchmarks, which also reports its CPU time. */
export const calls = {
  ...hostCalls,

  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}
