/** Untrusted input: every field may be missing or of another type. */
export type Json = Record<string, unknown>

export const parseObject = (line: string): Json | null => {
  try {
    return objectOrNull(JSON.parse(line))
  } catch {
    return null
  }
}

export const objectOrNull = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null

export const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(objectOrNull).filter((item) => item !== null) : []

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
