import { ShieldQuestion } from 'lucide-react'
import type { Ref, RefAttributes } from 'react'
import { Virtuoso, type ListProps, type VirtuosoHandle } from 'react-virtuoso'
import type { FinishedItem } from '../../../core/report/finished-items.ts'
import { verdictOf } from '../../../core/report/next-acts.ts'
import { urgencyIn, type Need } from '../../../core/views/needs-you.ts'
import { useMessages } from '../../i18n/messages.ts'
import { StatusIcon } from '../../ui/Status.tsx'
import { Ago } from '../items/Ago.tsx'
import { titleOfNeed } from '../items/standing-words.ts'
import { useRow } from '../items/rows-store.ts'
import { VERDICT_STATES } from '../report/report-words.ts'
import { phaseOfNeed } from './inbox-words.ts'
import type { InboxItem } from './inbox-items.ts'

interface InboxListProps {
  items: InboxItem[]
  selected: string | null
  list: Ref<VirtuosoHandle>
  onSelect(id: string, index: number): void
}

/** One or two lines per entry; the chosen entry is shown in full beside the list. */
export function InboxList({ items, selected, list, onSelect }: InboxListProps) {
  const { inbox } = useMessages()
  return (
    <nav aria-label={inbox.list} className="flex w-80 shrink-0 flex-col border-r border-line">
      <Virtuoso
        ref={list}
        data={items}
        increaseViewportBy={400}
        computeItemKey={(_, item) => item.id}
        components={COMPONENTS}
        itemContent={(index, item) => (
          <div role="listitem">
            <Head item={item} before={items[index - 1]} />
            <button
              type="button"
              data-entry={item.id}
              aria-current={item.id === selected ? 'true' : undefined}
              onClick={() => onSelect(item.id, index)}
              className={`flex w-full flex-col border-b border-line px-3 py-1.5 text-left -outline-offset-2 ${item.id === selected ? 'bg-accent-soft' : 'hover:bg-raised'}`}
            >
              <Line item={item} />
            </button>
          </div>
        )}
      />
    </nav>
  )
}

function Items({ ref, ...rest }: ListProps & RefAttributes<HTMLDivElement>) {
  return <div {...rest} ref={ref} role="list" />
}

const COMPONENTS = { List: Items }

/** Shown above the first entry of each kind. */
function Head({ item, before }: { item: InboxItem; before: InboxItem | undefined }) {
  const { inbox } = useMessages()
  const kind = urgencyOf(item)
  if (before !== undefined && urgencyOf(before) === kind) return null
  return (
    <h2 className="border-b border-line bg-raised px-3 py-1 text-xs font-medium text-muted">
      {inbox.urgencies[kind]}
    </h2>
  )
}

const urgencyOf = (item: InboxItem) => {
  if (item.kind === 'finished') return 'finished'
  return item.kind === 'trust' ? 'decide' : urgencyIn(item)
}

function Line({ item }: { item: InboxItem }) {
  if (item.kind === 'trust') return <TrustLine />
  return item.kind === 'finished' ? <FinishedLine entry={item} /> : <NeedLine item={item} />
}

function FinishedLine({ entry }: { entry: FinishedItem }) {
  const { report } = useMessages()
  const row = useRow(entry.item)
  if (row === null) return null
  const verdict = verdictOf(row)
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <StatusIcon state={VERDICT_STATES[verdict]} />
        <span className="min-w-0 grow truncate font-medium">{report.verdicts[verdict]}</span>
        <Ago at={entry.at} className="shrink-0 text-xs text-muted" />
      </span>
      <span className="truncate pl-5.5 text-xs text-muted">{entry.item.name}</span>
    </>
  )
}

function TrustLine() {
  const { trust } = useMessages().inbox
  return (
    <span className="flex items-center gap-2">
      <ShieldQuestion aria-hidden className="size-3.5 shrink-0 text-needs" />
      <span className="truncate font-medium">{trust.title}</span>
    </span>
  )
}

function NeedLine({ item }: { item: Need }) {
  const m = useMessages()
  const row = useRow(item.item)
  const isFailed = row !== null && (row.run.status === 'error' || row.problem !== null)
  const phase = phaseOfNeed(m, item)
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <StatusIcon state={isFailed ? 'failed' : 'waiting'} />
        <span className="min-w-0 grow truncate font-medium">{titleOfNeed(m, item)}</span>
        {item.at === null ? null : <Ago at={item.at} className="shrink-0 text-xs text-muted" />}
      </span>
      <span className="truncate pl-5.5 text-xs text-muted">
        {[item.item.name, phase].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
