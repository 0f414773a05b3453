import type { ReportFiles } from '../../contracts/views/report.ts'
import type { Changes } from '../../contracts/views/documents.ts'

const MOST_NAMES = 50
const HEADER = /^diff --git (?:"?a\/.*"? )?"?b\/(.*?)"?$/
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/** What a diff says of the code; documents and records of items are no part of it. */
export function changedFiles(changes: Changes | null): ReportFiles | null {
  if (changes?.state !== 'ok') return null
  const files = new Map<string, { added: number; removed: number }>()
  for (const name of changes.untracked) if (isCode(name)) files.set(name, { added: 0, removed: 0 })
  for (const { name, ...lines } of filesIn(changes.diff)) if (isCode(name)) files.set(name, lines)
  const all = [...files.values()]
  return {
    count: files.size,
    added: all.reduce((sum, { added }) => sum + added, 0),
    removed: all.reduce((sum, { removed }) => sum + removed, 0),
    names: [...files.keys()].sort().slice(0, MOST_NAMES),
    isPart: changes.truncated,
  }
}

const isCode = (name: string): boolean => !name.startsWith('.kiro/')

interface FileLines {
  name: string
  added: number
  removed: number
}

/** By the lengths that hunks state: a line of the content may look like a header. */
function filesIn(diff: string): FileLines[] {
  const files: FileLines[] = []
  let left = { old: 0, new: 0 }
  for (const line of diff.split('\n')) {
    const file = files.at(-1)
    if (file !== undefined && (left.old > 0 || left.new > 0)) {
      const [mark] = line
      if (mark === '\\') continue
      if (mark === '+') file.added++
      if (mark === '-') file.removed++
      left = {
        old: left.old - (mark === '+' ? 0 : 1),
        new: left.new - (mark === '-' ? 0 : 1),
      }
      continue
    }
    const name = HEADER.exec(line)?.[1]
    if (name !== undefined) files.push({ name, added: 0, removed: 0 })
    const hunk = HUNK.exec(line)
    if (hunk !== null) left = { old: Number(hunk[1] ?? 1), new: Number(hunk[2] ?? 1) }
  }
  return files
}
