import { ChevronRight } from 'lucide-react'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import { useChangeWords } from '../../../i18n/reading-words.ts'
import type { Group } from './changes-list.ts'
import { FileHeader } from './files/FileHeader.tsx'
import { CountMarks } from './files/FileMarks.tsx'
import { useOwnerName } from './files/owner-name.ts'
import { countsOf, type Section } from './files/sections.ts'

interface GroupHeaderProps {
  group: Group | undefined
  /** The file that the user last navigated to. */
  active: string | null
  isViewed(file: ChangedFile): boolean
  comments(path: string): number
  onFile(file: ChangedFile): void
  onSection(key: string): void
  onView(file: ChangedFile, isViewed: boolean): void
}

export function GroupHeader(props: GroupHeaderProps) {
  const { group, active, isViewed, comments, onFile, onSection, onView } = props
  if (group === undefined) return null
  if (group.kind === 'section')
    return <SectionHeader section={group.section} isOpen={group.isOpen} onToggle={onSection} />
  const { file, isOpen } = group
  return (
    <FileHeader
      {...{ file, isOpen, onView }}
      isViewed={isViewed(file)}
      isActive={file.path === active}
      comments={comments(file.path)}
      onToggle={onFile}
    />
  )
}

interface SectionHeaderProps {
  section: Section
  isOpen: boolean
  onToggle(key: string): void
}

function SectionHeader({ section, isOpen, onToggle }: SectionHeaderProps) {
  const words = useChangeWords()
  const nameOf = useOwnerName()
  return (
    <h2 className="border-y border-line bg-bg">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(section.key)}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-2 px-3 text-left text-xs hover:bg-hover max-md:min-h-11 max-md:text-sm"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 font-medium break-words">{nameOf(section)}</span>
        <span className="text-muted">{words.files(section.files.length)}</span>
        <CountMarks {...countsOf(section.files)} />
      </button>
    </h2>
  )
}
