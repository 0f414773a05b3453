/** The result of one benchmark; `scripts/bench.mjs` prints and stores it. */
export interface Row {
  name: string
  unit: 'ms' | 'MB/s' | 'KB' | 'MB'
  figure: Times
  floor: Times
  /** figure ÷ floor, of the medians. */
  ratio: number
  target: string
  pass: boolean
  peakRssMb: Record<string, number>
  notes: Record<string, number | string>
}

interface Times {
  p50: number
  p95: number
  samples: number
}

interface Finding {
  name: string
  unit: Row['unit']
  figure: number[]
  floor: number[]
  /** `atMost` and `atLeast` limit the ratio, `p50` and `p95` the figure itself. */
  target: { atMost: number } | { atLeast: number } | { p50: number } | { p95: number }
  /** Any failure makes the row fail, whatever its ratio is. */
  failures?: number
  peakRssMb: Record<string, number>
  notes?: Row['notes']
}

export function rowOf(finding: Finding): Row {
  const { name, unit, target, failures = 0, peakRssMb, notes = {} } = finding
  const figure = timesOf(finding.figure, unit)
  const floor = timesOf(finding.floor, unit)
  const ratio = figure.p50 / floor.p50
  const { reached, words } = compare(target, { ratio, figure, unit })
  const pass = reached && failures === 0
  return { name, unit, figure, floor, ratio, target: words, pass, peakRssMb, notes }
}

function compare(
  target: Finding['target'],
  { ratio, figure, unit }: Pick<Row, 'ratio' | 'figure' | 'unit'>,
): { reached: boolean; words: string } {
  if ('atMost' in target) return { reached: ratio <= target.atMost, words: `<= ${target.atMost}` }
  if ('atLeast' in target)
    return { reached: ratio >= target.atLeast, words: `>= ${target.atLeast}` }
  if ('p50' in target)
    return { reached: figure.p50 <= target.p50, words: `p50 <= ${target.p50} ${unit}` }
  return { reached: figure.p95 <= target.p95, words: `p95 <= ${target.p95} ${unit}` }
}

/** Best first: 95 of 100 samples are at least as good as p95. */
function timesOf(samples: number[], unit: Row['unit']): Times {
  const sorted = samples.toSorted((a, b) => (unit === 'MB/s' ? b - a : a - b))
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), samples: sorted.length }
}

function at(sorted: number[], share: number): number {
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[index] ?? Number.NaN
}

/** The value of the program's option `--NAME=N`. */
export function option(name: string, otherwise: number): number {
  const prefix = `--${name}=`
  const given = process.argv.find((word) => word.startsWith(prefix))
  return given === undefined ? otherwise : Number(given.slice(prefix.length))
}

/** Repeats until there are enough samples or no time is left; at least twice. */
export async function repeat(
  { times, withinMs }: { times: number; withinMs: number },
  once: (index: number) => Promise<void>,
): Promise<void> {
  const begin = performance.now()
  for (let index = 0; index < times; index++) {
    if (index >= 2 && performance.now() - begin > withinMs) return
    await once(index)
  }
}

export const peakRssMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024)
