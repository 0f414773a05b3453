import { isItemName, specItem, type ItemName, type SpecItem } from '../../contracts/work-item.ts'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchivedSpec } from '../../contracts/views/documents.ts'
import { itemNameSchema } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import { isMissing } from '../files/errno.ts'
import { makeFolder, moveFolder, readOwnText, refuseLinksOut } from '../files/own-files.ts'
import { SPEC_FILE } from '../files/spec-json-file.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** A name has no dot: what was deleted cannot be confused with what was archived. */
const DELETED = /^([a-z0-9][a-z0-9-]*)\.(\d{8}T\d{9}Z)$/

const trashDirOf = ({ runtimeDir }: ProjectFolders): string => join(runtimeDir, 'trash')

export function archive(folders: ProjectFolders, item: SpecItem): void {
  const folder = folderAt(folders.archiveDir)
  let id: string = item.name
  for (let number = 2; existsSync(join(folder, id)); number++) id = `${item.name}-${number}`
  moveFolder(itemDirOf(folders, item), join(folder, id))
}

export function moveToTrash(folders: ProjectFolders, item: SpecItem, now: Date): void {
  const folder = folderAt(trashDirOf(folders))
  let at = now.getTime()
  while (existsSync(join(folder, `${item.name}.${stamp(at)}`))) at++
  moveFolder(itemDirOf(folders, item), join(folder, `${item.name}.${stamp(at)}`))
}

/** Newest first. */
export function listArchive(folders: ProjectFolders): ArchivedSpec[] {
  const archived = namesIn(folders.archiveDir).flatMap((id) => archivedAt(folders, id) ?? [])
  const deleted = namesIn(trashDirOf(folders)).flatMap((id) => deletedAt(folders, id) ?? [])
  return [...archived, ...deleted].sort((a, b) => b.at.localeCompare(a.at))
}

export function restore(
  folders: ProjectFolders,
  id: string,
): Result<{ item: SpecItem }, Rejection> {
  const found = archivedAt(folders, id) ?? deletedAt(folders, id)
  if (found === null) return err({ code: 'NOT_IN_ARCHIVE', id })
  const { how, item } = found
  const folder = folderAt(how === 'archived' ? folders.archiveDir : trashDirOf(folders))
  const target = itemDirOf(folders, item)
  if (existsSync(target)) return err({ code: 'ALREADY_EXISTS', item })
  makeFolder(folders.specsDir)
  moveFolder(join(folder, id), target)
  return ok({ item })
}

function archivedAt(folders: ProjectFolders, id: string): ArchivedSpec | null {
  if (!isItemName(id)) return null
  const dir = join(folders.archiveDir, id)
  const stat = statSync(dir, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return null
  // A move changes nothing in a folder but this time.
  return { id, item: specItem(nameIn(dir, id)), how: 'archived', at: stat.ctime.toISOString() }
}

function deletedAt(folders: ProjectFolders, id: string): ArchivedSpec | null {
  const [, name = '', time] = DELETED.exec(id) ?? []
  if (!isItemName(name) || time === undefined) return null
  const stat = statSync(join(trashDirOf(folders), id), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return null
  return { id, item: specItem(name), how: 'deleted', at: timeOf(time) }
}

/** Its own file knows its name, if that can have led to the folder's. */
function nameIn(dir: string, id: ItemName): ItemName {
  try {
    const json: unknown = JSON.parse(readOwnText(join(dir, SPEC_FILE)))
    const named = typeof json === 'object' && json !== null && 'feature_name' in json
    const name = itemNameSchema.safeParse(named ? json.feature_name : null)
    const isIts = name.success && /^-\d+$/.test(id.slice(name.data.length))
    return isIts && id.startsWith(name.data) ? name.data : id
  } catch {
    return id
  }
}

function folderAt(dir: string): string {
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
