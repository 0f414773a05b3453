import { Check, ChevronRight, Folder } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ChangedFile } from '../../../../../contracts/views/changes.ts'
import { useChangeWords } from '../../../../i18n/reading-words.ts'
import { PathText } from '../../../../ui/text/PathText.tsx'
import { SearchField } from '../../SearchField.tsx'
import { VirtualList } from '../../VirtualList.tsx'
import { LineCounts, StatusLetter } from './FileMarks.tsx'
import { matching, treeOf, type TreeNode } from './file-tree.ts'
import { useOwnerName } from './owner-name.ts'
import type { Section } from './sections.ts'

interface FileTreeProps {
  sections: readonly Section[]
  active: string | null
  isViewed(file: ChangedFile): boolean
  onSelect(file: ChangedFile): void
}

type Line = TreeNode | { kind: 'section'; key: string; section: Section; level: 0 }

/** Every changed file by folder; those of other owners are folded away under their name. */
export function FileTree({ sections, active, isViewed, onSelect }: FileTreeProps) {
  const words = useChangeWords()
  const [query, setQuery] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string): void => {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }
  const lines = useMemo(() => linesOf(sections, { query, toggled }), [sections, query, toggled])
  return (
    <nav aria-label={words.tree} className="flex min-h-0 grow flex-col">
      <div className="flex border-b border-line p-2">
        <SearchField label={words.filterFiles} value={query} onChange={setQuery} />
      </div>
      {lines.length === 0 ? <p className="p-3 text-muted">{words.noFile}</p> : null}
      <Virtuoso
        className="min-h-0 grow max-md:min-h-[50dvh]"
        data={lines}
        components={{ List: VirtualList }}
        computeItemKey={(_, { key }) => key}
        itemContent={(_, line) => (
          <div role="listitem">
            {line.kind === 'file' ? (
              <FileLine
                node={line}
                isActive={line.file.path === active}
                isViewed={isViewed(line.file)}
                onSelect={onSelect}
              />
            ) : (
              <FolderLine
                line={line}
                isOpen={query !== '' || isOpen(line, toggled)}
                onToggle={toggle}
              />
            )}
          </div>
        )}
      />
    </nav>
  )
}

/** By default folders are open and other owners' sections closed. */
const isOpen = ({ kind, key }: Exclude<Line, { kind: 'file' }>, toggled: ReadonlySet<string>) =>
  (kind === 'folder') !== toggled.has(key)

interface Wanted {
  query: string
  toggled: ReadonlySet<string>
}

function linesOf(sections: readonly Section[], { query, toggled }: Wanted): Line[] {
  return sections.flatMap((section): Line[] => {
    const files = matching(section.files, query)
    if (files.length === 0) return []
    const nodes = treeOf(files, { closed: query === '' ? toggled : new Set(), within: section.key })
    if (section.key === 'item') return nodes
    const head: Line = { kind: 'section', key: `section ${section.key}`, section, level: 0 }
    return query !== '' || toggled.has(head.key) ? [head, ...nodes] : [head]
  })
}

interface FolderLineProps {
  line: Exclude<Line, { kind: 'file' }>
  isOpen: boolean
  onToggle(key: string): void
}

function FolderLine({ line, isOpen: open, onToggle }: FolderLineProps) {
  const nameOf = useOwnerName()
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onToggle(line.key)}
      style={{ paddingLeft: 8 + 12 * line.level }}
      className={`flex min-h-7 w-full items-center gap-1.5 py-1 pr-2 text-left text-xs hover:bg-hover max-md:min-h-11 max-md:text-sm ${line.kind === 'section' ? 'border-t border-line font-medium' : 'text-muted'}`}
    >
      <ChevronRight
        aria-hidden
        className={`size-3.5 shrink-0 text-faint transition-transform ${open ? 'rotate-90' : ''}`}
      />
      {line.kind === 'folder' ? (
        <Folder aria-hidden className="size-3.5 shrink-0 text-faint" />
      ) : null}
      <span className="min-w-0 grow">
        {line.kind === 'folder' ? <PathText path={line.name} /> : nameOf(line.section)}
      </span>
      <span className="text-faint">
        {line.kind === 'folder' ? line.count : line.section.files.length}
      </span>
    </button>
  )
}

interface FileLineProps {
  node: Extract<Line, { kind: 'file' }>
  isActive: boolean
  isViewed: boolean
  onSelect(file: ChangedFile): void
}

function FileLine({ node, isActive, isViewed, onSelect }: FileLineProps) {
  const words = useChangeWords()
  const { file, name, level } = node
  return (
    <button
      type="button"
      title={file.path}
      aria-current={isActive ? 'true' : undefined}
      onClick={() => onSelect(file)}
      style={{ paddingLeft: 12 + 12 * level }}
      className="flex min-h-7 w-full items-center gap-1.5 py-1 pr-2 text-left text-xs hover:bg-hover aria-[current]:bg-accent-soft max-md:min-h-11 max-md:text-sm"
    >
      <StatusLetter status={file.status} />
      <span className={`min-w-0 grow [overflow-wrap:anywhere] ${isViewed ? 'text-muted' : ''}`}>
        {name}
      </span>
      {isViewed ? (
        <>
          <Check aria-hidden className="size-3.5 shrink-0 text-done" />
          <span className="sr-only">{words.viewed}</span>
        </>
      ) : null}
      <LineCounts file={file} />
    </button>
  )
}
