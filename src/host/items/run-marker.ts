import type { WorkItem } from '../../contracts/work-item.ts'
import { closeSync, constants, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isNotPlain, openForWriting, readPlainText, removeFile } from '../files/own-files.ts'
import { safeName } from './safe-name.ts'
import type { ProjectFolders } from '../project/folders.ts'

const markerSchema = z.object({ runId: z.string(), seq: z.number().int() })
const sealedSchema = markerSchema.extend({ code: z.string() })
type Marker = z.infer<typeof markerSchema>
type Runtime = Pick<ProjectFolders, 'runtimeDir' | 'seal'>

const pathOf = ({ runtimeDir }: Runtime, item: WorkItem): string =>
  join(runtimeDir, 'runs', `${fileOf(item)}.json`)

/** Specs have no prefix, as in earlier versions; a safe name has no dot, so nothing collides. */
const fileOf = ({ kind, name }: WorkItem): string =>
  kind === 'spec' ? safeName(name) : `${kind}.${safeName(name)}`

const nameOf = ({ kind, name }: WorkItem): string => (kind === 'spec' ? name : `${kind}.${name}`)

/** Every marker is padded to this length, so that nothing of an earlier one is left. */
const MARKER_BYTES = 256

/**
 * Marks a run that this checkout started; a journal from elsewhere has no marker and never resumes
 * by itself. Overwrites in place: a rename would make the file system flush the file at every
 * launch, which takes about as long as the launch.
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

/** Also null for a marker that came with the repository or with a copy of the folder. */
export function readRunMarker(runtime: Runtime, item: WorkItem): Marker | null {
  const parsed = sealedSchema.safeParse(parseOrNull(textOf(pathOf(runtime, item))))
  if (!parsed.success) return null
  const { code, ...marker } = parsed.data
  const isOurs = runtime.seal.isGenuine(code, ...contentOf(item, marker))
  return isOurs ? marker : null
}

export function removeRunMarker(runtime: Runtime, item: WorkItem): void {
  removeFile(pathOf(runtime, item))
}

/** Null for whatever the repository has put in its place: the host never made that. */
function textOf(path: string): string | null {
  try {
    return readPlainText(path)
  } catch (error) {
    if (isNotPlain(error)) return null
    throw error
  }
}

const contentOf = (item: WorkItem, { runId, seq }: Marker): string[] => [
  'run',
  nameOf(item),
  runId,
  String(seq),
]

const codeOf = ({ seal }: Runtime, item: WorkItem, marker: Marker): string =>
  seal.sign(...contentOf(item, marker))

function parseOrNull(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
