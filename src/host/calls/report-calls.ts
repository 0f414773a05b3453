import { join } from 'node:path'
import { err, ok } from '../../contracts/result.ts'
import type { RpcReply } from '../../contracts/rpc.ts'
import type { Changes } from '../../contracts/views/changes.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { documentNames } from '../../core/formats/document-names.ts'
import { itemReport } from '../../core/report/item-report.ts'
import { projectReport, REPORTED_TYPES, type Activity } from '../../core/report/project-report.ts'
import { sinceAt } from '../../core/report/since.ts'
import { readAssumptions } from '../../core/readers/assumptions.ts'
import { DOCUMENT_FILES } from '../../core/workflow/document-files.ts'
import { liveDirOf } from '../workspaces/live-folder.ts'
import { namesIn, readDocumentText } from '../files/own-files.ts'
import { timeSlices } from '../files/time-slices.ts'
import { readChanges, type ChangesPlace } from '../changes/read-changes.ts'
import { guarded } from './guarded.ts'
import type { CallParts, CallsOf } from './project-calls.ts'

type ReportMethod = 'report' | 'projectReport' | 'seeEnd'

export const reportCalls = (parts: CallParts, place: ChangesPlace): CallsOf<ReportMethod> => ({
  report: ({ item }) => guarded(() => readItemReport(parts, place, item)),
  projectReport: ({ since }) => guarded(() => readProjectReport(parts, since)),
  seeEnd: ({ item, at }) =>
    guarded(() => {
      parts.seen.see(item, at)
      parts.changed(item)
      return ok(null)
    }),
})

async function readItemReport(
  parts: CallParts,
  place: ChangesPlace,
  item: WorkItem,
): Promise<RpcReply<'report'>> {
  const row = parts.row(item)
  if (row === null) return err({ code: 'NOT_FOUND', item })
  return ok(
    itemReport({
      row,
      entries: parts.journals.read(item, 0),
      assumptions: readAssumptions(requirementsOf(parts, item)),
      changes: await changesOf(place, item),
      now: parts.now().toISOString(),
    }),
  )
}

/** Empty if the document cannot be read: then it states no assumptions. */
function requirementsOf({ folders, journals }: CallParts, item: WorkItem): string {
  const { workspace } = journals.glance(item).state
  try {
    const dir = liveDirOf(folders, item, workspace)
    const { fileOf } = documentNames(item, namesIn(dir))
    return readDocumentText(join(dir, fileOf(DOCUMENT_FILES.requirements)))
  } catch {
    return ''
  }
}

/** Null on errors: a report without the changed files is better than none. */
async function changesOf(place: ChangesPlace, item: WorkItem): Promise<Changes | null> {
  try {
    const changes = await readChanges(place, item)
    return changes.ok ? changes.value : null
  } catch {
    return null
  }
}

async function readProjectReport(
  parts: CallParts,
  since: string,
): Promise<RpcReply<'projectReport'>> {
  const until = parts.now().toISOString()
  const from = sinceAt(since, until)
  const { rows } = await parts.board()
  const yieldIfDue = timeSlices()
  const activities: Activity[] = []
  for (const row of rows) {
    const isQuiet = row.activeAt === null || row.activeAt < from
    const entries = isQuiet ? [] : parts.journals.since(row.item, from, REPORTED_TYPES)
    activities.push({ row, entries })
    await yieldIfDue()
  }
  const asked = parts.asks.usedSince(from)
  return ok(projectReport(activities, { since: from, until, asked }))
}
