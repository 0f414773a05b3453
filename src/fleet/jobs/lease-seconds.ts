/** How long a worker keeps a step without a sign of life; pg-boss allows nothing shorter. */
export const LEASE_SECONDS = 10
