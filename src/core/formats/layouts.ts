import type { WorkItem } from '../../contracts/work-item.ts'
import { BUGS } from './bugs.ts'
import { FORMATS } from './format-table.ts'
import type { ItemLayout, ItemRoot } from './format.ts'
import { layoutOf } from './item-place.ts'
import { KIRO } from './kiro/kiro.ts'

/** Every layout that items can have. */
const LAYOUTS: readonly ItemLayout[] = [...FORMATS, BUGS]

const rootsOf = (layout: ItemLayout): ItemRoot[] =>
  layout.over === undefined ? [layout] : [layout, layout.over]

export const ITEM_ROOTS: readonly ItemRoot[] = LAYOUTS.flatMap(rootsOf)

/**
 * The folders whose files are documents, from an item's point of view: ours and those of its own
 * format. Another format's `specs` may just as well contain the code of an unrelated project.
 */
export const documentRootsBeside = (item: WorkItem): string[] => [
  ...new Set([KIRO.root, BUGS.root, ...rootsOf(layoutOf(item)).map(({ root }) => root)]),
]

/** Whether a changed file is no code, from an item's point of view; the path is the project's. */
export const isDocumentBeside = (item: WorkItem, path: string): boolean =>
  ['.kiro', ...documentRootsBeside(item)].some((root) => path.startsWith(`${root}/`))

/** Where other formats keep their items. */
export const OTHER_ROOTS: readonly string[] = ITEM_ROOTS.map(({ root }) => root).filter(
  (root) => !root.startsWith('.kiro/'),
)

/** The only folders in which the host writes. */
export const HOST_FOLDERS: readonly string[] = ['.kiro', ...OTHER_ROOTS]
