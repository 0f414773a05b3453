/** How often a phase runs again by itself before a person is needed. */
export const MAX_DOCUMENT_REVIEW_ROUNDS = 7
export const MAX_IMPL_RERUNS = 7
