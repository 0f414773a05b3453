/** The next or previous match, wrapping around; null without any. */
export function findStep(total: number, at: number, step: 1 | -1): number | null {
  if (total === 0) return null
  if (at === -1) return step === 1 ? 0 : total - 1
  return (at + step + total) % total
}
