import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { useEffect, useMemo, useState } from 'react'
import type { DocumentContent } from '../../../../../contracts/views/documents.ts'
import { isLive } from '../../../../../core/views/phase-cells.ts'
import type { Refusal } from '../../../../app/live.ts'
import { MOD } from '../../../../app/mod-key.ts'
import { useShortcuts } from '../../../../app/shortcuts.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { useRow } from '../../../items/rows-store.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import {
  draftKey,
  isDirty,
  plainText,
  useDrafts,
  type Draft,
  type DraftOf,
} from './drafts-store.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { mergeTexts } from './merge-texts.ts'
import { Strip } from '../Strip.tsx'

interface DocumentEditorProps {
  of: DraftOf
  draft: Draft
  /** The content on disk; null while loading. */
  content: DocumentContent | Refusal | null
}

export function DocumentEditor({ of, draft, content }: DocumentEditorProps) {
  const { documents } = useMessages()
  const { change, discard, save } = useDrafts.getState()
  const isSaving = useDrafts(({ saving }) => saving.has(draftKey(of)))
  const [isComparing, setComparing] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isMerged, setMerged] = useState(false)
  const onDisk = useDiskState(content, draft)
  useFreshBase(of, draft, content)
  const dirty = isDirty(draft)
  const keep = async (): Promise<void> => {
    const result = await save(of)
    if (result === 'conflict') setComparing(true)
    setMerged(result === 'merged')
  }
  const leave = (): void => (dirty ? setLeaving(true) : discard(of))
  useShortcuts({ 'mod+s': () => void keep() })
  return (
    <div className="flex min-h-0 grow flex-col">
      <Tools {...{ dirty, isSaving }} onSave={() => void keep()} onDone={leave} />
      <LiveWarning item={of.item} />
      {onDisk === 'same' || isSaving ? null : (
        <Strip words={documents.editor[onDisk]}>
          <Button size="small" onClick={() => setComparing(true)}>
            {documents.editor.compare}
          </Button>
        </Strip>
      )}
      {isMerged ? <Strip words={documents.editor.merged} /> : null}
      <textarea
        aria-label={documents.editor.label(of.document)}
        value={draft.text}
        autoFocus
        spellCheck={false}
        onChange={({ target }) => change(of, target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          leave()
        }}
        className="min-h-0 grow resize-none bg-surface px-4 py-3 font-mono text-xs leading-5 focus-visible:outline-1 focus-visible:-outline-offset-1"
      />
      {isComparing ? (
        <ConflictDialog
          of={of}
          draft={draft}
          theirs={content !== null && 'text' in content ? content : null}
          onClose={() => setComparing(false)}
        />
      ) : null}
      {isLeaving ? (
        <LeaveDialog
          of={of}
          canKeep={false}
          onStay={() => setLeaving(false)}
          onLeave={() => setLeaving(false)}
        />
      ) : null}
    </div>
  )
}

type DiskState = 'same' | 'changedOnDisk' | 'changedElsewhere' | 'gone'

function useDiskState(content: DocumentContent | Refusal | null, draft: Draft): DiskState {
  return useMemo(() => {
    if (content === null) return 'same'
    if (!('text' in content))
      return content.code === 'NO_DOCUMENT' && draft.base !== null ? 'gone' : 'same'
    if (content.version === draft.base) return 'same'
    const merged = mergeTexts(draft.baseText, draft.text, plainText(content.text))
    return merged === null ? 'changedOnDisk' : 'changedElsewhere'
  }, [content, draft])
}

/** Takes over the newest text while the user has no unsaved changes. */
function useFreshBase(of: DraftOf, draft: Draft, content: DocumentContent | Refusal | null): void {
  useEffect(() => {
    if (content === null || !('text' in content) || content.version === draft.base) return
    const { saving, begin, rebase } = useDrafts.getState()
    if (saving.has(draftKey(of))) return
    if (plainText(content.text) === draft.text) rebase(of, content)
    else if (!isDirty(draft)) begin(of, content)
  }, [of, draft, content])
}

interface ToolsProps {
  dirty: boolean
  isSaving: boolean
  onSave(): void
  onDone(): void
}

function Tools({ dirty, isSaving, onSave, onDone }: ToolsProps) {
  const { common, documents } = useMessages()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
      <span role="status" className={`text-xs ${dirty ? 'text-needs' : 'text-muted'}`}>
        {dirty ? `● ${documents.unsaved}` : documents.editor.saved}
      </span>
      <span className="ml-auto flex items-center gap-1 text-xs text-muted max-md:hidden">
        <Key>{MOD}+S</Key> {common.save}
      </span>
      <Button size="small" className="max-md:ml-auto" onClick={onDone}>
        {documents.editor.done}
      </Button>
      <Button size="small" kind="primary" isBusy={isSaving} disabled={!dirty} onClick={onSave}>
        {common.save}
      </Button>
    </div>
  )
}

function LiveWarning({ item }: { item: WorkItem }) {
  const { editor } = useMessages().documents
  const row = useRow(item)
  return row !== null && isLive(row) ? <Strip words={editor.live} /> : null
}
