import { join } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import { documentNames, type DocumentNames } from '../../core/formats/document-names.ts'
import { errnoOf } from './errno.ts'
import { LinkRefused, namesIn } from './own-files.ts'

/** The names of an item's documents, by the current content of its folder. */
export const namesInFolder = (folder: string, item: WorkItem): DocumentNames =>
  documentNames(item, namesOrNone(folder))

export const documentPath = (folder: string, item: WorkItem, document: string): string =>
  join(folder, namesInFolder(folder, item).fileOf(document))

function namesOrNone(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof LinkRefused)) throw error
    return []
  }
}
