import { useMemo, useRef, useState, type RefObject } from 'react'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useChangeWords } from '../../../i18n/reading-words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useIsWide } from '../use-is-wide.ts'
import type { Compared } from './base.ts'
import { ChangesFiles, type ChangesHandle } from './ChangesFiles.tsx'
import { ChangesToolbar } from './ChangesToolbar.tsx'
import { changesKey } from './changes-store.ts'
import { FileTree } from './files/FileTree.tsx'
import { sectionsOf } from './files/sections.ts'
import { useViewedOf } from './files/viewed-store.ts'
import { useChangeSearch } from './use-change-search.ts'
import './changes.css'

interface ChangesViewProps {
  row: ItemRow
  changes: Compared
}

/** The changes like a pull request: a file tree beside the lines. */
export function ChangesView({ row, changes }: ChangesViewProps) {
  const words = useChangeWords()
  const { item } = row
  const { base, files, omitted } = changes
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const [isTreeOpen, setTreeOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const list = useRef<ChangesHandle>(null)
  const input = useRef<HTMLInputElement>(null)
  const isViewed = useViewedOf(changesKey(item))
  const sections = useMemo(() => sectionsOf(files), [files])
  const search = useChangeSearch({ item, base: base.hash, files })
  const step = (by: 1 | -1): void => {
    const match = search.step(by)
    if (match !== null) list.current?.show(match.file, match.line)
  }
  useKeys(list, input)
  const select = (file: ChangedFile): void => {
    setTreeOpen(false)
    list.current?.show(file, null)
  }
  const tree = (
    <FileTree sections={sections} active={active} isViewed={isViewed} onSelect={select} />
  )
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <ChangesToolbar
        row={row}
        base={base}
        onFiles={isWide ? null : () => setTreeOpen(true)}
        hasLayouts={!isPhone}
        search={{
          query: search.query,
          at: search.at,
          total: search.matches.length,
          isSearching: search.progress !== null,
          input,
          onQuery: search.setQuery,
          onStep: step,
        }}
      />
      <Notes
        lines={[
          search.progress === null
            ? null
            : words.searching(search.progress.done, search.progress.total),
          search.notSearched === 0 ? null : words.notSearched(search.notSearched),
          omitted === 0 ? null : words.omitted(omitted),
        ]}
      />
      <div className="flex min-h-0 grow">
        {isWide ? (
          <div className="flex w-64 shrink-0 border-r border-line">{tree}</div>
        ) : (
          <Dialog title={words.tree} isOpen={isTreeOpen} onClose={() => setTreeOpen(false)}>
            {tree}
          </Dialog>
        )}
        <ChangesFiles
          ref={list}
          {...{ row, base: base.hash, sections, isPhone }}
          marked={search.marked}
          current={search.matches[search.at]?.line ?? null}
          onActive={setActive}
        />
      </div>
    </div>
  )
}

function useKeys(
  list: RefObject<ChangesHandle | null>,
  input: RefObject<HTMLInputElement | null>,
): void {
  useShortcuts({
    j: () => list.current?.next(1),
    k: () => list.current?.next(-1),
    v: () => list.current?.tick(),
    '/': () => input.current?.focus(),
    'mod+f': () => {
      // Pressed twice, the user wants the browser's own search.
      if (document.activeElement === input.current) return false
      input.current?.focus()
      input.current?.select()
      return true
    },
  })
}

/** Says what was left out, and what is still being searched. */
function Notes({ lines }: { lines: (string | null)[] }) {
  const shown = lines.filter((line) => line !== null)
  if (shown.length === 0) return null
  return (
    <p role="status" className="shrink-0 border-b border-line bg-needs-soft px-3 py-1 text-xs">
      {shown.join(' ')}
    </p>
  )
}
