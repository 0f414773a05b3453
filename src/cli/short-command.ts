import type { FeatureName } from '../contracts/ids.ts'
import type { Rejection } from '../contracts/rejections.ts'
import type { Result } from '../contracts/result.ts'
import type { HostApi } from '../contracts/rpc.ts'
import { specDirOf } from '../host/project/folders.ts'
import { throughHost } from './access.ts'
import type { Output } from './output.ts'
import { entryLine } from './words/entry-line.ts'
import { foresee, type Asked } from './running/foresee.ts'
import { JournalCursor } from './running/journal-cursor.ts'
import { Refused } from './problems.ts'
import type { Workshop } from './project.ts'

interface Short<T> {
  feature: FeatureName
  asked: Asked
  call: (api: HostApi) => Promise<Result<T, Rejection>>
}

/** A command that is done at once. Returns whether it changed anything; what it did is printed. */
export async function carryOut<T>(
  workshop: Workshop,
  output: Output,
  { feature, asked, call }: Short<T>,
): Promise<boolean> {
  if (foresee(workshop, feature, asked)) return finished(output, false)
  let entries = 0
  const cursor = new JournalCursor(specDirOf(workshop.folders, feature), (entry) => {
    entries++
    output.data(entry)
    if (!output.isJson) output.say(entryLine(output, entry))
  })
  const reply = await throughHost(workshop, call)
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
