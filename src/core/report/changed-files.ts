import type { ReportFiles } from '../../contracts/views/report.ts'
import type { Changes } from '../../contracts/views/changes.ts'

const MOST_NAMES = 50

/** What the item itself changed in the code, without documents and the work of others. */
export function changedFiles(changes: Changes | null): ReportFiles | null {
  if (changes?.state !== 'ok') return null
  const files = changes.files.filter(({ path, owner }) => owner.by === 'item' && isCode(path))
  return {
    count: files.length,
    added: files.reduce((sum, { added }) => sum + (added ?? 0), 0),
    removed: files.reduce((sum, { removed }) => sum + (removed ?? 0), 0),
    names: files
      .map(({ path }) => path)
      .sort()
      .slice(0, MOST_NAMES),
    isPart: changes.omitted > 0,
  }
}

const isCode = (path: string): boolean => !path.startsWith('.kiro/')
