import { Axis, Grid } from './TimeBars.tsx'
import { Breaks } from './Breaks.tsx'
import { percentAt, type TimeAxis } from './time-axis.ts'
import { FILLS, type Tone } from './tones.ts'

interface StepLineProps {
  axis: TimeAxis
  points: { at: number; value: number }[]
  tone: Tone
  /** A horizontal line that must not be exceeded. */
  limit: { value: number; words: string } | null
  words: (value: number) => string
}

const HEIGHT = 110
/** Leaves room above the highest value. */
const HEADROOM = 1.15

/** An amount that only grows, in steps. */
export function StepLine({ axis, points, tone, limit, words }: StepLineProps) {
  const last = points.at(-1)?.value ?? 0
  const top = Math.max(last, limit?.value ?? 0) * HEADROOM || 1
  const yOf = (value: number): number => 100 - (100 * value) / top
  return (
    <div aria-hidden className="text-xs">
      <div className="relative" style={{ height: HEIGHT }}>
        <svg width="100%" height={HEIGHT} className="absolute block bg-raised/50">
          <Grid axis={axis} height={HEIGHT} />
          <Breaks axis={axis} height={HEIGHT} />
        </svg>
        <svg
          width="100%"
          height={HEIGHT}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute block"
        >
          <path
            d={pathOf(points, axis, yOf)}
            fill="none"
            stroke={FILLS[tone]}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
          {limit === null ? null : (
            <line
              x2="100"
              y1={yOf(limit.value)}
              y2={yOf(limit.value)}
              stroke={FILLS.failed}
              strokeWidth={1.5}
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <Mark at={yOf(last)} words={words(last)} tone={tone} />
        {limit === null ? null : (
          <span
            className="absolute left-1 -translate-y-full text-failed"
            style={{ top: `${yOf(limit.value)}%` }}
          >
            {limit.words}
          </span>
        )}
      </div>
      <Axis axis={axis} />
    </div>
  )
}

function Mark({ at, words, tone }: { at: number; words: string; tone: Tone }) {
  return (
    <span
      className="absolute right-1 -translate-y-full font-medium tabular-nums"
      style={{ top: `${at}%`, color: FILLS[tone] }}
    >
      {words}
    </span>
  )
}

function pathOf(
  points: StepLineProps['points'],
  axis: TimeAxis,
  yOf: (value: number) => number,
): string {
  const steps = points.map(({ at, value }) => `H${percentAt(at, axis)}V${yOf(value)}`)
  return `M0 ${yOf(0)}${steps.join('')}H100`
}
