/** Each look asks the database: more often costs others more than it brings. */
export const WAIT = { timeout: 250_000, interval: 100 }
