import { useEffect, useRef, type ReactNode } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { workflowOf } from '../../../core/workflow/workflows.ts'
import { go, ITEM_TABS, type ItemTab } from '../../app/routes.ts'
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

const InsightsTab = lazyPart(async () => (await import('../insights/InsightsTab.tsx')).InsightsTab)

type Shown = ItemTab | 'workflow'

/** The tabs of an item: only some workflows have tasks. */
const tabsOf = (row: ItemRow): readonly ItemTab[] =>
  workflowOf(row).phases.some(({ ticksTasks }) => ticksTasks)
    ? ITEM_TABS
    : ITEM_TABS.filter((tab) => tab !== 'tasks')

interface ItemTabsProps {
  row: ItemRow
  tab: Shown
  document: string | null
  /** The workflow, where it does not fit beside the tabs. */
  workflow: ReactNode
}

export function ItemTabs({ row, tab, document, workflow }: ItemTabsProps) {
  const m = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const { item } = row
  const tabs = tabsOf(row)
  const keys: readonly Shown[] = workflow === null ? tabs : ['workflow', ...tabs]
  const choose = (key: Shown): void => {
    if (key === 'workflow') return go({ screen: 'item', item, tab: 'documents', document: null })
    const isNamed = key === 'documents' && workflow !== null
    const document = isNamed ? latestDocument(row) : null
    go({ screen: 'item', item, tab: key, document })
  }
  // On a phone not every tab fits, so scroll the chosen one into view.
  useEffect(() => {
    const chosen = box.current?.querySelector('[role=tab][data-state=active]')
    chosen?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [tab])
  const panel = tab === 'workflow' ? workflow : <Panel row={row} tab={tab} document={document} />
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
      {tab === 'tasks' && row.tasks !== null ? (
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
  const { item } = row
  const select = (name: string): void =>
    go({ screen: 'item', item, tab: 'documents', document: name })
  switch (tab) {
    case 'documents':
      return <DocumentsTab owner={item} document={document} onSelect={select} />
    case 'tasks':
      return (
        <TasksTab owner={item} skips={row.skipsTasks === true} onOpen={() => select('tasks.md')} />
      )
    case 'changes':
      return <ChangesTab row={row} />
    case 'timeline':
      return <TimelineTab item={item} />
    case 'log':
      return <LogTab row={row} shown={document} />
    case 'insights':
      return <InsightsTab row={row} />
    default:
      return tab satisfies never
  }
}
