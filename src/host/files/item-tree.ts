import { join, resolve } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { ItemTree } from '../../core/formats/format.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import { errnoOf } from './errno.ts'
import { LinkRefused, namesIn, readDocumentText } from './own-files.ts'

/** The folder of an item on disk; read lazily. */
export function treeOf(itemDir: string, item: WorkItem): ItemTree {
  const top = resolve(
    itemDir,
    ...folderOf(item)
      .split('/')
      .map(() => '..'),
  )
  return treeAt(itemDir, top)
}

const treeAt = (dir: string, top: string): ItemTree => ({
  get names() {
    return orNull(() => namesIn(dir)) ?? []
  },
  read: (path) => orNull(() => readDocumentText(join(dir, path))),
  folder: (path) => treeAt(join(top, path), top),
})

/** Null for anything that cannot be read. */
function orNull<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof LinkRefused)) throw error
    return null
  }
}
