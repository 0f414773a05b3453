import { useEffect, useRef, type ReactNode } from 'react'
import { isSpecRow, type ItemRow } from '../../../contracts/views/board.ts'
import type { ItemKind } from '../../../contracts/work-item.ts'
import { useGo, type ItemTab } from '../../app/routes.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { latestDocument } from './workflow/phase-facts.ts'
import { TimelineTab } from './timeline/TimelineTab.tsx'

const DocumentsTab = lazyPart(
  async () => (await import('./documents/DocumentsTab.tsx')).DocumentsTab,
)
const TasksTab = lazyPart(async () => (await import('./tasks/TasksTab.tsx')).TasksTab)
const ChangesTab = lazyPart(async () => (await import('./changes/ChangesTab.tsx')).ChangesTab)
const LogTab = lazyPart(async () => (await import('./LogTab.tsx')).LogTab)

type Shown = ItemTab | 'workflow'

/** What there is of a kind of item. */
const TABS: Record<ItemKind, readonly ItemTab[]> = {
  spec: ['documents', 'tasks', 'changes', 'timeline', 'log'],
  bug: ['documents'],
}

interface ItemTabsProps {
  row: ItemRow
  tab: Shown
  document: string | null
  /** The workflow, where there is no room for it beside the tabs. */
  workflow: ReactNode
}

export function ItemTabs({ row, tab, document, workflow }: ItemTabsProps) {
  const m = useMessages()
  const go = useGo()
  const box = useRef<HTMLDivElement>(null)
  const { item } = row
  const tabs = TABS[item.kind]
  const keys: readonly Shown[] = workflow === null ? tabs : ['workflow', ...tabs]
  const choose = (key: Shown): void => {
    if (key === 'workflow') return go({ screen: 'item', item, tab: 'documents', document: null })
    const isNamed = key === 'documents' && workflow !== null
    const document = isNamed && isSpecRow(row) ? latestDocument(row) : null
    go({ screen: 'item', item, tab: key, document })
  }
  // On a phone not every tab fits: the chosen one must be among those in sight.
  useEffect(() => {
    const chosen = box.current?.querySelector('[role=tab][data-state=active]')
    chosen?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [tab])
  const panel = tab === 'workflow' ? workflow : <Panel row={row} tab={tab} document={document} />
  // One tab alone is no choice.
  if (keys.length === 1) return panel
  return (
    <div ref={box} className="flex min-h-0 min-w-0 grow flex-col">
      <Tabs
        label={m.workflow.tabsLabel}
        value={tab}
        tabs={keys.map((key) => ({ key, label: <TabLabel row={row} tab={key} /> }))}
        onChange={choose}
      >
        {panel}
      </Tabs>
    </div>
  )
}

function TabLabel({ row, tab }: { row: ItemRow; tab: Shown }) {
  const { workflow } = useMessages()
  return (
    <>
      {workflow.tabs[tab]}
      {tab === 'tasks' && isSpecRow(row) && row.tasks !== null ? (
        <span className="text-xs font-normal text-muted">
          {row.tasks.done}/{row.tasks.total}
        </span>
      ) : null}
    </>
  )
}

interface PanelProps {
  row: ItemRow
  tab: ItemTab
  document: string | null
}

function Panel({ row, tab, document }: PanelProps) {
  const go = useGo()
  const { item } = row
  const select = (name: string): void =>
    go({ screen: 'item', item, tab: 'documents', document: name })
  switch (tab) {
    case 'documents':
      return <DocumentsTab owner={item} document={document} onSelect={select} />
    case 'tasks':
      return <TasksTab owner={item} onOpen={() => select('tasks.md')} />
    case 'changes':
      return isSpecRow(row) ? <ChangesTab row={row} /> : null
    case 'timeline':
      return <TimelineTab item={item} />
    case 'log':
      return isSpecRow(row) ? <LogTab row={row} agentId={document} /> : null
    default:
      return tab satisfies never
  }
}
