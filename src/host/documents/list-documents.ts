import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { documentNameSchema, type DocumentInfo } from '../../contracts/views/documents.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { documentsBelow, MOST_DOCUMENTS } from '../files/documents-below.ts'
import { namesIn } from '../files/own-files.ts'

/** Every document of an item in its real folder; those directly in the folder come first. */
export const documentsIn = (folder: string, item: WorkItem): DocumentInfo[] =>
  [...ownDocuments(folder), ...documentsBelow(folder, item)]
    .slice(0, MOST_DOCUMENTS)
    .flatMap((name) => {
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
      if (!stat?.isFile()) return []
      return [{ name, bytes: stat.size, changedAt: stat.mtime.toISOString() }]
    })

const ownDocuments = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => documentNameSchema.safeParse(name).success)
    .toSorted()
