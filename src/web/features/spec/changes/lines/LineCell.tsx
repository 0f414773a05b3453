import { Plus } from 'lucide-react'
import { useMessages } from '../../../../i18n/messages.ts'
import { useChangeWords } from '../../../../i18n/reading-words.ts'
import { useWhyNot } from '../../../workers/use-why-not.ts'
import { CodeText } from './CodeText.tsx'
import { numberOf } from './code-comments.ts'
import type { LineContext } from './line-context.ts'
import type { PatchLine } from './read-patch.ts'

const LOOKS = {
  same: { sign: ' ', row: '', mark: '' },
  added: { sign: '+', row: 'bg-done-soft', mark: 'text-done' },
  removed: { sign: '−', row: 'bg-failed-soft', mark: 'text-failed' },
} as const

interface LineCellProps {
  line: PatchLine
  /** The line numbers in front of it. */
  numbers: (number | null)[]
  context: LineContext
}

/** A line of code; its numbers are the button for commenting on it. */
export function LineCell({ line, numbers, context }: LineCellProps) {
  const changes = useChangeWords()
  const { documents } = useMessages()
  const why = useWhyNot('operator')
  const { sign, row, mark } = LOOKS[line.type]
  const isCurrent = context.current === line
  return (
    <div
      className={`group flex min-w-0 grow basis-0 font-mono text-xs ${row} ${isCurrent ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <button
        type="button"
        disabled={why !== null}
        title={why ?? undefined}
        aria-label={documents.comments.add(numberOf(line))}
        onClick={() => context.open(line)}
        className="relative flex shrink-0 items-start justify-end pr-1.5 text-muted hover:text-accent focus-visible:text-accent"
      >
        {why !== null ? null : (
          <Plus
            aria-hidden
            className="absolute left-0.5 top-0.5 size-4 rounded bg-accent p-0.5 text-on-accent opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 max-md:hidden"
          />
        )}
        {numbers.map((number, at) => (
          // At most two, always in the same order.
          <span key={at} className="w-11 text-right max-md:w-10">
            {number ?? ''}
          </span>
        ))}
      </button>
      <span aria-hidden className={`w-4 shrink-0 select-none text-center ${mark}`}>
        {sign}
      </span>
      {line.type === 'same' ? null : <span className="sr-only">{changes.line[line.type]}</span>}
      <div className="min-h-5 min-w-0 grow pr-2">
        <CodeText line={line} marked={context.marked} isCurrent={isCurrent} />
      </div>
      {line.hasCr && line.type !== 'same' ? <LineEnd words={changes.cr} sign="CRLF" /> : null}
      {line.isUnended ? <LineEnd words={changes.noEnd} sign="EOF" /> : null}
    </div>
  )
}

function LineEnd({ words, sign }: { words: string; sign: string }) {
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="shrink-0 pr-2 text-muted select-none"
    >
      {sign}
    </span>
  )
}
