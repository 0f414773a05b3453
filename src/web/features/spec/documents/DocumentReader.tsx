import type { WorkItem } from '../../../../contracts/work-item.ts'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DocumentContent, Folder } from '../../../../contracts/views/documents.ts'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useRow } from '../../items/rows-store.ts'
import { ApprovalStrip } from './approval/ApprovalStrip.tsx'
import { BlockCommentsContext, type BlockComments } from './blocks/block-comments.ts'
import { linesBegun } from './comments/comments-store.ts'
import { useDocuments } from './documents-store.ts'
import { placeComments } from './comments/comment-lines.ts'
import { titleOf } from './document-names.ts'
import { DocumentTools, type DocumentView } from './DocumentTools.tsx'
import { plainText } from './editor/drafts-store.ts'
import type { Finding } from './find/finding.ts'
import { canLayOut } from './layout.ts'
import { OpenComments } from './comments/OpenComments.tsx'
import { RenderedView } from './rendered/RenderedView.tsx'
import { SourceView } from './source/SourceView.tsx'
import { Strip } from './Strip.tsx'

interface DocumentReaderProps {
  owner: WorkItem
  folder: Folder
  content: DocumentContent
  onSelect(document: string): void
  onEdit: (() => void) | null
}

export function DocumentReader(props: DocumentReaderProps) {
  const { owner, folder, content, onSelect, onEdit } = props
  const { name: document } = content
  const { documents } = useMessages()
  const text = useMemo(() => plainText(content.text), [content.text])
  const lines = useMemo(() => linesOf(text), [text])
  const isLaidOut = useMemo(() => document.endsWith('.md') && canLayOut(text), [document, text])
  const [chosen, setView] = useState<DocumentView>('rendered')
  const view = isLaidOut ? chosen : 'source'
  const [jump, setJump] = useState<number | null>(null)
  const [isResolvedShown, setResolvedShown] = useState(false)
  const finding = useFinding()
  const placed = useMemo(
    () =>
      placeComments(
        folder.comments.filter((comment) => comment.document === document),
        lines,
      ),
    [folder.comments, document, lines],
  )
  const open = useMemo(
    () => placed.filter(({ comment }) => typeof comment.resolvedAt !== 'string'),
    [placed],
  )
  const { blockComments, open: comment } = useCommentForms(owner, document, lines)
  const row = useRow(owner)
  const names = useMemo(() => folder.documents.map(({ name }) => name), [folder.documents])
  return (
    <div className="flex min-h-0 grow flex-col">
      <DocumentTools
        view={view}
        onView={isLaidOut ? setView : null}
        info={folder.documents.find(({ name }) => name === document) ?? null}
        text={() => content.text}
        resolved={{
          count: placed.length - open.length,
          isShown: isResolvedShown,
          onToggle: () => setResolvedShown(!isResolvedShown),
        }}
        onFind={finding.open}
        onReload={() => reload(owner, document)}
        onEdit={content.truncated ? null : onEdit}
      />
      {row === null ? null : <ApprovalStrip row={row} content={content} />}
      {content.truncated ? <Strip words={documents.truncated} /> : null}
      {view === 'rendered' ? (
        <BlockCommentsContext value={blockComments}>
          <RenderedView
            title={titleOf(documents.names, document)}
            {...{ text, lines, finding, onSelect }}
            documents={names}
            skips={row?.skipsTasks === true}
            onComment={comment}
          >
            <OpenComments
              owner={owner}
              comments={open}
              onJump={(line) => {
                setJump(line)
                setView('source')
              }}
            />
          </RenderedView>
        </BlockCommentsContext>
      ) : (
        <SourceView
          {...{ owner, document, lines, jump, finding }}
          comments={isResolvedShown ? placed : open}
        />
      )}
    </div>
  )
}

/** The comments being written inside the text. */
function useCommentForms(owner: WorkItem, document: string, lines: readonly string[]) {
  const [writing, setWriting] = useState(() => linesBegun(owner, { document }))
  const open = (line: number): void => setWriting((before) => new Set(before).add(line))
  const blockComments = useMemo<BlockComments>(
    () => ({
      owner,
      document,
      lines,
      writing,
      close: (line) => setWriting((before) => new Set([...before].filter((n) => n !== line))),
    }),
    [owner, document, lines, writing],
  )
  return { blockComments, open }
}

function useFinding(): Finding & { open(): void } {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const open = (): void => {
    // The next key typed must already go to the field.
    flushSync(() => setOpen(true))
    input.current?.focus()
    input.current?.select()
  }
  useShortcuts({
    // Pressed twice, the user wants the browser's own search.
    'mod+f': () => {
      if (window.document.activeElement === input.current) return false
      open()
      return true
    },
  })
  return { isOpen, query, input, setQuery, open, close: () => setOpen(false) }
}

function reload(owner: WorkItem, document: string): void {
  const { load, loadFolder } = useDocuments.getState()
  void load(owner, document)
  void loadFolder(owner)
}

/** A final newline does not start another line. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
