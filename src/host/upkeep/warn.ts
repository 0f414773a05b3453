/** For failures outside of the runs, which must not end them. */
export const warn = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? error : String(error))
