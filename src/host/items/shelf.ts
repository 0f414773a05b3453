import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ShelvedSpec } from '../../contracts/views/documents.ts'
import { featureNameSchema, type FeatureName } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import { isMissing } from '../files/errno.ts'
import { makeFolder, moveFolder, readOwnText, refuseLinksOut } from '../files/own-files.ts'
import { SPEC_FILE } from '../files/spec-json-file.ts'
import { specDirOf, type ProjectFolders } from '../project/folders.ts'

/** `feature`, or `feature-2` where that was taken. */
const ARCHIVED = /^[a-z0-9][a-z0-9-]*$/
/** A feature's name has no dot: the two kinds cannot be confused. */
const DELETED = /^([a-z0-9][a-z0-9-]*)\.(\d{8}T\d{9}Z)$/

const trashDirOf = ({ runtimeDir }: ProjectFolders): string => join(runtimeDir, 'trash')

export function archive(folders: ProjectFolders, feature: FeatureName): void {
  const shelf = shelfAt(folders.archiveDir)
  let id: string = feature
  for (let number = 2; existsSync(join(shelf, id)); number++) id = `${feature}-${number}`
  moveFolder(specDirOf(folders, feature), join(shelf, id))
}

export function moveToTrash(folders: ProjectFolders, feature: FeatureName, now: Date): void {
  const shelf = shelfAt(trashDirOf(folders))
  let at = now.getTime()
  while (existsSync(join(shelf, `${feature}.${stamp(at)}`))) at++
  moveFolder(specDirOf(folders, feature), join(shelf, `${feature}.${stamp(at)}`))
}

/** Newest first. */
export function listShelf(folders: ProjectFolders): ShelvedSpec[] {
  const archived = namesIn(folders.archiveDir).flatMap((id) => archivedAt(folders, id) ?? [])
  const deleted = namesIn(trashDirOf(folders)).flatMap((id) => deletedAt(folders, id) ?? [])
  return [...archived, ...deleted].sort((a, b) => b.at.localeCompare(a.at))
}

export function restore(
  folders: ProjectFolders,
  id: string,
): Result<{ feature: string }, Rejection> {
  const shelved = archivedAt(folders, id) ?? deletedAt(folders, id)
  if (shelved === null) return err({ code: 'NOT_ON_SHELF', id })
  const { how, feature: name } = shelved
  const feature = featureNameSchema.parse(name)
  const shelf = shelfAt(how === 'archived' ? folders.archiveDir : trashDirOf(folders))
  const target = specDirOf(folders, feature)
  if (existsSync(target)) return err({ code: 'ALREADY_EXISTS', feature })
  makeFolder(folders.specsDir)
  moveFolder(join(shelf, id), target)
  return ok({ feature })
}

function archivedAt(folders: ProjectFolders, id: string): ShelvedSpec | null {
  if (!ARCHIVED.test(id)) return null
  const dir = join(folders.archiveDir, id)
  const stat = statSync(dir, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return null
  // A move changes nothing in a folder but this time.
  return { id, feature: featureIn(dir, id), how: 'archived', at: stat.ctime.toISOString() }
}

function deletedAt(folders: ProjectFolders, id: string): ShelvedSpec | null {
  const [, feature, time] = DELETED.exec(id) ?? []
  if (feature === undefined || time === undefined) return null
  const stat = statSync(join(trashDirOf(folders), id), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return null
  return { id, feature, how: 'deleted', at: timeOf(time) }
}

/** Its own file knows its name, if that can have led to the folder's. */
function featureIn(dir: string, id: string): string {
  try {
    const json: unknown = JSON.parse(readOwnText(join(dir, SPEC_FILE)))
    const named = typeof json === 'object' && json !== null && 'feature_name' in json
    const feature = featureNameSchema.safeParse(named ? json.feature_name : null)
    const isIts = feature.success && /^-\d+$/.test(id.slice(feature.data.length))
    return isIts && id.startsWith(feature.data) ? feature.data : id
  } catch {
    return id
  }
}

function shelfAt(dir: string): string {
  makeFolder(dir)
  return dir
}

function namesIn(dir: string): string[] {
  try {
    refuseLinksOut(dir)
    return readdirSync(dir)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:.]/g, '')

const timeOf = (stamped: string): string =>
  stamped.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z')
