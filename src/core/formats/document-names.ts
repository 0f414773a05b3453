import { REVIEWED_FILES } from '../workflow/document-files.ts'
import { layoutOf, type Named } from './item-place.ts'

/**
 * Journal, record and engine know a spec's documents by one name each; the files may have others.
 * This is the only place where one becomes the other.
 */
export interface DocumentNames {
  fileOf: (document: string) => string
  /** Null for a file that has a document's name and is not that document. */
  documentIn: (file: string) => string | null
}

/** By what is in the item's folder now. */
export function documentNames(item: Named, names: readonly string[]): DocumentNames {
  const { fileOf } = layoutOf(item)
  const files = new Map(REVIEWED_FILES.map((document) => [document, fileOf(document, names)]))
  const documents = new Map(Array.from(files, ([document, file]) => [file, document]))
  return {
    fileOf: (document) => files.get(document) ?? document,
    documentIn: (file) => documents.get(file) ?? (files.has(file) ? null : file),
  }
}
