import type { TimeTotals } from '../../../contracts/views/insights.ts'
import type { SpecStatus } from '../../../contracts/views/status.ts'
import { runSegments, timeTotals } from '../../../core/metrics/segments.ts'
import { JournalFile } from '../../../host/journal/journal-file.ts'
import { itemDirOf, type ProjectFolders } from '../../../host/project/folders.ts'

/** How an item's time so far splits up, by its whole event log; null when nothing has run. */
export function readTime(
  folders: ProjectFolders,
  { item, problem }: SpecStatus,
  now: Date,
): TimeTotals | null {
  if (problem !== null) return null
  const entries = new JournalFile(itemDirOf(folders, item)).read(0)
  const segments = runSegments(entries, now.toISOString())
  return segments.length === 0 ? null : timeTotals(segments)
}
