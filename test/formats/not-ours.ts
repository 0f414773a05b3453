import type { SpecItem } from '../../src/contracts/work-item.ts'
import { documentNames } from '../../src/core/formats/document-names.ts'
import { folderOf } from '../../src/core/formats/item-place.ts'
import { isOnlyInputSection } from '../../src/core/readers/requirements-input.ts'
import { REVIEWED_FILES } from '../../src/core/workflow/document-files.ts'
import type { Files } from './fixture-world.ts'
import { recordChanges } from './kept-record.ts'
import { changesIn } from './kept-text.ts'

/** Our own files in an item's folder. */
export const OURS =
  /^(?:event-log\.jsonl|spec\.json|inspection-\d+\.md|document-review-\d+(?:-reply)?\.md)$/

/** Changes that a run of the item must not make. */
export function notOurs(before: Files, after: Files, item: SpecItem): string[] {
  const folder = `${folderOf(item)}/`
  const inFolder = (path: string): string =>
    path.startsWith(folder) ? path.slice(folder.length) : ''
  const { fileOf } = documentNames(item, Object.keys(before).map(inFolder))
  const documents = [...REVIEWED_FILES.map((document) => fileOf(document)), 'research.md']
  const isCode = (path: string): boolean => path.startsWith('src/')
  const isMade = (path: string): boolean => !(path in before) && !isCode(path)
  const made = Object.keys(after).filter(
    (path) => isMade(path) && !OURS.test(inFolder(path)) && !documents.includes(inFolder(path)),
  )
  const changed = Object.entries(before).flatMap(([path, text]) => {
    const now = after[path]
    const name = inFolder(path)
    if (now === text) return []
    if (now === undefined) return [`${path} is gone`]
    return changesOf({ name, isDocument: documents.includes(name) }, text, now).map(
      (change) => `${path} ${change}`,
    )
  })
  return [...made.map((path) => `${path} is new`), ...changed]
}

interface Changed {
  name: string
  isDocument: boolean
}

function changesOf({ name, isDocument }: Changed, before: string, after: string): string[] {
  if (name === 'spec.json') return recordChanges(before, after)
  if (name === 'event-log.jsonl') {
    // A partial line that a crash left may be cut off.
    const whole = before.slice(0, before.lastIndexOf('\n') + 1)
    return after.startsWith(whole) ? [] : ['has lost lines']
  }
  if (!isDocument) return ['is another one']
  return isToBeWritten(before) ? [] : changesIn(before, after)
}

/** Empty or with nothing but the idea: a phase still has to write it. */
const isToBeWritten = (bytes: string): boolean =>
  isOnlyInputSection(Buffer.from(bytes, 'latin1').toString('utf8'))
