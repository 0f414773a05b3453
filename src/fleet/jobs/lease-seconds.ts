/** So long a step is its worker's without a sign of life; pg-boss takes no shorter one. */
export const LEASE_SECONDS = 10
