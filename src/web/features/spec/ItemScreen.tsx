import { Bug, FileQuestion } from 'lucide-react'
import { Waiting } from '../connection/Waiting.tsx'
import { isSpec, itemKey, type WorkItem } from '../../../contracts/work-item.ts'
import type { ItemTab } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useRow, useRows } from '../items/rows-store.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { ItemPage } from './ItemPage.tsx'

interface ItemScreenProps {
  item: WorkItem
  tab: ItemTab
  /** In the log tab, the agent id. */
  document: string | null
}

export function ItemScreen({ item, tab, document }: ItemScreenProps) {
  const row = useRow(item)
  const isLoaded = useRows((state) => state.isLoaded)
  if (row === null) return isLoaded ? <Gone item={item} /> : <Waiting />
  return <ItemPage key={itemKey(item)} row={row} tab={tab} document={document} />
}

function Gone({ item }: { item: WorkItem }) {
  const { workflow } = useMessages()
  const Icon = isSpec(item) ? FileQuestion : Bug
  return (
    <EmptyState
      icon={<Icon aria-hidden className="size-8" />}
      title={isSpec(item) ? workflow.gone.title(item.name) : workflow.bug.gone(item.name)}
    >
      {isSpec(item) ? <p>{workflow.gone.why}</p> : null}
      <PlaceLink place={{ screen: 'board' }}>{workflow.gone.toBoard}</PlaceLink>
    </EmptyState>
  )
}
