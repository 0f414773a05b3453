import type { WorkItem } from '../../../../contracts/work-item.ts'
import { Waiting } from '../../connection/Waiting.tsx'
import { useEffect, useMemo, useState } from 'react'
import type { DocumentContent, Folder } from '../../../../contracts/views/documents.ts'
import type { Refusal } from '../../../app/live.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { useMay } from '../../workers/in-fleet.ts'
import { useDocument, useDocuments } from './documents-store.ts'
import { DocumentEditor } from './editor/DocumentEditor.tsx'
import { DocumentReader } from './DocumentReader.tsx'
import { draftKey, useDrafts, type DraftOf } from './editor/drafts-store.ts'

interface DocumentPaneProps {
  owner: WorkItem
  folder: Folder
  document: string
  onSelect(document: string): void
}

/** One document, being read or edited. */
export function DocumentPane({ owner, folder, document, onSelect }: DocumentPaneProps) {
  const m = useMessages()
  const mayEdit = useMay('operator')
  const project = useDocuments((state) => state.project)
  const content = useLatest(useDocument(owner, document))
  const of = useMemo<DraftOf | null>(
    () => (project === null ? null : { project, item: owner, document }),
    [project, owner, document],
  )
  const draft = useDrafts(({ drafts }) => (of === null ? undefined : drafts[draftKey(of)]))
  useEffect(() => void useDocuments.getState().load(owner, document), [project, owner, document])
  if (of !== null && draft !== undefined)
    return <DocumentEditor of={of} draft={draft} content={content} />
  if (content === null) return <Waiting />
  if (!('text' in content)) return <p className="p-4 text-muted">{wordsOfRefusal(m, content)}</p>
  return (
    <DocumentReader
      {...{ owner, folder, content, onSelect }}
      onEdit={of === null || !mayEdit ? null : () => useDrafts.getState().begin(of, content)}
    />
  )
}

/** Keeps the old content in sight while the document is reloaded. */
function useLatest(content: DocumentContent | Refusal | null): DocumentContent | Refusal | null {
  const [latest, setLatest] = useState(content)
  if (content !== null && content !== latest) setLatest(content)
  return content ?? latest
}
