import { useMemo } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { useChangeWords } from '../../../i18n/reading-words.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { rowsOfDiff, type DiffRow } from './lines/split-diff.ts'

/** A read-only diff: nothing to tick, fold or comment on. */
export function WholeDiff({ diff }: { diff: string }) {
  const words = useChangeWords()
  const rows = useMemo(() => rowsOfDiff(diff), [diff])
  return (
    <Virtuoso
      role="region"
      aria-label={words.list}
      tabIndex={0}
      className="grow bg-surface"
      data={rows}
      defaultItemHeight={20}
      itemContent={(_, row) => <Row row={row} />}
    />
  )
}

const LOOKS = {
  same: { sign: ' ', look: '' },
  added: { sign: '+', look: 'bg-done-soft' },
  removed: { sign: '−', look: 'bg-failed-soft' },
} as const

function Row({ row }: { row: DiffRow }) {
  const words = useChangeWords()
  switch (row.kind) {
    case 'file':
      return (
        <h4 className="border-y border-line bg-raised px-3 py-1 font-mono text-xs break-all">
          {row.name}
        </h4>
      )
    case 'hunk':
      return <p className="truncate bg-raised px-3 font-mono text-xs text-muted">{row.heading}</p>
    case 'line': {
      const { type, text } = row.line
      const { sign, look } = LOOKS[type]
      return (
        <div className={`flex gap-2 px-3 font-mono text-xs ${look}`}>
          <span aria-hidden className="w-3 shrink-0 select-none">
            {sign}
          </span>
          {type === 'same' ? null : <span className="sr-only">{words.line[type]}</span>}
          <LongText text={text} marked="" isCurrent={false} className="min-h-5 min-w-0" />
        </div>
      )
    }
    default:
      return row satisfies never
  }
}
