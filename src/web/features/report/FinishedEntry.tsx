import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { verdictOf } from '../../../core/report/next-acts.ts'
import { go, useHref } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusIcon } from '../../ui/Status.tsx'
import { Ago } from '../items/Ago.tsx'
import { useRow } from '../items/rows-store.ts'
import type { FinishedItem } from '../../../core/report/finished-items.ts'
import { useReports } from './report-store.ts'
import { rowFigures, VERDICT_STATES } from './report-words.ts'

const WIDE = 'max-md:w-full max-md:h-12'

/** Inbox entry for a run that has ended, until someone has looked at it. */
export function FinishedEntry({ entry }: { entry: FinishedItem }) {
  const m = useMessages()
  const { item, at } = entry
  const row = useRow(item)
  const place = { screen: 'item', item, tab: 'documents', document: null } as const
  const href = useHref(place)
  if (row === null) return null
  const verdict = verdictOf(row)
  const title = m.report.verdicts[verdict]
  return (
    <article
      data-key={entry.id}
      tabIndex={-1}
      aria-label={`${item.name}: ${title}`}
      className="flex flex-col gap-2 border-b border-line px-4 py-3 -outline-offset-2"
    >
      <header className="flex flex-wrap items-center gap-x-2">
        <StatusIcon state={VERDICT_STATES[verdict]} className="size-4" />
        <h2 className="font-semibold">{title}</h2>
        <Link
          href={href}
          className="min-w-0 truncate text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          {item.name}
        </Link>
        <span className="ml-auto whitespace-nowrap text-xs text-muted">
          {m.report.finished} · <Ago at={at} />
        </span>
      </header>
      <p className="tabular-nums text-muted">{rowFigures(m, row).join(' · ')}</p>
      <div data-acts className="flex flex-wrap items-center gap-2">
        <Button className={WIDE} onClick={() => go(place)}>
          {m.report.openItem}
        </Button>
        <Button
          kind="quiet"
          className={WIDE}
          icon={<Check aria-hidden className="size-3.5" />}
          onClick={() => void useReports.getState().see(item, at)}
        >
          {m.report.dismiss}
        </Button>
      </div>
    </article>
  )
}
