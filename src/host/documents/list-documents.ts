import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { documentNameSchema, type DocumentInfo } from '../../contracts/views/documents.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { isMissing } from '../files/errno.ts'

/** As many as anyone looks through in one list. */
const MOST = 500
/** `specs/search/spec.md` is in the second folder. */
const DEPTH = 2

/** Every document of an item, by the real folder that it is in: those of its own folder first. */
export function documentsIn(folder: string, item: WorkItem): DocumentInfo[] {
  const names = readdirSync(folder)
  const below = names
    .filter((name) => Object.hasOwn(layoutOf(item).folders, name))
    .sort()
    .flatMap((name) => filesBelow(folder, name, DEPTH))
  return [...names.sort(), ...below]
    .filter((name) => documentNameSchema.safeParse(name).success)
    .slice(0, MOST)
    .flatMap((name) => {
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
      if (!stat?.isFile()) return []
      return [{ name, bytes: stat.size, changedAt: stat.mtime.toISOString() }]
    })
}

/** By their paths; a link is no folder. */
function filesBelow(folder: string, above: string, depth: number): string[] {
  const dir = join(folder, above)
  try {
    if (depth === 0 || !lstatSync(dir).isDirectory()) return []
    return readdirSync(dir, { withFileTypes: true })
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
