import type { Rejection } from '../../contracts/rejections.ts'
import { ok, type Result } from '../../contracts/result.ts'
import type { ItemFiles } from '../../contracts/views/item-files.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { readSpecJson } from '../files/spec-json-file.ts'
import { itemDirOf } from '../project/folders.ts'
import { readDocument, readFolder, type DocumentPlace } from './read-document.ts'

/** The item's record and all readable documents. */
export function readItemFiles(place: DocumentPlace, item: WorkItem): Result<ItemFiles, Rejection> {
  const folder = readFolder(place, item)
  if (!folder.ok) return folder
  const documents = folder.value.documents.flatMap(({ name }) => {
    const read = readDocument(place, { item, document: name })
    return read.ok ? [{ name, text: read.value.text }] : []
  })
  const record = readSpecJson(itemDirOf(place.folders, item), item)
  return ok({ record: JSON.stringify(record), documents })
}
