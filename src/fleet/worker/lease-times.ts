import { LEASE_SECONDS } from '../jobs/lease-seconds.ts'

export const BEAT_MS = (LEASE_SECONDS * 1000) / 5
/** The rest of the lease is for ending what runs. */
export const LEASE_MS = LEASE_SECONDS * 1000 - BEAT_MS
/** The guardian waits this much longer: a live worker ends its steps itself before that. */
export const GUARDED_MS = BEAT_MS / 2

const NANOSECONDS = 1_000_000n

/** The same in every process of this computer, whatever happens to the clock. */
export const steadyMs = (): number => Number(process.hrtime.bigint() / NANOSECONDS)
