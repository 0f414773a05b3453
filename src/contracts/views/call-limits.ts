// Kept apart from the schemas: the page reads these, and zod would compile code, which the page's
// CSP forbids.

/** The most files whose diff one call may request. */
export const MAX_PATCHES = 50

/** Longer than this is a document, not a question. */
export const MAX_ASKED = 16 * 1024

/** The most bytes that are kept of an agent's answer. */
export const MAX_KEPT_ANSWER = 64 * 1024

/** Longer than this is more than every agent should read before it begins. */
export const MAX_STEERING_TEXT = 64 * 1024
