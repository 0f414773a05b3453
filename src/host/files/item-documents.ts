import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Unopened } from '../../core/decide/facts.ts'
import { documentsBelow } from './documents-below.ts'
import { isMissing } from './errno.ts'
import { LinkRefused, namesIn, NotAFile, readDocument, TooLarge } from './own-files.ts'
import { readSpecJson } from './spec-json-file.ts'

export interface DocumentText {
  text: string
  /** Changes whenever the file is written. */
  fingerprint: string
}

/** The documents of an item at one moment, in a folder or in a commit. */
export interface ItemDocuments {
  /** spec.json or bug.json. */
  record(): SpecJson
  names(): string[]
  /** The paths of the documents in the subfolders that its format defines. */
  below(): string[]
  /** Reads one of those; throws if it must not be treated as missing. */
  read(name: string): DocumentText | Unopened
}

interface Folders {
  /** Where the host's own files are. */
  specDir: string
  /** Where the current documents are. */
  liveDir: string
  item: WorkItem
}

export const folderDocuments = ({ specDir, liveDir, item }: Folders): ItemDocuments => ({
  record: () => readSpecJson(specDir, item),
  names: () => (liveDir === specDir ? namesIn(specDir) : namesOrNone(liveDir)),
  below: () => documentsBelow(liveDir, item),
  read: (name) => readOne(join(liveDir, name)),
})

/** Empty if the folder is missing: an agent may have deleted it in its worktree. */
function namesOrNone(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function readOne(path: string): DocumentText | Unopened {
  try {
    const { bytes, stat } = readDocument(path)
    const fingerprint = `${stat.mtimeMs}-${hash('sha1', bytes, 'hex')}`
    return { text: bytes.toString('utf8'), fingerprint }
  } catch (error) {
    // An agent would read or write through the link.
    // A document that is too large to judge would be overwritten if treated as missing.
    if (error instanceof LinkRefused || error instanceof TooLarge) throw error
    if (error instanceof NotAFile) return { ok: false, why: 'not-a-file', line: null }
    return { ok: false, why: isMissing(error) ? 'missing' : 'unreadable', line: null }
  }
}
