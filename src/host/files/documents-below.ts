import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { isMissing } from './errno.ts'
import { entriesIn } from './own-files.ts'

/** More than anyone looks through in one list. */
export const MOST_DOCUMENTS = 500
/** Deep enough for `specs/search/spec.md`. */
const DEPTH = 2

/** The paths of the documents in the subfolders that the item's format defines. */
export const documentsBelow = (folder: string, item: WorkItem): string[] =>
  Object.keys(layoutOf(item).folders)
    .toSorted()
    .flatMap((name) => filesBelow(folder, name, DEPTH))
    .filter((name) => documentNameSchema.safeParse(name).success)
    .slice(0, MOST_DOCUMENTS)

/** Links to folders are not followed. */
function filesBelow(folder: string, above: string, depth: number): string[] {
  const dir = join(folder, above)
  try {
    if (depth === 0 || !lstatSync(dir).isDirectory()) return []
    return entriesIn(dir)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap((entry) => {
        const path = `${above}/${entry.name}`
        return entry.isDirectory() ? filesBelow(folder, path, depth - 1) : [path]
      })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
