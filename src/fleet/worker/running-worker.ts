import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from '../../host/files/errno.ts'
import { isAlive, processTable, type ProcessId } from '../../host/agents/process/process-table.ts'

const schema = z.object({ pid: z.number().int().positive(), startTime: z.string() })

const fileIn = (folder: string): string => join(folder, 'running.json')

/** Lets another process ask this one to finish; returns a function that removes the note. */
export function noteRunning(folder: string): () => void {
  const { pid } = process
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own: ProcessId = { pid, startTime: processTable.startTimeOf(pid) ?? '' }
  writeFileSync(fileIn(folder), JSON.stringify(own), { mode: 0o600 })
  return () => {
    if (runningWorker(folder)?.pid === pid) rmSync(fileIn(folder), { force: true })
  }
}

/** Null when no worker of this fleet runs on this computer. */
export function runningWorker(folder: string): ProcessId | null {
  try {
    const noted = schema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
    return isAlive(noted) ? noted : null
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
