import type { WorkItem } from '../../contracts/work-item.ts'
import { BUGS } from './bugs.ts'
import { FORMATS } from './format-table.ts'
import type { ItemLayout } from './format.ts'
import { layoutOf } from './item-place.ts'
import { KIRO } from './kiro/kiro.ts'

/** Everything that items may be laid out in. */
export const LAYOUTS: readonly ItemLayout[] = [...FORMATS, BUGS]

/**
 * Where files are documents, seen from an item. Of other formats only its own: `specs` may just as
 * well contain the code of an unrelated project.
 */
export const documentRootsBeside = (item: WorkItem): string[] => [
  ...new Set([KIRO.root, BUGS.root, layoutOf(item).root]),
]

/** Where other formats keep their items. */
export const OTHER_ROOTS: readonly string[] = LAYOUTS.map(({ root }) => root).filter(
  (root) => !root.startsWith('.kiro/'),
)

/** The folders in which the host writes at all. */
export const HOST_FOLDERS: readonly string[] = ['.kiro', ...OTHER_ROOTS]
