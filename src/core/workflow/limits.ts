/** How often a phase runs again by itself before the user is needed. */
export const MAX_DOCUMENT_REVIEW_ROUNDS = 7
export const MAX_IMPL_RERUNS = 7
/** How often a failed inspection or verification leads back to the code in one run. */
export const MAX_FIX_CYCLES = 3
export const MAX_CONFLICT_ATTEMPTS = 3
/** Agents that adapt the work to its base because checks fail only there. */
export const MAX_REPAIRS = 3
/** How often a deploy restarts because its base has moved. */
export const MAX_INTEGRATIONS = 20

/** How often the user may retry one phase of a bug in the same run. */
export const MAX_RETRIES = 3
