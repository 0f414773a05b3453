import { useMessages } from '../../../../i18n/messages.ts'
import type { DiffRow } from '../../../../../core/views/line-diff.ts'

/** The names of the two texts. */
interface SideNames {
  diff: string
  removed: string
  added: string
}

interface DifferenceProps {
  rows: DiffRow[]
  names: SideNames
}

/** More rows would be slow and no longer an overview. */
const MAX_ROWS = 2000

/** A line diff of two texts with a legend. */
export function Difference({ rows, names }: DifferenceProps) {
  const { conflict } = useMessages().documents
  const isEqual = rows.every(({ kind }) => kind === 'skipped' || kind === 'same')
  return (
    <>
      <p className="flex flex-wrap gap-3 text-xs">
        <span className="bg-failed-soft px-1">− {names.removed}</span>
        <span className="bg-done-soft px-1">+ {names.added}</span>
      </p>
      {isEqual ? (
        <p className="text-muted">{conflict.equal}</p>
      ) : (
        <div
          role="region"
          aria-label={names.diff}
          tabIndex={0}
          className="max-h-[45dvh] shrink-0 overflow-auto rounded-md border border-line bg-surface font-mono text-xs"
        >
          {rows.slice(0, MAX_ROWS).map((row, index) => (
            // Rows have no identity but their position.
            <Row key={index} row={row} names={names} />
          ))}
        </div>
      )}
    </>
  )
}

function Row({ row, names }: { row: DiffRow; names: SideNames }) {
  const { conflict } = useMessages().documents
  if (row.kind === 'skipped')
    return <p className="bg-raised px-2 py-0.5 text-muted">{conflict.same(row.count)}</p>
  const { sign, look } = LOOKS[row.kind]
  return (
    <p className={`flex gap-2 px-2 ${look}`}>
      <span aria-hidden className="w-3 shrink-0 select-none">
        {sign}
      </span>
      {row.kind === 'same' ? null : <span className="sr-only">{names[row.kind]}: </span>}
      <span className="min-h-5 min-w-0 break-words whitespace-pre-wrap">{row.text}</span>
    </p>
  )
}

const LOOKS = {
  same: { sign: '', look: 'text-muted' },
  removed: { sign: '−', look: 'bg-failed-soft' },
  added: { sign: '+', look: 'bg-done-soft' },
} as const
