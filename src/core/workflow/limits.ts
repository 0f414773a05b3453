/** How often a phase runs again by itself before a person is needed. */
export const MAX_DOCUMENT_REVIEW_ROUNDS = 7
export const MAX_IMPL_RERUNS = 7
/** From a verification that says no back to the fix. */
export const MAX_FIX_CYCLES = 3

/** How often a person may have one phase of a bug run again in the same run. */
export const MAX_RETRIES = 3
