import type { WorkItem } from '../../../contracts/work-item.ts'
import { useEffect, useMemo } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { titleOf } from '../spec/documents/document-names.ts'
import { useDocument, useDocuments } from '../spec/documents/documents-store.ts'
import { excerptOf } from './excerpt.ts'
import { Lines } from './Lines.tsx'

interface DocumentLinesProps {
  item: WorkItem
  document: string
}

/** The part of a document that matters for the decision. */
export function DocumentLines({ item, document }: DocumentLinesProps) {
  const { names } = useMessages().documents
  const content = useDocument(item, document)
  const project = useDocuments((state) => state.project)
  const isMissing = content === null
  useEffect(() => {
    if (isMissing && project !== null) void useDocuments.getState().load(item, document)
  }, [item, document, isMissing, project])
  const text = content !== null && 'text' in content ? content.text : null
  const excerpt = useMemo(
    () => (text === null ? null : excerptOf(document, text)),
    [document, text],
  )
  return excerpt === null || excerpt.text === '' ? null : (
    <Lines item={item} excerpt={excerpt} label={titleOf(names, document)} />
  )
}
