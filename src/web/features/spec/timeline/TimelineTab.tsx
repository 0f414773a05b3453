import { itemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { Waiting } from '../../connection/Waiting.tsx'
import { History } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { OlderEvent } from '../../../../contracts/views/older-events.ts'
import { useMessages, type Messages } from '../../../i18n/messages.ts'
import { wordsOfEntry } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Choices } from '../Choices.tsx'
import { useJournal } from './journal-store.ts'
import { SearchField } from '../SearchField.tsx'
import {
  fittingEntries,
  isOlder,
  withOlder,
  type EntryLine,
  type LevelFilter,
} from './timeline-filter.ts'
import { TimelineEntry } from './TimelineEntry.tsx'
import { useHeldPlace } from '../use-held-place.ts'
import { VirtualList } from '../VirtualList.tsx'

export function TimelineTab({ item }: { item: WorkItem }) {
  const m = useMessages()
  const words = m.workflow.timeline
  const page = useJournal((state) => state.pages.get(itemKey(item)) ?? null)
  const [level, setLevel] = useState<LevelFilter>('all')
  const [query, setQuery] = useState('')
  const sought = useDeferredValue(query)
  useEffect(() => void useJournal.getState().load(item), [item])
  const entries = useMemo(
    () =>
      fittingEntries(withOlder(page?.entries ?? [], page?.older), {
        level,
        query: sought,
        wordsOf: (entry) => (isOlder(entry) ? olderWords(m, entry) : wordsOfEntry(m, entry)),
      }),
    [m, page, level, sought],
  )
  if (page === null) return <Waiting />
  if (page.entries.length === 0 && page.older === undefined)
    return (
      <EmptyState icon={<History aria-hidden className="size-8" />} title={words.none}>
        <p>{words.noneWhy}</p>
      </EmptyState>
    )
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Choices
          label={words.levelLabel}
          value={level}
          choices={[
            { key: 'all', label: words.all },
            { key: 'warnings', label: words.warnings },
            { key: 'errors', label: words.errors },
          ]}
          onChange={setLevel}
        />
        <SearchField label={words.search} value={query} onChange={setQuery} />
      </div>
      {entries.length === 0 ? <p className="p-4 text-muted">{words.nothing}</p> : null}
      <Entries key={`${level}:${sought}`} item={item} entries={entries} hasMore={page.hasMore} />
    </div>
  )
}

interface EntriesProps {
  item: WorkItem
  entries: EntryLine[]
  hasMore: boolean
}

function Entries({ item, entries, hasMore }: EntriesProps) {
  const { workflow } = useMessages()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { firstItemIndex, onTop } = useHeldPlace(entries)
  const more = (): void => void useJournal.getState().loadMore(item)
  const toggle = (seq: number): void => {
    const next = new Set(opened)
    if (!next.delete(seq)) next.add(seq)
    setOpened(next)
  }
  return (
    <Virtuoso
      role="region"
      aria-label={workflow.timeline.list}
      className="min-h-0 grow"
      data={entries}
      firstItemIndex={firstItemIndex}
      computeItemKey={(_, { entry }) => entry.seq}
      atTopStateChange={onTop}
      endReached={more}
      context={{ hasMore, more }}
      components={{ List: VirtualList, Footer: Older }}
      itemContent={(_, line) => (
        <TimelineEntry
          item={item}
          line={line}
          isOpen={opened.has(line.entry.seq)}
          onToggle={toggle}
        />
      )}
    />
  )
}

const olderWords = ({ workflow }: Messages, { agent, message }: OlderEvent): string =>
  agent === null ? message : workflow.timeline.olderAgent(agent.phase, agent.status)

/** Needed when a filter hides everything: then no list end is reached that would load more. */
function Older({ context }: { context: { hasMore: boolean; more(): void } }) {
  const { workflow } = useMessages()
  if (!context.hasMore) return null
  return (
    <div className="p-2 text-center">
      <Button kind="quiet" onClick={context.more}>
        {workflow.timeline.older}
      </Button>
    </div>
  )
}
