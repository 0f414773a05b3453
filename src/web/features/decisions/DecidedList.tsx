import type { Phase } from '../../../contracts/phases.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useQuestions } from './decisions-store.ts'

interface DecidedListProps {
  row: ItemRow
  /** The phase in which the run had stopped. */
  phase: Phase
}

/** The decisions made on issues, each next to its issue. */
export function DecidedList({ row, phase }: DecidedListProps) {
  const { decisions } = useMessages()
  const decided = useQuestions(row)?.decided.filter((one) => one.phase === phase) ?? []
  if (decided.length === 0) return null
  return (
    <section aria-label={decisions.decided} className="text-xs max-md:text-sm">
      <h4 className="text-muted">{decisions.decided}</h4>
      <dl className="flex flex-col gap-1">
        {decided.map(({ about, key, issue, document, text }) => (
          <div key={`${about} ${key}`} className="min-w-0 break-words [overflow-wrap:anywhere]">
            <dt className="text-muted">
              <span className="font-mono">{key}</span> {issue}
              {document === null ? null : <span className="text-faint"> · {document}</span>}
            </dt>
            <dd className="whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
