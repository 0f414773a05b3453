import { closeSync, constants, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from './files/errno.ts'
import { openForWriting, readOwnText, removeFile } from './files/own-files.ts'

const markerSchema = z.object({ runId: z.string(), seq: z.number().int() })
type Marker = z.infer<typeof markerSchema>

const pathOf = (runtimeDir: string, feature: string): string =>
  join(runtimeDir, 'runs', `${feature}.json`)

/** With room for every marker: of two equally long texts the later leaves nothing of the earlier. */
const MARKER_BYTES = 128

/**
 * What this checkout itself started; a journal from elsewhere has no marker and never runs alone.
 * Over the old one in a single write, and not by a rename: that makes the file system write the
 * file out first, at every launch, and takes about as long as the launch.
 */
export function writeRunMarker(runtimeDir: string, feature: string, marker: Marker): void {
  const fd = openForWriting(pathOf(runtimeDir, feature), constants.O_WRONLY | constants.O_CREAT)
  try {
    writeSync(fd, JSON.stringify(marker).padEnd(MARKER_BYTES), 0)
  } finally {
    closeSync(fd)
  }
}

export function readRunMarker(runtimeDir: string, feature: string): Marker | null {
  let text: string
  try {
    text = readOwnText(pathOf(runtimeDir, feature))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  const parsed = markerSchema.safeParse(parseOrNull(text))
  return parsed.success ? parsed.data : null
}

export function removeRunMarker(runtimeDir: string, feature: string): void {
  removeFile(pathOf(runtimeDir, feature))
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
