import { REVIEWED_FILES } from '../workflow/document-files.ts'
import type { ItemLayout } from './format.ts'
import { layoutOf, type Named } from './item-place.ts'

/**
 * Journal, record and engine know each document of a spec by one fixed name; its file may be called
 * something else. Only this module translates between the two.
 */
export interface DocumentNames {
  fileOf: (document: string) => string
  /** Null for a file that has a document's name but is not that document. */
  documentIn: (file: string) => string | null
  /** Like documentIn, but also maps files in subfolders: `specs/search/spec.md` to a proposal. */
  belongsTo: (file: string) => string
}

/** `names` are what the item's folder contains now. */
export function documentNames(item: Named, names: readonly string[]): DocumentNames {
  const { fileOf, folders } = layoutOf(item)
  const files = new Map(REVIEWED_FILES.map((document) => [document, fileOf(document, names)]))
  const documents = new Map(Array.from(files, ([document, file]) => [file, document]))
  const documentIn = (file: string): string | null =>
    documents.get(file) ?? (files.has(file) ? null : file)
  return {
    fileOf: (document) => files.get(document) ?? document,
    documentIn,
    belongsTo: (file) => folderIn(folders, file) ?? documentIn(file) ?? file,
  }
}

/** The document whose approval covers a file in one of the folders; null for every other file. */
export function approvedWith({ folders, covered }: CoveringLayout, file: string): string | null {
  const [folder = ''] = file.split('/')
  return covered.includes(folder) ? folderIn(folders, file) : null
}

type CoveringLayout = Pick<ItemLayout, 'folders' | 'covered'>

/** The document that a file in one of the folders belongs to; null for every other file. */
export function folderIn(folders: ItemLayout['folders'], file: string): string | null {
  const [folder = ''] = file.split('/')
  return folder !== file && Object.hasOwn(folders, folder) ? (folders[folder] ?? null) : null
}
