// Converts timestamps to numbers and back; nothing here reads the clock.
// oxlint-disable-next-line no-restricted-globals
const ISO = Date

/** Milliseconds since 1970; NaN when it cannot be read. */
export const msOf = (moment: string): number => ISO.parse(moment)

export const momentOf = (ms: number): string => new ISO(ms).toISOString()
