import { LEASE_SECONDS } from '../jobs/lease-seconds.ts'

export const BEAT_MS = (LEASE_SECONDS * 1000) / 5
/** The rest of the lease is for ending what runs. */
export const LEASE_MS = LEASE_SECONDS * 1000 - BEAT_MS
/** A worker that lives ends its steps itself before that. */
export const GUARDED_MS = LEASE_MS + BEAT_MS / 2
