// Kept apart from the schemas: the page reads these, and zod would compile code, which the page's
// CSP forbids.

/** How many files' lines one call asks for. */
export const MAX_PATCHES = 50

/** A question that is longer than this is a document. */
export const MAX_ASKED = 16 * 1024

/** The most that is kept of what an agent answers. */
export const MAX_ANSWER = 64 * 1024
