import { FolderTree, GitCompare, RefreshCw } from 'lucide-react'
import type { RefObject } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { useChangeWords } from '../../../i18n/reading-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { FindBar } from '../../../ui/text/FindBar.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Ago } from '../../items/Ago.tsx'
import { Choices } from '../Choices.tsx'
import type { Base } from './base.ts'
import { useChanges } from './changes-store.ts'

interface ToolbarProps {
  row: ItemRow
  base: Base
  /** Null where the file tree is already visible. */
  onFiles: (() => void) | null
  hasLayouts: boolean
  search: {
    query: string
    at: number
    total: number
    isSearching: boolean
    input: RefObject<HTMLInputElement | null>
    onQuery(query: string): void
    onStep(by: 1 | -1): void
  }
}

export function ChangesToolbar({ row, base, onFiles, hasLayouts, search }: ToolbarProps) {
  const words = useChangeWords()
  const layout = useChanges((state) => state.layout)
  const isLoading = useChanges((state) => state.isLoading)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <GitCompare aria-hidden className="size-4 shrink-0 text-faint max-md:hidden" />
      <p className="min-w-0 grow basis-52 truncate text-xs text-muted max-md:basis-36 max-md:text-sm">
        {words.since(base.subject, base.hash.slice(0, 7))} · <Ago at={base.at} />
      </p>
      {onFiles === null ? null : (
        <Button icon={<FolderTree aria-hidden className="size-4" />} onClick={onFiles}>
          {words.showFiles}
        </Button>
      )}
      <FindBar
        label={words.search}
        query={search.query}
        at={search.at + 1}
        total={search.total}
        isSearching={search.isSearching}
        inputRef={search.input}
        onQuery={search.onQuery}
        onStep={search.onStep}
      />
      {hasLayouts ? (
        <Choices
          label={words.layout}
          value={layout}
          choices={[
            { key: 'unified', label: words.unified },
            { key: 'split', label: words.split },
          ]}
          onChange={useChanges.getState().setLayout}
        />
      ) : null}
      <IconButton
        label={words.reload}
        icon={<RefreshCw aria-hidden className={`size-4 ${isLoading ? 'animate-spin' : ''}`} />}
        onClick={() => void useChanges.getState().load(row.item)}
      />
    </div>
  )
}
