import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import { documentNames, type DocumentNames } from '../../core/formats/document-names.ts'
import { errnoOf } from './errno.ts'

/** The names of an item's documents, by the current content of its folder. */
export const namesInFolder = (folder: string, item: WorkItem): DocumentNames =>
  documentNames(item, namesIn(folder))

export const documentPath = (folder: string, item: WorkItem, document: string): string =>
  join(folder, namesInFolder(folder, item).fileOf(document))

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (errnoOf(error) === null) throw error
    return []
  }
}
