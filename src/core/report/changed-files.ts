import type { ReportFiles } from '../../contracts/views/report.ts'
import type { Changes } from '../../contracts/views/changes.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { isDocumentBeside } from '../formats/layouts.ts'

const MOST_NAMES = 50

/** What the item itself changed in the code, without documents and the work of others. */
export function changedFiles(item: WorkItem, changes: Changes | null): ReportFiles | null {
  if (changes?.state !== 'ok') return null
  const files = changes.files.filter(
    ({ path, owner }) => owner.by === 'item' && !isDocumentBeside(item, path),
  )
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
