const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** In this order: Edge also calls itself Chrome, and every browser calls itself Safari. */
const BROWSERS: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const MAX_LENGTH = 60

/** The name given by the user, else one derived from the browser. */
export function deviceNameOf(given: string | null, userAgent: string | undefined): string {
  // Control and direction characters could make one device look like another in the list.
  const name = (given ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (name !== '') return name.slice(0, MAX_LENGTH)
  const parts = [SYSTEMS, BROWSERS].map((known) => first(known, userAgent ?? ''))
  return parts.filter((part) => part !== null).join(', ') || 'Device'
}

const first = (known: [RegExp, string][], userAgent: string): string | null =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
