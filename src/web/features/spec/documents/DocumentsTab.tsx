import { isSpec, itemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { Waiting } from '../../connection/Waiting.tsx'
import { FilePen, FileText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Folder } from '../../../../contracts/views/documents.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useReadingWords } from '../../../i18n/reading-words.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useRow } from '../../items/rows-store.ts'
import { useDocuments, useFolder } from './documents-store.ts'
import { Choices } from '../Choices.tsx'
import { firstIn, groupKeyOf, groupsOf, type DocumentGroup } from './document-groups.ts'
import { firstToRead, titleOf } from './document-names.ts'
import { DocumentPane } from './DocumentPane.tsx'
import { draftKey, isDirty, useDrafts, type DraftOf } from './editor/drafts-store.ts'
import { LeaveDialog } from './editor/LeaveDialog.tsx'

interface DocumentsTabProps {
  owner: WorkItem
  document: string | null
  onSelect(document: string): void
}

export function DocumentsTab({ owner, document, onSelect }: DocumentsTabProps) {
  const project = useDocuments((state) => state.project)
  const folder = useKept(owner, useFolder(owner))
  useEffect(() => void useDocuments.getState().loadFolder(owner), [project, owner])
  if (folder === null) return <Waiting />
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

/** Keeps the old folder in sight while it is reloaded. */
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
  const groups = useMemo(() => groupsOf(owner, folder.documents), [owner, folder.documents])
  const group = groups.find(({ key }) => key === groupKeyOf(shown)) ?? null
  return (
    <>
      <Tabs
        label={documents.tabs}
        value={groupKeyOf(shown)}
        tabs={groups.map((one) => ({
          key: one.key,
          label: <TabLabel group={one} drafts={one.documents.map(({ name }) => draftOf(name))} />,
        }))}
        onChange={(key) => {
          const chosen = groups.find((one) => one.key === key)
          if (chosen !== undefined && chosen !== group) select(firstIn(chosen))
        }}
      >
        {group === null || group.kind === null ? null : (
          <Members group={group} shown={shown} onSelect={select} />
        )}
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

/** Chosen once: a file being written must not pull the reader elsewhere. */
function useShown(owner: WorkItem, folder: Folder, document: string | null): string {
  const row = useRow(owner)
  const [first] = useState(() => {
    const waiting = row?.allowed.waits?.document ?? null
    return firstToRead(folder.documents, waiting) ?? ''
  })
  return document ?? first
}

function useDraftOf(owner: WorkItem): (document: string) => DraftOf | null {
  const project = useDocuments((state) => state.project)
  return (document) => (project === null ? null : { project, item: owner, document })
}

interface TabLabelProps {
  group: DocumentGroup
  drafts: (DraftOf | null)[]
}

function TabLabel({ group, drafts: of }: TabLabelProps) {
  const { documents } = useMessages()
  const { groups } = useReadingWords()
  const isUnsaved = useDrafts(({ drafts }) =>
    of.some((one) => {
      const draft = one === null ? undefined : drafts[draftKey(one)]
      return draft !== undefined && isDirty(draft)
    }),
  )
  return (
    <>
      {group.kind === null || group.kind === 'folder'
        ? titleOf(documents.names, group.key)
        : groups[group.kind]}
      {group.documents.length > 1 ? (
        <span className="text-xs font-normal text-muted">{group.documents.length}</span>
      ) : null}
      {isUnsaved ? (
        <span className="text-needs" role="img" aria-label={documents.unsaved}>
          ●
        </span>
      ) : null}
    </>
  )
}

interface MembersProps {
  group: DocumentGroup
  shown: string
  onSelect(document: string): void
}

/** The rounds behind one tab, oldest first, or the files of a folder. */
function Members({ group, shown, onSelect }: MembersProps) {
  const { documents } = useMessages()
  const { rounds, inFolder } = useReadingWords()
  const isFolder = group.kind === 'folder'
  const box = useRef<HTMLDivElement>(null)
  // Not every round fits on a phone, so scroll the chosen one into view.
  useEffect(() => {
    const chosen = box.current?.querySelector('[aria-pressed=true]')
    chosen?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [shown])
  return (
    <div
      ref={box}
      tabIndex={group.documents.length > 4 ? 0 : undefined}
      className="flex shrink-0 overflow-x-auto border-b border-line px-3 py-1"
    >
      <Choices
        label={isFolder ? inFolder : rounds}
        value={shown}
        choices={group.documents.map(({ name }) => ({
          key: name,
          label: isFolder ? name.slice(group.key.length) : titleOf(documents.names, name),
        }))}
        onChange={onSelect}
      />
    </div>
  )
}
