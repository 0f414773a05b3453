import type { ChangedFile } from '../../../../../contracts/views/changes.ts'
import { useChangeWords } from '../../../../i18n/reading-words.ts'
import type { Counts } from './sections.ts'

const LETTERS = {
  added: { letter: 'A', look: 'text-done' },
  deleted: { letter: 'D', look: 'text-failed' },
  modified: { letter: 'M', look: 'text-running' },
  renamed: { letter: 'R', look: 'text-needs' },
  copied: { letter: 'C', look: 'text-needs' },
} as const

export function StatusLetter({ status }: Pick<ChangedFile, 'status'>) {
  const { statuses } = useChangeWords()
  const { letter, look } = LETTERS[status]
  return (
    <span className={`w-3 shrink-0 text-center font-mono text-xs font-semibold ${look}`}>
      <span aria-hidden title={statuses[status]}>
        {letter}
      </span>
      <span className="sr-only">{statuses[status]}</span>
    </span>
  )
}

/** Added and removed lines, or a word where they are not counted. */
export function LineCounts({ file }: { file: ChangedFile }) {
  const { kinds } = useChangeWords()
  const { added, removed, kind } = file
  if (kind !== 'text') return <span className="shrink-0 text-xs text-muted">{kinds[kind]}</span>
  if (added === null || removed === null)
    return <span className="shrink-0 text-xs text-muted">{kinds.large}</span>
  return <CountMarks added={added} removed={removed} />
}

export function CountMarks({ added, removed }: Counts) {
  const { lines } = useChangeWords()
  return (
    <span className="shrink-0 font-mono text-xs">
      <span aria-hidden>
        <span className="text-done">+{added}</span> <span className="text-failed">−{removed}</span>
      </span>
      <span className="sr-only">{lines(added, removed)}</span>
    </span>
  )
}
