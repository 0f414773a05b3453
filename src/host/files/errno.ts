export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT'

export const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
