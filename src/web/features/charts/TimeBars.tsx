import { usePreferences } from '../preferences/preferences-store.ts'
import { percentAt, ticksOf, tickWords, type Span } from './time-axis.ts'
import { FILLS, type Tone } from './tones.ts'

export interface Bar extends Span {
  key: string
  tone: Tone
  title: string
  onClick?: () => void
}

export interface Lane {
  key: string
  label: string
  bars: Bar[]
}

const LANE = 24
const BAR = 14

/** Lanes under each other over one axis of time. */
export function TimeBars({ lanes, span }: { lanes: Lane[]; span: Span }) {
  const height = lanes.length * LANE
  return (
    <div className="grid grid-cols-[minmax(72px,120px)_minmax(0,1fr)] gap-x-2 text-xs">
      <div>
        {lanes.map(({ key, label }) => (
          <div
            key={key}
            className="truncate text-muted"
            style={{ height: LANE, lineHeight: `${LANE}px` }}
          >
            {label}
          </div>
        ))}
      </div>
      <div>
        <svg aria-hidden width="100%" height={height} className="block bg-raised/50">
          <Grid span={span} height={height} />
          {lanes.flatMap(({ bars }, index) =>
            bars.map((bar) => (
              <BarView key={bar.key} bar={bar} span={span} top={index * LANE + (LANE - BAR) / 2} />
            )),
          )}
        </svg>
        <Axis span={span} />
      </div>
    </div>
  )
}

function BarView({ bar, span, top }: { bar: Bar; span: Span; top: number }) {
  const left = percentAt(bar.from, span)
  return (
    <rect
      x={`${left}%`}
      y={top}
      width={`${Math.max(0, percentAt(bar.to, span) - left)}%`}
      height={BAR}
      fill={FILLS[bar.tone]}
      // What is short in a long run is still to be seen.
      stroke={FILLS[bar.tone]}
      strokeWidth={1}
      className={bar.onClick === undefined ? '' : 'cursor-pointer'}
      onClick={bar.onClick}
    >
      <title>{bar.title}</title>
    </rect>
  )
}

export function Grid({ span, height }: { span: Span; height: number | string }) {
  return ticksOf(span).map((at) => (
    <line
      key={at}
      x1={`${percentAt(at, span)}%`}
      x2={`${percentAt(at, span)}%`}
      y2={height}
      stroke="var(--line)"
    />
  ))
}

export function Axis({ span }: { span: Span }) {
  const language = usePreferences((state) => state.language)
  return (
    <div aria-hidden className="relative h-5 text-[11px] text-muted">
      {ticksOf(span).map((at) => (
        <span
          key={at}
          className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap tabular-nums"
          style={{ left: `clamp(18px, ${percentAt(at, span)}%, calc(100% - 18px))` }}
        >
          {tickWords(at, span, language)}
        </span>
      ))}
    </div>
  )
}
