import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { SpecRow } from '../../../contracts/views/board.ts'
import type { DocumentOwner } from '../../../contracts/views/documents.ts'
import { useGo, type SpecTab } from '../../app/routes.ts'
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

type Shown = SpecTab | 'workflow'

const TABS: readonly SpecTab[] = ['documents', 'tasks', 'changes', 'timeline', 'log']

interface SpecTabsProps {
  row: SpecRow
  tab: Shown
  document: string | null
  /** The workflow, where there is no room for it beside the tabs. */
  workflow: ReactNode
}

export function SpecTabs({ row, tab, document, workflow }: SpecTabsProps) {
  const m = useMessages()
  const go = useGo()
  const box = useRef<HTMLDivElement>(null)
  const { feature } = row
  const keys: readonly Shown[] = workflow === null ? TABS : ['workflow', ...TABS]
  const choose = (key: Shown): void => {
    if (key === 'workflow') return go({ screen: 'spec', feature, tab: 'documents', document: null })
    const isNamed = key === 'documents' && workflow !== null
    go({ screen: 'spec', feature, tab: key, document: isNamed ? latestDocument(row) : null })
  }
  // On a phone not every tab fits: the chosen one must be among those in sight.
  useEffect(() => {
    const chosen = box.current?.querySelector('[role=tab][data-state=active]')
    chosen?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [tab])
  return (
    <div ref={box} className="flex min-h-0 min-w-0 grow flex-col">
      <Tabs
        label={m.workflow.tabsLabel}
        value={tab}
        tabs={keys.map((key) => ({ key, label: <TabLabel row={row} tab={key} /> }))}
        onChange={choose}
      >
        {tab === 'workflow' ? workflow : <Panel row={row} tab={tab} document={document} />}
      </Tabs>
    </div>
  )
}

function TabLabel({ row, tab }: { row: SpecRow; tab: Shown }) {
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
  row: SpecRow
  tab: SpecTab
  document: string | null
}

function Panel({ row, tab, document }: PanelProps) {
  const go = useGo()
  const { feature } = row
  const owner = useMemo(() => ({ kind: 'spec', name: feature }) as DocumentOwner, [feature])
  const select = (name: string): void =>
    go({ screen: 'spec', feature, tab: 'documents', document: name })
  switch (tab) {
    case 'documents':
      return <DocumentsTab owner={owner} document={document} onSelect={select} />
    case 'tasks':
      return <TasksTab owner={owner} onOpen={() => select('tasks.md')} />
    case 'changes':
      return <ChangesTab row={row} />
    case 'timeline':
      return <TimelineTab feature={feature} />
    case 'log':
      return <LogTab row={row} agentId={document} />
    default:
      return tab satisfies never
  }
}
