import { FilterX } from 'lucide-react'
import { Waiting } from '../connection/Waiting.tsx'
import { useMemo, useRef } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { ProjectId } from '../../../contracts/ids.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useRows } from '../items/rows-store.ts'
import { useSilentAgents } from '../items/stands.ts'
import { countsOf, itemsOf, shownItems } from './board-items.ts'
import { useBoard } from './board-store.ts'
import { BoardHeader } from './BoardHeader.tsx'
import { BoardTable } from './BoardTable.tsx'
import { BulkBar } from './bulk/BulkBar.tsx'
import { groupedEntries } from './groups/board-entries.ts'
import { useIsFleet } from '../workers/in-fleet.ts'
import { ConfirmArchiveDialog } from './archive/ConfirmArchiveDialog.tsx'
import { useRowKeys } from './use-row-keys.ts'

const FirstRun = lazyPart(async () => (await import('../first-run/FirstRun.tsx')).FirstRun)
const EmptyProject = lazyPart(
  async () => (await import('../workers/EmptyProject.tsx')).EmptyProject,
)

export function BoardScreen({ project }: { project: ProjectId }) {
  const list = useRef<VirtuosoHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const { all, items, entries, isLoaded } = useBoardItems()
  const isFleet = useIsFleet()
  const counts = useMemo(() => countsOf(all), [all])
  const goToRows = useRowKeys({ entries, list, search })
  if (!isLoaded) return <Waiting className="grow justify-center" />
  return (
    <>
      <BoardHeader
        counts={counts}
        matches={items.length}
        search={search}
        onLeaveSearch={goToRows}
      />
      <BulkBar items={items} />
      {items.length > 0 ? (
        <BoardTable project={project} entries={entries} list={list} />
      ) : all.length > 0 ? (
        <NoMatch />
      ) : isFleet ? (
        <EmptyProject />
      ) : (
        <FirstRun />
      )}
      <ConfirmArchiveDialog />
    </>
  )
}

function useBoardItems() {
  const isLoaded = useRows((state) => state.isLoaded)
  const rows = useRows((state) => state.rows)
  const filter = useBoard((state) => state.filter)
  const sort = useBoard((state) => state.sort)
  const query = useBoard((state) => state.query)
  const isGrouped = useBoard((state) => state.isGrouped)
  const closed = useBoard((state) => state.closed)
  const silent = useSilentAgents()
  const all = useMemo(() => itemsOf(rows.values(), silent), [rows, silent])
  const items = useMemo(() => shownItems(all, { query, filter, sort }), [all, query, filter, sort])
  const isSearching = query !== '' || filter !== 'all'
  const entries = useMemo(
    () => groupedEntries(items, { isGrouped, toggled: closed, isSearching }),
    [items, isGrouped, closed, isSearching],
  )
  return { isLoaded, all, items, entries }
}

function NoMatch() {
  const { noMatch } = useMessages().board
  const showAll = useBoard((state) => state.showAll)
  return (
    <EmptyState icon={<FilterX aria-hidden className="size-8" />} title={noMatch.title}>
      <p role="status">{noMatch.about}</p>
      <Button onClick={showAll}>{noMatch.clear}</Button>
    </EmptyState>
  )
}
