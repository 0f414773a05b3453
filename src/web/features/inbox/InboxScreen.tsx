import { InboxIcon } from 'lucide-react'
import { useEffect, useRef, type RefAttributes } from 'react'
import { Virtuoso, type ListProps, type VirtuosoHandle } from 'react-virtuoso'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Key } from '../../ui/Key.tsx'
import { useIsWide } from '../spec/use-is-wide.ts'
import { useInboxItems, useInboxList, type InboxItem } from './inbox-items.ts'
import { useInbox } from './inbox-store.ts'
import { InboxEntry } from './InboxEntry.tsx'
import { InboxList } from './InboxList.tsx'
import { useTrust } from './trust-store.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

export function InboxScreen() {
  const { common, inbox } = useMessages()
  const items = useInboxList()
  const waiting = useInboxItems().length
  const isWide = useIsWide()
  const list = useRef<VirtuosoHandle>(null)
  const chosen = useChosen(items)
  const select = (item: InboxItem, index: number): void => {
    useInbox.getState().select(item.id, index)
    list.current?.scrollIntoView({ index, done: () => focusEntry(item.id) })
  }
  useInboxKeys({ items, chosen, select })
  useEffect(() => void useTrust.getState().load(), [])
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
        <h1 className="text-base font-semibold">{inbox.title}</h1>
        <p role="status" className="text-muted">
          {waiting > 0 ? common.inboxTitle(waiting) : items.length > 0 ? inbox.empty : null}
        </p>
        {items.length === 0 ? null : <Keys />}
      </div>
      {items.length === 0 || chosen === undefined ? (
        <EmptyState icon={<InboxIcon aria-hidden className="size-8" />} title={inbox.empty}>
          <p>{inbox.emptyHelp}</p>
        </EmptyState>
      ) : isWide ? (
        <div className="flex min-h-0 grow">
          <InboxList
            items={items}
            selected={chosen.id}
            list={list}
            onSelect={(id, index) => useInbox.getState().select(id, index)}
          />
          <div
            key={chosen.id}
            data-keys
            tabIndex={-1}
            className="min-h-0 min-w-0 grow overflow-y-auto [&>article]:border-b-0"
          >
            <InboxEntry item={chosen} />
          </div>
        </div>
      ) : (
        <Virtuoso
          ref={list}
          data={items}
          increaseViewportBy={400}
          computeItemKey={(_, item) => item.id}
          components={COMPONENTS}
          itemContent={(_, item) => (
            <div role="listitem" className="mx-auto max-w-4xl">
              <InboxEntry item={item} />
            </div>
          )}
        />
      )}
    </>
  )
}

/** The selected entry; once it is handled, the one that took its place. */
function useChosen(items: InboxItem[]): InboxItem | undefined {
  const selected = useInbox((state) => state.selected)
  const index = useInbox((state) => state.index)
  return items.find(({ id }) => id === selected) ?? items[Math.min(index, items.length - 1)]
}

/** Keyboard hints, hidden on small screens. */
function Keys() {
  const { inbox } = useMessages()
  return (
    <p className="ml-auto flex items-center gap-3 text-xs text-muted max-lg:hidden">
      <span>
        <Key>j</Key> <Key>k</Key> {inbox.keys.move}
      </span>
      <span>
        <Key>Enter</Key> {inbox.keys.open}
      </span>
      <span>
        <Key>1</Key>–<Key>9</Key> {inbox.keys.act}
      </span>
    </p>
  )
}

function Items({ ref, ...rest }: ListProps & RefAttributes<HTMLDivElement>) {
  return <div {...rest} ref={ref} role="list" />
}

const COMPONENTS = { List: Items }

function focusEntry(id: string): void {
  const key = CSS.escape(id)
  const entry = document.querySelector(`[data-entry="${key}"], [data-key="${key}"]`)
  if (entry instanceof HTMLElement) entry.focus({ preventScroll: true })
}
