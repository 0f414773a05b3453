import { hash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { Covers, JournalEntry } from '../../contracts/journal.ts'
import type { ApprovalView } from '../../contracts/views/documents.ts'
import type { Workspace } from '../../contracts/host-steps.ts'
import type { HostEvent, RpcInput } from '../../contracts/rpc.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import {
  approvedWith,
  documentNames,
  type DocumentNames,
} from '../../core/formats/document-names.ts'
import { changedIn, partOf } from '../../core/decide/covered.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { contentOf } from '../../core/decide/written.ts'
import { definitionOf } from '../../core/workflow/workflows.ts'
import { documentsBelow } from '../files/documents-below.ts'
import { makeFolder, namesIn, readOwnBytes, replaceFile } from '../files/own-files.ts'
import { safeItemName } from '../items/safe-name.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { folderOfDocument, ownLiveFolder, readOwnFile } from './own-folder.ts'
import { MAX_DOCUMENT_BYTES, type DocumentPlace } from './read-document.ts'

type Granted = Extract<JournalEntry, { type: 'approval.granted' }>

/** Keeps approved texts, so that the user can see what has changed since. */
export const keepingApproved =
  (folders: ProjectFolders, journals: FileJournals) =>
  (event: HostEvent): void => {
    if (event.type !== 'entry' || event.entry.type !== 'approval.granted') return
    const { item, entry } = event
    // While the journal is synced, but before the next agent runs and may rewrite the document.
    setImmediate(() => {
      try {
        keep({ folders, item, workspace: journals.glance(item).state.workspace }, entry)
      } catch (error) {
        // The approval is valid without it; only the comparison will be missing.
        process.emitWarning(error instanceof Error ? error : String(error))
      }
    })
  }

interface ItemPlace {
  folders: ProjectFolders
  item: WorkItem
  workspace: Workspace
}

function keep({ folders, item, workspace }: ItemPlace, entry: Granted): void {
  const { document } = definitionOf(entry.phase)
  const folder = ownLiveFolder(folders, item, workspace)
  if (folder === null || document === null) return
  const own = documentsIn(folder, item).fileOf(document.file)
  const approved: Covers = { [own]: entry.fingerprint ?? null, ...entry.covers }
  for (const [name, fingerprint] of Object.entries(approved)) {
    const file = bytesOf(folder, item, name)
    // Rewritten in the meantime: the approved text is gone.
    if (file === null || digestOf(file) !== contentOf(fingerprint)) continue
    makeFolder(folderOf(folders, item), 0o700)
    const kept = join(folderOf(folders, item), `${digestOf(file)}.md`)
    replaceFile(kept, file.toString('utf8'))
  }
}

/** What the last approval in the journal covers; null if the document is not approved. */
export function readApproval(
  { folders, workspaceOf }: DocumentPlace,
  { item, document }: RpcInput<'approval'>,
  entries: readonly JournalEntry[],
): ApprovalView | null {
  const folder = ownLiveFolder(folders, item, workspaceOf(item))
  const above = approvedWith(layoutOf(item), document)
  const known =
    above ?? (folder === null ? document : documentsIn(folder, item).documentIn(document))
  const last = entries.findLast(
    (entry) =>
      (entry.type === 'approval.granted' || entry.type === 'approval.revoked') &&
      definitionOf(entry.phase).document?.file === known,
  )
  if (last?.type !== 'approval.granted') return null
  const { by, time: at } = last
  const isPart = above !== null
  const file = folder === null ? null : bytesOf(folder, item, document)
  const others = isPart || folder === null ? [] : changedParts(folder, item, last)
  const about = { by, at, others }
  const isNew = isPart && last.covers !== undefined && !(document in last.covers)
  if (isNew) return { ...about, state: 'changed', text: '' }
  const approved = contentOf((isPart ? last.covers?.[document] : last.fingerprint) ?? null)
  if (approved === null || file === null) return { ...about, state: 'unknown', text: null }
  if (digestOf(file) === approved) return { ...about, state: 'same', text: null }
  return { ...about, state: 'changed', text: keptText(folders, item, approved) }
}

function changedParts(folder: string, item: WorkItem, { phase, covers }: Granted): string[] {
  const { document } = definitionOf(phase)
  if (covers === undefined || document === null) return []
  const now = documentsBelow(folder, item).flatMap((name) => {
    const bytes = bytesOf(folder, item, name)
    return bytes === null ? [] : [[name, digestOf(bytes)]]
  })
  return changedIn(covers, partOf(item, document.file, Object.fromEntries(now)))
}

/** Null for anything but a regular file of the item. */
function bytesOf(folder: string, item: WorkItem, name: string): Buffer | null {
  const dir = folderOfDocument(folder, item, name)
  return dir === null ? null : (readOwnFile(dir, basename(name), MAX_DOCUMENT_BYTES)?.bytes ?? null)
}

const documentsIn = (folder: string, item: WorkItem): DocumentNames =>
  documentNames(item, namesIn(folder))

/** The folder is in the repository: a file whose digest does not match its name is ignored. */
function keptText(folders: ProjectFolders, item: WorkItem, digest: string): string | null {
  if (!/^[0-9a-f]{40}$/.test(digest)) return null
  try {
    const bytes = readOwnBytes(join(folderOf(folders, item), `${digest}.md`))
    return digestOf(bytes) === digest ? bytes.toString('utf8').replace(/^\uFEFF/, '') : null
  } catch {
    return null
  }
}

const digestOf = (bytes: Uint8Array): string => hash('sha1', bytes, 'hex')

const folderOf = ({ runtimeDir }: ProjectFolders, item: WorkItem): string =>
  join(runtimeDir, 'approved', safeItemName(item))
