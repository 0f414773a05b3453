/** The local time of day, with the date unless it is today. */
export const clockIn =
  (language: string) =>
  (at: string | number): string => {
    const then = new Date(at)
    if (Number.isNaN(then.getTime())) return String(at)
    const time = then.toLocaleTimeString(language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    if (then.toDateString() === new Date().toDateString()) return time
    return `${then.toLocaleDateString(language, { month: 'short', day: 'numeric' })} ${time}`
  }
