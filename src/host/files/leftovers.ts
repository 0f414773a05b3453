import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { processTable } from '../agents/process/process-table.ts'
import { timeSlices } from './time-slices.ts'
import { errnoOf } from './errno.ts'
import { isBehindLink, namesIn, removeFile, removeFolder } from './own-files.ts'

const TEMPORARY = /\.(\d+)\.tmp$/

/** Removes temporary files of processes that were killed in the middle of a write. */
export async function removeLeftovers(folders: string[]): Promise<void> {
  const yieldIfDue = timeSlices()
  for (const folder of folders) {
    for (const name of namesOrNone(folder)) {
      const pid = TEMPORARY.exec(name)?.[1]
      if (pid === undefined) continue
      const path = join(folder, name)
      if (isLeftover(path, Number(pid))) removeFile(path)
    }
    await yieldIfDue()
  }
}

/** Removes items whose creation was cut off by a crash before they were moved into place. */
export function removeUnfinished(folder: string): void {
  for (const name of namesOrNone(folder)) {
    const path = join(folder, name)
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && changed < performance.timeOrigin) removeFolder(path)
  }
}

/** Compares times too: in a container the next process often gets the pid of the dead one. */
function isLeftover(path: string, pid: number): boolean {
  const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (changed === undefined || changed >= performance.timeOrigin) return false
  return pid === process.pid || processTable.startTimeOf(pid) === null
}

function namesOrNone(folder: string): string[] {
  try {
    return isBehindLink(folder) ? [] : namesIn(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errnoOf(error) ?? '')) return []
    throw error
  }
}
