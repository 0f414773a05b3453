import { useMemo } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { projectStrip, type ProjectStrip } from '../../../core/metrics/project-strip.ts'
import type { CellState } from '../../../core/views/phase-cells.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Figure } from '../charts/Figure.tsx'
import { Legend } from '../charts/Legend.tsx'
import { FILLS, type Tone } from '../charts/tones.ts'

const ROW = 18
const TONES: Record<CellState, Tone | null> = {
  done: 'done',
  running: 'agent',
  queued: 'quiet',
  waiting: 'person',
  failed: 'failed',
  nogo: null,
  todo: 'faint',
}
const STATES = Object.keys(TONES) as CellState[]
const WIDTH = 1000

/** One column per item and one row per phase: the state of a whole project at a glance. */
export function ProjectStripPicture({ rows }: { rows: readonly ItemRow[] }) {
  const m = useMessages()
  const strip = useMemo(() => projectStrip(rows), [rows])
  const { phases, columns, counts } = strip
  const open = (share: number): void => {
    const item = columns[Math.floor(share * columns.length)]?.row.item
    if (item !== undefined) go({ screen: 'item', item, tab: 'insights', document: null })
  }
  return (
    <Figure
      title={m.insights.strip}
      label={m.insights.stripLabel(columns.length)}
      legend={
        <Legend
          entries={STATES.flatMap((state) => {
            const tone = TONES[state]
            return tone === null ? [] : [{ tone, words: m.common.cells[state] }]
          })}
        />
      }
      numbers={{
        head: [m.insights.phase, ...STATES.map((state) => m.common.cells[state])],
        rows: phases.map((phase) => ({
          key: phase,
          cells: [m.common.phases[phase], ...STATES.map((state) => counts[phase]?.[state] ?? 0)],
        })),
      }}
    >
      <div className="grid grid-cols-[minmax(72px,120px)_minmax(0,1fr)] gap-x-2 text-xs">
        <div>
          {phases.map((phase) => (
            <div key={phase} className="truncate text-muted" style={{ height: ROW }}>
              {m.common.phases[phase]}
            </div>
          ))}
        </div>
        <svg
          aria-hidden
          width="100%"
          height={phases.length * ROW}
          viewBox={`0 0 ${WIDTH} ${phases.length * ROW}`}
          preserveAspectRatio="none"
          className="block cursor-pointer bg-raised/50"
          onClick={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            open((clientX - left) / width)
          }}
        >
          {STATES.map((state) => {
            const tone = TONES[state]
            return tone === null ? null : (
              <path key={state} d={pathOf(strip, state)} fill={FILLS[tone]} />
            )
          })}
        </svg>
      </div>
    </Figure>
  )
}

/** One path per state, so a thousand items are only seven shapes. */
function pathOf({ phases, columns }: ProjectStrip, state: CellState): string {
  const width = WIDTH / Math.max(1, columns.length)
  const gap = Math.min(1, width / 5)
  const parts: string[] = []
  for (const [row, phase] of phases.entries())
    for (const [column, { cells }] of columns.entries())
      if (cells[phase] === state)
        parts.push(
          `M${(column * width).toFixed(2)} ${row * ROW + 1}h${(width - gap).toFixed(2)}v${ROW - 3}h-${(width - gap).toFixed(2)}z`,
        )
  return parts.join('')
}
