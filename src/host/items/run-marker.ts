import type { WorkItem } from '../../contracts/work-item.ts'
import { closeSync, constants, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from '../files/errno.ts'
import { openForWriting, readOwnText, removeFile } from '../files/own-files.ts'
import { safeName } from './safe-name.ts'
import type { ProjectFolders } from '../project/folders.ts'

const markerSchema = z.object({ runId: z.string(), seq: z.number().int() })
const sealedSchema = markerSchema.extend({ code: z.string() })
type Marker = z.infer<typeof markerSchema>
type Runtime = Pick<ProjectFolders, 'runtimeDir' | 'seal'>

const pathOf = ({ runtimeDir }: Runtime, item: WorkItem): string =>
  join(runtimeDir, 'runs', `${fileOf(item)}.json`)

/** A spec's bare name, as earlier versions wrote it; a safe name has no dot. */
const fileOf = ({ kind, name }: WorkItem): string =>
  kind === 'spec' ? safeName(name) : `${kind}.${safeName(name)}`

const nameOf = ({ kind, name }: WorkItem): string => (kind === 'spec' ? name : `${kind}.${name}`)

/** With room for every marker: of two equally long texts the later leaves nothing of the earlier. */
const MARKER_BYTES = 256

/**
 * What this checkout itself started; a journal from elsewhere has no marker and never runs alone.
 * Over the old one in a single write, and not by a rename: that makes the file system write the
 * file out first, at every launch, and takes about as long as the launch.
 */
export function writeRunMarker(runtime: Runtime, item: WorkItem, marker: Marker): void {
  const code = codeOf(runtime, item, marker)
  const fd = openForWriting(pathOf(runtime, item), constants.O_WRONLY | constants.O_CREAT)
  try {
    writeSync(fd, JSON.stringify({ ...marker, code }).padEnd(MARKER_BYTES), 0)
  } finally {
    closeSync(fd)
  }
}

/** Null also for one that came with the repository, or with a copy of the folder. */
export function readRunMarker(runtime: Runtime, item: WorkItem): Marker | null {
  let text: string
  try {
    text = readOwnText(pathOf(runtime, item))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  const parsed = sealedSchema.safeParse(parseOrNull(text))
  if (!parsed.success) return null
  const { code, ...marker } = parsed.data
  const isOurs = runtime.seal.isGenuine(code, ...contentOf(item, marker))
  return isOurs ? marker : null
}

export function removeRunMarker(runtime: Runtime, item: WorkItem): void {
  removeFile(pathOf(runtime, item))
}

const contentOf = (item: WorkItem, { runId, seq }: Marker): string[] => [
  'run',
  nameOf(item),
  runId,
  String(seq),
]

const codeOf = ({ seal }: Runtime, item: WorkItem, marker: Marker): string =>
  seal.sign(...contentOf(item, marker))

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
