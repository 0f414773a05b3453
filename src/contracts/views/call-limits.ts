// Kept apart from the schemas: the page reads these, and zod would compile code, which the page's
// CSP forbids.

/** The most files whose diff one call may request. */
export const MAX_PATCHES = 50

/** Longer than this is a document, not a question. */
export const MAX_ASKED = 16 * 1024

/** The most that is kept of an agent's answer. */
export const MAX_ANSWER = 64 * 1024
