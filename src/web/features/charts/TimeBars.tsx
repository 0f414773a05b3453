import { usePreferences } from '../preferences/preferences-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Breaks } from './Breaks.tsx'
import {
  inSight,
  lengthsOf,
  percentAt,
  roomOn,
  ticksOf,
  tickWords,
  type Span,
  type TimeAxis,
} from './time-axis.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
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

/** Lanes stacked over one time axis. */
export function TimeBars({ lanes, axis }: { lanes: Lane[]; axis: TimeAxis }) {
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
          <Grid axis={axis} height={height} />
          {lanes.flatMap(({ bars }, index) =>
            bars.map((bar) => (
              <BarView key={bar.key} bar={bar} axis={axis} top={index * LANE + (LANE - BAR) / 2} />
            )),
          )}
          <Breaks axis={axis} height={height} />
        </svg>
        <div className="sticky bottom-0 bg-surface">
          <Axis axis={axis} />
        </div>
      </div>
    </div>
  )
}

function BarView({ bar, axis, top }: { bar: Bar; axis: TimeAxis; top: number }) {
  const left = percentAt(bar.from, axis)
  return (
    <rect
      x={`${left}%`}
      y={top}
      width={`${Math.max(0, percentAt(bar.to, axis) - left)}%`}
      height={BAR}
      fill={FILLS[bar.tone]}
      // Keeps short bars visible in a long run.
      stroke={FILLS[bar.tone]}
      strokeWidth={1}
      className={bar.onClick === undefined ? '' : 'cursor-pointer'}
      onClick={bar.onClick}
    >
      <title>{bar.title}</title>
    </rect>
  )
}

export function Grid({ axis, height }: { axis: TimeAxis; height: number | string }) {
  return ticksOf(axis).map((at) => (
    <line
      key={at}
      x1={`${percentAt(at, axis)}%`}
      x2={`${percentAt(at, axis)}%`}
      y2={height}
      stroke="var(--line)"
    />
  ))
}

export function Axis({ axis }: { axis: TimeAxis }) {
  const { common } = useMessages()
  const language = usePreferences((state) => state.language)
  const room = roomOn(useIsPhone())
  return (
    <div aria-hidden className="relative h-5 text-[11px] text-muted">
      {ticksOf(axis, room).map((at) => (
        <span
          key={at}
          className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap tabular-nums"
          style={{ left: `${inSight(percentAt(at, axis), room)}%` }}
        >
          {tickWords(at, axis, language)}
        </span>
      ))}
      {lengthsOf(axis, room).map(({ at, ms }) => (
        <span
          key={at}
          className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap font-medium tabular-nums"
          style={{ left: `${at}%` }}
        >
          {common.about(ms / 1000)}
        </span>
      ))}
    </div>
  )
}
