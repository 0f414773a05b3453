import { FILLS, type Tone } from './tones.ts'

export interface Column {
  key: string
  label: string
  /** From the bottom to the top. */
  parts: { tone: Tone; value: number }[]
  title: string
}

const HEIGHT = 120
const WIDTH = 28

/** Stacked columns side by side. */
export function Columns({ columns, most }: { columns: Column[]; most: number }) {
  const top = Math.max(1, most)
  return (
    <div aria-hidden className="flex items-end gap-3 overflow-x-auto text-xs">
      {columns.map((column) => (
        <div
          key={column.key}
          className="flex shrink-0 flex-col items-center gap-1"
          title={column.title}
        >
          <span className="tabular-nums text-muted">{sumOf(column)}</span>
          <svg width={WIDTH} height={HEIGHT} className="block bg-raised/50">
            {stacked(column, top).map(({ tone, y, height }, index) => (
              <rect key={index} width={WIDTH} y={y} height={height} fill={FILLS[tone]} />
            ))}
          </svg>
          <span className="text-muted">{column.label}</span>
        </div>
      ))}
    </div>
  )
}

const sumOf = ({ parts }: Column): string =>
  parts
    .filter(({ tone }) => tone !== 'faint')
    .reduce((sum, { value }) => sum + value, 0)
    .toString()

function stacked({ parts }: Column, top: number) {
  let y = HEIGHT
  return parts.map(({ tone, value }) => {
    const height = (HEIGHT * value) / top
    y -= height
    return { tone, y, height }
  })
}
