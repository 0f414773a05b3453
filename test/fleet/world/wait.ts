/** Each look queries the database: a shorter interval would only slow down other tests. */
export const WAIT = { timeout: 250_000, interval: 100 }
