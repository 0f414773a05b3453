import { ChevronRight, MessageSquareText } from 'lucide-react'
import { memo } from 'react'
import type { ChangedFile } from '../../../../../contracts/views/changes.ts'
import { useChangeWords } from '../../../../i18n/reading-words.ts'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'
import { PathText } from '../../../../ui/text/PathText.tsx'
import { LineCounts, StatusLetter } from './FileMarks.tsx'

interface FileHeaderProps {
  file: ChangedFile
  isOpen: boolean
  isViewed: boolean
  isActive: boolean
  comments: number
  onToggle(file: ChangedFile): void
  onView(file: ChangedFile, isViewed: boolean): void
}

/** The sticky file name above its lines. */
export const FileHeader = memo(function FileHeader(props: FileHeaderProps) {
  const { file, isOpen, isViewed, isActive, comments, onToggle, onView } = props
  const words = useChangeWords()
  const { path, from, mode, isShared } = file
  return (
    <div
      className={`flex items-center gap-2 border-y border-line bg-raised pr-3 text-xs max-md:pr-1 ${isActive ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
    >
      <h2 className="min-w-0 grow">
        <button
          type="button"
          data-path={path}
          aria-expanded={isOpen}
          onClick={() => onToggle(file)}
          className="flex min-h-8 w-full items-center gap-x-2 px-3 py-1 text-left hover:bg-hover max-md:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <StatusLetter status={file.status} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-mono">
              {from === null ? null : (
                <>
                  <PathText path={from} />
                  {' → '}
                </>
              )}
              <PathText path={path} />
            </span>
            {mode === null ? null : (
              <span className="font-mono text-muted">{`${mode.from} → ${mode.to}`}</span>
            )}
            {isShared ? <span className="text-needs">{words.shared}</span> : null}
            {comments === 0 ? null : (
              <span className="flex items-center gap-1 text-muted">
                <MessageSquareText aria-hidden className="size-3" />
                <span aria-hidden>{comments}</span>
                <span className="sr-only">{words.comments(comments)}</span>
              </span>
            )}
          </span>
        </button>
      </h2>
      <LineCounts file={file} />
      <span className="max-md:hidden">
        <CopyButton label={words.copyPath} text={() => path} />
      </span>
      <label className="flex min-h-8 items-center gap-1.5 whitespace-nowrap max-md:min-h-11 max-md:px-2">
        <input
          type="checkbox"
          checked={isViewed}
          onChange={({ target }) => onView(file, target.checked)}
          aria-label={words.viewedFile(path)}
          className="size-4 accent-[var(--accent)]"
        />
        <span aria-hidden className="max-md:hidden">
          {words.viewed}
        </span>
      </label>
    </div>
  )
})
