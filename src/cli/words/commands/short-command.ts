import type { WorkItem } from '../../../contracts/work-item.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { Result } from '../../../contracts/result.ts'
import type { HostApi } from '../../../contracts/rpc.ts'
import { throughHost } from '../../serve/host-access.ts'
import type { Output } from '../../output.ts'
import { entryLine } from '../lines/entry-line.ts'
import { dryRun, type Asked } from '../../run/dry-run.ts'
import { JournalCursor } from '../../run/journal-cursor.ts'
import { Refused } from '../../problems.ts'
import type { ProjectContext } from '../../project.ts'

interface ShortCommand<T> {
  item: WorkItem
  asked: Asked
  call: (api: HostApi) => Promise<Result<T, Rejection>>
}

/** Carries out a short command and prints what it did. Returns whether it changed anything. */
export async function carryOut<T>(
  context: ProjectContext,
  output: Output,
  { item, asked, call }: ShortCommand<T>,
): Promise<boolean> {
  if (dryRun(context, item, asked)) return finished(output, false)
  let entries = 0
  const cursor = new JournalCursor(context.folders, item, (entry) => {
    entries++
    output.data(entry)
    if (!output.isJson) output.say(entryLine(output, entry))
  })
  const reply = await throughHost(context, call)
  cursor.catchUp()
  if (!reply.ok) throw new Refused(reply.error)
  return finished(output, changedBy(reply.value) ?? entries > 0)
}

const changedBy = (value: unknown): boolean | null =>
  typeof value === 'object' && value !== null && 'changed' in value ? value.changed === true : null

function finished(output: Output, changed: boolean): boolean {
  output.data({ type: 'result', status: 'completed', changed })
  return changed
}
