import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Facts } from '../../core/decide/facts.ts'
import { documentNames } from '../../core/formats/document-names.ts'
import { isOnlyInputSection } from '../../core/readers/requirements-input.ts'
import { DOCUMENT_FILES } from '../../core/workflow/document-files.ts'
import { namesIn, readDocumentText } from '../files/own-files.ts'

interface Glanced extends Pick<Facts, 'files' | 'requirementsAreOnlyInput'> {
  /** The text of tasks.md, whatever its file is called; null if it cannot be read. */
  tasks: string | null
}

/** Which documents are written, for display only. */
export function glanceAtDocuments(dir: string, item: WorkItem): Glanced {
  const { fileOf } = documentNames(item, namesOrNone(dir))
  const files: Facts['files'] = {}
  let requirementsAreOnlyInput = false
  let tasks: string | null = null
  for (const document of Object.values(DOCUMENT_FILES)) {
    const text = textOf(join(dir, fileOf(document)))
    if (text === null) continue
    files[document] = { fingerprint: `0-${hash('sha1', text, 'hex')}`, empty: text.trim() === '' }
    if (document === DOCUMENT_FILES.requirements)
      requirementsAreOnlyInput = isOnlyInputSection(text)
    if (document === DOCUMENT_FILES.tasks) tasks = text
  }
  return { files, requirementsAreOnlyInput, tasks }
}

function namesOrNone(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch {
    return []
  }
}

/** An unreadable document counts as missing; the run reports it when it gets there. */
function textOf(path: string): string | null {
  try {
    return readDocumentText(path)
  } catch {
    return null
  }
}
