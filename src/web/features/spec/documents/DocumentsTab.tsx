import { isSpec, itemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { FilePen, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DocumentInfo, Folder } from '../../../../contracts/views/documents.ts'
import { attentionOf } from '../../../../core/views/attention.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useRow } from '../../items/rows-store.ts'
import { useDocuments, useFolder } from './documents-store.ts'
import { firstToRead, inOrder, titleOf } from './document-names.ts'
import { DocumentPane } from './DocumentPane.tsx'
import { draftKey, isDirty, useDrafts, type DraftOf } from './editor/drafts-store.ts'
import { LeaveDialog } from './editor/LeaveDialog.tsx'

interface DocumentsTabProps {
  owner: WorkItem
  document: string | null
  onSelect(document: string): void
}

export function DocumentsTab({ owner, document, onSelect }: DocumentsTabProps) {
  const { common } = useMessages()
  const project = useDocuments((state) => state.project)
  const folder = useKept(owner, useFolder(owner))
  useEffect(() => void useDocuments.getState().loadFolder(owner), [project, owner])
  if (folder === null) return <p className="p-4 text-muted">{common.loading}</p>
  if (folder.documents.length === 0 && document === null) return <NoDocument owner={owner} />
  return <DocumentTabs key={itemKey(owner)} {...{ owner, folder, document, onSelect }} />
}

function NoDocument({ owner }: { owner: WorkItem }) {
  const { common, documents, workflow } = useMessages()
  const row = useRow(owner)
  const phase = row?.run.status === 'running' ? row.run.phase : null
  const help = isSpec(owner) ? documents.emptySpec : documents.emptyBug
  const isDamaged = row !== null && row.problem !== null
  return phase === null ? (
    <EmptyState icon={<FileText aria-hidden className="size-8" />} title={documents.empty}>
      <p>{isDamaged ? workflow.unreadableFirst : help}</p>
    </EmptyState>
  ) : (
    <EmptyState
      icon={<FilePen aria-hidden className="size-8" />}
      title={documents.writing(common.phases[phase])}
    >
      <p role="status">{documents.writingHelp}</p>
    </EmptyState>
  )
}

/** A folder that is asked for again stays in sight until the answer is here. */
function useKept(owner: WorkItem, folder: Folder | null): Folder | null {
  const key = itemKey(owner)
  const [kept, setKept] = useState({ key, folder })
  if (kept.key !== key || (folder !== null && folder !== kept.folder)) setKept({ key, folder })
  return folder ?? (kept.key === key ? kept.folder : null)
}

interface DocumentTabsProps extends DocumentsTabProps {
  folder: Folder
}

function DocumentTabs({ owner, folder, document, onSelect }: DocumentTabsProps) {
  const { documents } = useMessages()
  const shown = useShown(owner, folder, document)
  const [next, setNext] = useState<string | null>(null)
  const draftOf = useDraftOf(owner)
  const select = (name: string): void => {
    const of = draftOf(shown)
    const draft = of === null ? undefined : useDrafts.getState().drafts[draftKey(of)]
    if (draft !== undefined && isDirty(draft)) setNext(name)
    else onSelect(name)
  }
  const of = draftOf(shown)
  return (
    <>
      <Tabs
        label={documents.tabs}
        value={shown}
        tabs={inOrder(folder.documents).map((info) => ({
          key: info.name as string,
          label: <TabLabel info={info} of={draftOf(info.name)} />,
        }))}
        onChange={select}
      >
        <DocumentPane key={shown} {...{ owner, folder }} document={shown} onSelect={select} />
      </Tabs>
      {next !== null && of !== null ? (
        <LeaveDialog
          of={of}
          canKeep
          onStay={() => setNext(null)}
          onLeave={() => {
            setNext(null)
            onSelect(next)
          }}
        />
      ) : null}
    </>
  )
}

/** Chosen once: a person who reads must not be taken elsewhere because a file was written. */
function useShown(owner: WorkItem, folder: Folder, document: string | null): string {
  const row = useRow(owner)
  const [first] = useState(() => {
    const waiting = row === null ? null : (attentionOf([row])[0]?.document ?? null)
    return firstToRead(folder.documents, waiting) ?? ''
  })
  return document ?? first
}

function useDraftOf(owner: WorkItem): (document: string) => DraftOf | null {
  const project = useDocuments((state) => state.project)
  return (document) => (project === null ? null : { project, item: owner, document })
}

function TabLabel({ info, of }: { info: DocumentInfo; of: DraftOf | null }) {
  const { documents } = useMessages()
  const isUnsaved = useDrafts(({ drafts }) => {
    const draft = of === null ? undefined : drafts[draftKey(of)]
    return draft !== undefined && isDirty(draft)
  })
  return (
    <>
      {titleOf(documents.names, info.name)}
      {isUnsaved ? (
        <span className="text-needs" role="img" aria-label={documents.unsaved}>
          ●
        </span>
      ) : null}
    </>
  )
}
