import {
  isItemName,
  type ItemKind,
  type ItemName,
  type WorkItem,
} from '../../contracts/work-item.ts'
import { safeName } from './safe-name.ts'
import { placeInToolArchive } from './tool-archive.ts'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ArchivedItem } from '../../contracts/views/documents.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import { isMissing } from '../files/errno.ts'
import { makeFolder, moveFolder, namesIn, readOwnText } from '../files/own-files.ts'
import { RECORD_FILES } from '../files/spec-json-file.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** An encoded name has no dot, so bugs and deleted items are not taken for an archived spec. */
const PREFIXES: Record<ItemKind, string> = { spec: '', bug: 'bug.' }
const ID = /^(bug\.)?([^./]+)(?:\.(\d{8}T\d{9}Z))?$/

/** With a deletion time and a number appended, it must still be a valid file name. */
const LONGEST = 200

/** Can be decoded; a name too long for that is read from the item's record instead. */
function encodedName(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/[.!'()*~]/g, hexOf)
  return encoded.length > LONGEST ? safeName(name) : encoded
}

const hexOf = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const trashDirOf = ({ runtimeDir }: ProjectFolders): string => join(runtimeDir, 'trash')

export function archive(folders: ProjectFolders, item: WorkItem, now: Date): void {
  const own = join(folders.archiveDir, `${PREFIXES[item.kind]}${encodedName(item.name)}`)
  const plain = placeInToolArchive(folders, item, now) ?? own
  folderAt(dirname(plain))
  let place = plain
  for (let number = 2; existsSync(place); number++) place = `${plain}-${number}`
  moveFolder(itemDirOf(folders, item), place)
}

export function moveToTrash(folders: ProjectFolders, item: WorkItem, now: Date): void {
  const folder = folderAt(trashDirOf(folders))
  const idAt = (ms: number): string =>
    `${PREFIXES[item.kind]}${encodedName(item.name)}.${stamp(ms)}`
  let at = now.getTime()
  while (existsSync(join(folder, idAt(at)))) at++
  moveFolder(itemDirOf(folders, item), join(folder, idAt(at)))
}

/** Newest first. */
export function listArchive(folders: ProjectFolders): ArchivedItem[] {
  const ids = [...namesOrNone(folders.archiveDir), ...namesOrNone(trashDirOf(folders))]
  const found = new Map(ids.flatMap((id) => foundAs(folders, id)))
  return [...found.values()].sort((a, b) => b.at.localeCompare(a.at))
}

const foundAs = (folders: ProjectFolders, id: string): [string, ArchivedItem][] => {
  const found = archivedAs(folders, id)
  return found === null ? [] : [[id, found]]
}

export function restore(
  folders: ProjectFolders,
  id: string,
): Result<{ item: WorkItem }, Rejection> {
  const found = archivedAs(folders, id)
  if (found === null) return err({ code: 'NOT_IN_ARCHIVE', id })
  const { how, item } = found
  const folder = folderAt(how === 'archived' ? folders.archiveDir : trashDirOf(folders))
  const target = itemDirOf(folders, item)
  if (existsSync(target)) return err({ code: 'ALREADY_EXISTS', item })
  makeFolder(dirname(target))
  moveFolder(join(folder, id), target)
  return ok({ item })
}

/** The archived or deleted item with this id; null when there is no such folder. */
function archivedAs(folders: ProjectFolders, id: string): ArchivedItem | null {
  const [, prefix, encoded = '', time] = ID.exec(id) ?? []
  const name = decodedName(encoded)
  if (!isItemName(name)) return null
  const kind = prefix === undefined ? 'spec' : 'bug'
  const dir = join(time === undefined ? folders.archiveDir : trashDirOf(folders), id)
  const stat = statSync(dir, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return null
  if (time !== undefined) return { id, item: { kind, name }, how: 'deleted', at: timeOf(time) }
  const item: WorkItem = { kind, name: nameIn(join(dir, RECORD_FILES[kind]), name) }
  // Moving a folder changes nothing but this time.
  return { id, item, how: 'archived', at: stat.ctime.toISOString() }
}

/** The name in the item's record, if the folder's name can have been made from it. */
function nameIn(record: string, named: ItemName): ItemName {
  try {
    const json = JSON.parse(readOwnText(record)) as { feature_name?: unknown; bug_name?: unknown }
    const name = json.feature_name ?? json.bug_name
    if (typeof name !== 'string' || !isItemName(name)) return named
    const isNumbered = named.startsWith(name) && /^-\d+$/.test(named.slice(name.length))
    return isNumbered || safeName(name) === named ? name : named
  } catch {
    return named
  }
}

function folderAt(dir: string): string {
  makeFolder(dir)
  return dir
}

function namesOrNone(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:.]/g, '')

const timeOf = (stamped: string): string =>
  stamped.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z')
