import {
  Archive,
  ArrowDownWideNarrow,
  Bug,
  Check,
  Ellipsis,
  FilePen,
  History,
  ListChecks,
  Plus,
  Rows3,
  Search,
  ShieldCheck,
} from 'lucide-react'
import type { Ref } from 'react'
import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { INPUT } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Key } from '../../ui/Key.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { withReason, type MenuItem } from '../../ui/MenuContent.tsx'
import { STANDINGS } from '../../../core/views/standing.ts'
import { useIsFleet } from '../workers/in-fleet.ts'
import { useWhyNot } from '../workers/use-why-not.ts'
import { SORTS, type Filter } from './board-items.ts'
import { useBoard } from './board-store.ts'
import { usePicked } from './bulk/picked-store.ts'

interface BoardHeaderProps {
  counts: Record<Filter, number>
  matches: number
  search: Ref<HTMLInputElement>
  /** Moves the focus from the search field to the rows. */
  onLeaveSearch(): void
}

const FILTERS: readonly Filter[] = ['all', ...STANDINGS]

export function BoardHeader({ counts, matches, search, onLeaveSearch }: BoardHeaderProps) {
  const { board } = useMessages()
  const menu = useBoardMenu()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 max-md:gap-x-1">
      <h1 className="text-base font-semibold max-md:sr-only">{board.title}</h1>
      <SearchBox search={search} onLeave={onLeaveSearch} />
      <Filters counts={counts} />
      <div className="ml-auto flex items-center gap-1 max-md:order-2 max-md:ml-0">
        <SortMenu />
        <Menu
          label={board.boardMenu}
          trigger={
            <button
              type="button"
              aria-label={board.boardMenu}
              className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover max-md:size-11"
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
          items={menu}
        />
        <NewItemButtons />
      </div>
      <Matches count={matches} />
    </div>
  )
}

function NewItemButtons() {
  const { board } = useMessages()
  const show = useOverlay((state) => state.show)
  const why = useWhyNot('operator')
  const reason = { disabled: why !== null, title: why ?? undefined }
  return (
    <>
      <Button
        icon={<Bug aria-hidden className="size-4" />}
        className="max-xl:hidden"
        {...reason}
        onClick={() => show('new-bug')}
      >
        {board.newBug}
      </Button>
      <Button
        kind="primary"
        icon={<Plus aria-hidden className="size-4" />}
        className="max-md:hidden"
        {...reason}
        onClick={() => show('new-spec')}
      >
        {board.newSpec}
      </Button>
      <span className="md:hidden">
        <IconButton
          label={board.newSpec}
          icon={<Plus aria-hidden className="size-5" />}
          {...reason}
          onClick={() => show('new-spec')}
        />
      </span>
    </>
  )
}

function useBoardMenu(): MenuItem[] {
  const { ask, board, delivery, many } = useMessages()
  const show = useOverlay((state) => state.show)
  const isGrouped = useBoard((state) => state.isGrouped)
  const setGrouped = useBoard((state) => state.setGrouped)
  const isFleet = useIsFleet()
  const why = useWhyNot('operator')
  const icon = { 'aria-hidden': true, className: 'size-4' } as const
  const view: MenuItem[] = [
    {
      label: many.group,
      icon: isGrouped ? <Check {...icon} /> : <Rows3 {...icon} />,
      isChecked: isGrouped,
      onSelect: () => setGrouped(!isGrouped),
    },
    {
      label: many.selectRows,
      icon: <ListChecks {...icon} />,
      onSelect: () => usePicked.getState().begin(),
    },
  ]
  const newBug: MenuItem = {
    label: board.newBug,
    icon: <Bug {...icon} />,
    hasLineBefore: true,
    onSelect: () => show('new-bug'),
  }
  const archive: MenuItem = {
    label: board.archived.title,
    icon: <Archive {...icon} />,
    onSelect: () => show('archive'),
  }
  if (isFleet) return [...view, archive, ...withReason([newBug], why)]
  return [
    ...view,
    newBug,
    {
      label: delivery.setChecks,
      icon: <ShieldCheck {...icon} />,
      onSelect: () => show('checks'),
    },
    { label: ask.steering.open, icon: <FilePen {...icon} />, onSelect: () => show('steering') },
    { label: delivery.openSaved, icon: <History {...icon} />, onSelect: () => show('saved') },
    archive,
  ]
}

/** Only for screen readers: everyone else sees the rows. */
function Matches({ count }: { count: number }) {
  const { board } = useMessages()
  const isNarrowed = useBoard(({ query, filter }) => query !== '' || filter !== 'all')
  return (
    <span role="status" className="sr-only">
      {isNarrowed ? board.matches(count) : ''}
    </span>
  )
}

interface SearchBoxProps {
  search: Ref<HTMLInputElement>
  onLeave(): void
}

function SearchBox({ search, onLeave }: SearchBoxProps) {
  const { board, common } = useMessages()
  const query = useBoard((state) => state.query)
  const setQuery = useBoard((state) => state.setQuery)
  return (
    <div className="relative w-56 max-md:order-1 max-md:min-w-0 max-md:grow max-md:basis-0">
      <Search
        aria-hidden
        className="pointer-events-none absolute left-2 top-1/2 size-3.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={search}
        type="search"
        aria-label={board.search}
        placeholder={common.search}
        value={query}
        className={`${INPUT} h-8 pl-7 pr-7 max-md:h-11`}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave()
          if (event.key !== 'Escape') return
          setQuery('')
          event.currentTarget.blur()
        }}
      />
      {query === '' ? (
        <span aria-hidden className="absolute right-2 top-1/2 -translate-y-1/2 max-md:hidden">
          <Key>/</Key>
        </span>
      ) : null}
    </div>
  )
}

function Filters({ counts }: { counts: Record<Filter, number> }) {
  const { board, many } = useMessages()
  const filter = useBoard((state) => state.filter)
  const setFilter = useBoard((state) => state.setFilter)
  return (
    <div
      role="group"
      aria-label={board.filter}
      className="flex gap-0.5 overflow-x-auto [scrollbar-width:none] max-md:order-3 max-md:-mx-3 max-md:w-[calc(100%+24px)] max-md:px-3"
    >
      {FILTERS.map((key) => (
        <button
          key={key}
          type="button"
          aria-pressed={filter === key}
          onClick={() => setFilter(key)}
          className={`flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs max-md:h-11 max-md:text-sm ${filter === key ? 'bg-accent-soft font-medium text-text' : 'text-muted hover:bg-hover'}`}
        >
          {key === 'all' ? board.all : many.standings[key]}
          <span className="text-muted">{counts[key]}</span>
        </button>
      ))}
    </div>
  )
}

function SortMenu() {
  const { board } = useMessages()
  const sort = useBoard((state) => state.sort)
  const setSort = useBoard((state) => state.setSort)
  return (
    <label className="relative flex items-center gap-1 text-muted">
      <ArrowDownWideNarrow aria-hidden className="size-4 max-md:hidden" />
      <span className="sr-only">{board.sort}</span>
      <select
        value={sort}
        onChange={(event) => {
          const chosen = SORTS.find((key) => key === event.target.value)
          if (chosen !== undefined) setSort(chosen)
        }}
        className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-xs text-text max-md:h-11 max-md:w-28 max-md:text-base"
      >
        {SORTS.map((key) => (
          <option key={key} value={key}>
            {board.sorts[key]}
          </option>
        ))}
      </select>
    </label>
  )
}
