/** The time of day, with the date unless it is today. */
export function momentOf(at: string, language: string, now: Date = new Date()): string {
  const then = new Date(at)
  const time = then.toLocaleTimeString(language, { hour12: false })
  if (then.toDateString() === now.toDateString()) return time
  return `${then.toLocaleDateString(language, { month: 'short', day: 'numeric' })} ${time}`
}
