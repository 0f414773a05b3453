import { useId } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { breakPercent, percentAt, type TimeAxis } from './time-axis.ts'

/** Covers each break of the axis with a hatched band whose tooltip says how long it was. */
export function Breaks({ axis, height }: { axis: TimeAxis; height: number }) {
  const { common, insights } = useMessages()
  const hatch = useId()
  if (axis.breaks.length === 0) return null
  return (
    <>
      <pattern
        id={hatch}
        width={8}
        height={8}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={8} height={8} fill="var(--bg)" />
        <rect width={3} height={8} fill="var(--line-strong)" />
      </pattern>
      {axis.breaks.map(({ from, to }) => (
        <rect
          key={from}
          data-break
          x={`${percentAt(from, axis)}%`}
          width={`${breakPercent(axis)}%`}
          height={height}
          fill={`url(#${hatch})`}
        >
          <title>{insights.drawnShort(common.duration((to - from) / 1000))}</title>
        </rect>
      ))}
    </>
  )
}
