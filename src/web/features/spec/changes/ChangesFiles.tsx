import { useImperativeHandle, useState, type Ref } from 'react'
import { GroupedVirtuoso } from 'react-virtuoso'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import { useChangeWords } from '../../../i18n/reading-words.ts'
import { useChanges } from './changes-store.ts'
import { FilesSummary } from './files/FilesSummary.tsx'
import type { Section } from './files/sections.ts'
import { GroupHeader } from './GroupHeader.tsx'
import { ChangeLine } from './lines/ChangeLine.tsx'
import { keyAt } from './list-keys.ts'
import type { PatchLine } from './lines/read-patch.ts'
import { useLineContext } from './lines/use-line-context.ts'
import { useChangesList } from './use-changes-list.ts'
import { useScrollTarget } from './use-scroll-target.ts'

export interface ChangesHandle {
  /** Opens the file and scrolls to the line, or to the file header if null. */
  show(file: ChangedFile, line: PatchLine | null): void
  next(by: 1 | -1): void
  /** Toggles the viewed mark of the active file. */
  tick(): void
}

interface ChangesFilesProps {
  ref: Ref<ChangesHandle>
  row: ItemRow
  base: string
  sections: readonly Section[]
  isPhone: boolean
  marked: string
  current: PatchLine | null
  onActive(path: string): void
}

/** Every file with its lines in one list; only what is in sight is rendered. */
export function ChangesFiles(props: ChangesFilesProps) {
  const { ref, row, base, sections, isPhone, marked, current, onActive } = props
  const words = useChangeWords()
  const { item } = row
  const chosen = useChanges((state) => state.layout)
  const layout = isPhone ? 'unified' : chosen
  const listed = useChangesList({ item, base, sections, layout })
  const { files, list, open, comments, isViewed, view } = listed
  const { scroller, scrollTo } = useScrollTarget(list)
  const [active, setActive] = useState<string | null>(null)
  const go = (path: string, line: PatchLine | null): void => {
    setActive(path)
    onActive(path)
    scrollTo({ path, line })
  }
  useImperativeHandle(ref, () => ({
    show(file, line) {
      const section = sections.find((one) => one.files.includes(file))
      if (section !== undefined) open.openSection(section.key)
      open.set(file, true)
      go(file.path, line)
    },
    next(by) {
      const shown = list.groups.flatMap((group) => (group.kind === 'file' ? [group.file] : []))
      const at = shown.findIndex(({ path }) => path === active)
      const next = shown[at === -1 ? 0 : at + by]
      if (next !== undefined) go(next.path, null)
    },
    tick() {
      const file = files.find(({ path }) => path === active)
      if (file !== undefined) view(file, !isViewed(file))
    },
  }))
  const context = useLineContext({ item, base, files, comments, marked, current, isPhone })
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <FilesSummary {...{ row, files, isViewed, open }} comments={comments.total} />
      <GroupedVirtuoso
        ref={scroller}
        role="region"
        aria-label={words.list}
        tabIndex={0}
        className="min-h-0 grow bg-surface"
        groupCounts={list.groups.map(({ count }) => count)}
        computeItemKey={(place) => keyAt(list, place)}
        defaultItemHeight={20}
        increaseViewportBy={300}
        groupContent={(index) => (
          <GroupHeader
            group={list.groups[index]}
            {...{ active, isViewed }}
            comments={comments.count}
            onFile={(file) => open.set(file, !open.isOpen(file))}
            onSection={open.toggleSection}
            onView={view}
          />
        )}
        itemContent={(index) => {
          const line = list.rows[index]
          return line === undefined ? null : <ChangeLine row={line} context={context} />
        }}
      />
    </div>
  )
}
