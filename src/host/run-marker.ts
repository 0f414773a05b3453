import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from './files/errno.ts'

const markerSchema = z.object({ runId: z.string(), seq: z.number().int() })
type Marker = z.infer<typeof markerSchema>

const pathOf = (runtimeDir: string, feature: string): string =>
  join(runtimeDir, 'runs', `${feature}.json`)

/** What this checkout itself started; a journal from elsewhere has no marker and never runs alone. */
export function writeRunMarker(runtimeDir: string, feature: string, marker: Marker): void {
  const path = pathOf(runtimeDir, feature)
  writeFileSync(`${path}.tmp`, JSON.stringify(marker))
  renameSync(`${path}.tmp`, path)
}

export function readRunMarker(runtimeDir: string, feature: string): Marker | null {
  let text: string
  try {
    text = readFileSync(pathOf(runtimeDir, feature), 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  const parsed = markerSchema.safeParse(parseOrNull(text))
  return parsed.success ? parsed.data : null
}

export function removeRunMarker(runtimeDir: string, feature: string): void {
  rmSync(pathOf(runtimeDir, feature), { force: true })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
