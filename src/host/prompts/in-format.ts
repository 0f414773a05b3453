import type { WorkItem } from '../../contracts/work-item.ts'
import { formatOf } from '../../core/formats/item-place.ts'
import { DOCUMENT_FILES } from '../../core/workflow/document-files.ts'
import { namesInFolder } from '../files/document-file.ts'

const NAMES = new RegExp(
  `\\b(?:${Object.values(DOCUMENT_FILES).join('|').replaceAll('.', '\\.')})`,
  'g',
)

/** Templates use our document names; replaces them with those that the item's format uses. */
export function inFormat(item: WorkItem, specDir: string): (text: string) => string {
  if (item.kind === 'bug') return (text) => text
  const { fileOf } = namesInFolder(specDir, item)
  return (text) => text.replace(NAMES, fileOf)
}

/** What an agent must know about how this format writes its documents. */
export function conventionsOf(item: WorkItem): string {
  const { title, conventions } = formatOf(item)
  if (item.kind === 'bug' || conventions.length === 0) return ''
  const lines = conventions.map((line) => `- ${line}\n`).join('')
  return `\n## This is a spec of ${title}\n\nKeep to its own conventions, also where the rules above show another layout:\n\n${lines}`
}
