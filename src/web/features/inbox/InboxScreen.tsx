import { InboxIcon } from 'lucide-react'
import { useEffect, useRef, useState, type RefAttributes } from 'react'
import { Virtuoso, type ListProps, type VirtuosoHandle } from 'react-virtuoso'
import { useGo } from '../../app/routes.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useInboxItems, useInboxList, type InboxItem, type TrustItem } from './inbox-items.ts'
import { InboxEntry } from './InboxEntry.tsx'
import { useTrust } from './trust-store.ts'

export function InboxScreen() {
  const { common, inbox } = useMessages()
  const items = useInboxList()
  const waiting = useInboxItems().length
  const list = useRef<VirtuosoHandle>(null)
  useInboxKeys(items, list)
  useEffect(() => void useTrust.getState().load(), [])
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
        <h1 className="text-base font-semibold">{inbox.title}</h1>
        <p role="status" className="text-muted">
          {waiting > 0 ? common.inboxTitle(waiting) : items.length > 0 ? inbox.empty : null}
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyState icon={<InboxIcon aria-hidden className="size-8" />} title={inbox.empty}>
          <p>{inbox.emptyHelp}</p>
        </EmptyState>
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

function Items({ ref, ...rest }: ListProps & RefAttributes<HTMLDivElement>) {
  return <div {...rest} ref={ref} role="list" />
}

const COMPONENTS = { List: Items }

function useInboxKeys(items: InboxItem[], list: { current: VirtuosoHandle | null }): void {
  const go = useGo()
  const [selected, setSelected] = useState<string | null>(null)
  const move = (by: 1 | -1): void => {
    const now = items.findIndex(({ id }) => id === selected)
    const index = now === -1 ? 0 : Math.min(items.length - 1, Math.max(0, now + by))
    const item = items[index]
    if (item === undefined) return
    setSelected(item.id)
    list.current?.scrollIntoView({ index, done: () => focusEntry(item.id) })
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    Enter: (event) => {
      const item = items.find(({ id }) => id === selected)
      // On a button or a link the key already means that one.
      if (item === undefined || item.kind === 'trust' || !(event.target instanceof HTMLElement))
        return false
      if (event.target.closest('button, a, summary') !== null) return false
      go({ screen: 'item', item: item.item, tab: 'documents', document: documentOf(item) })
      return true
    },
  })
}

const documentOf = (item: Exclude<InboxItem, TrustItem>): string | null =>
  item.kind === 'hang' || item.kind === 'finished' ? null : item.document

function focusEntry(id: string): void {
  const entry = document.querySelector(`[data-key="${CSS.escape(id)}"]`)
  if (entry instanceof HTMLElement) entry.focus({ preventScroll: true })
}
