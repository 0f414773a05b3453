import type { ItemKind } from '../../contracts/work-item.ts'
import { BUGS } from './bugs.ts'
import { FORMATS } from './format-table.ts'
import type { ItemLayout, SpecFormat } from './format.ts'
import { KIRO } from './kiro/kiro.ts'

export interface Named {
  kind: ItemKind
  name: string
}

/** Specs of other formats carry the format in their name: `login@openspec`. */
export function formatOf({ name }: Pick<Named, 'name'>): SpecFormat {
  const id = name.slice(name.lastIndexOf('@') + 1)
  return id === name ? KIRO : (FORMATS.find((format) => format.id === id) ?? KIRO)
}

export const layoutOf = (item: Named): ItemLayout => (item.kind === 'bug' ? BUGS : formatOf(item))

/** The item's path below the root of its format. */
export function pathOf(item: Named): string {
  const format = item.kind === 'bug' ? KIRO : formatOf(item)
  return format === KIRO ? item.name : item.name.slice(0, -(format.id.length + 1))
}

/** The folder of an item, from the top of any working tree. */
export function folderOf(item: Named): string {
  const { root, over } = layoutOf(item)
  const path = pathOf(item)
  return over !== undefined && path.startsWith(`${over.above}/`)
    ? `${over.root}${path.slice(over.above.length)}`
    : `${root}/${path}`
}

/** Whether a folder with these names in it is the item. */
export const isItemWith = (item: Named, names: readonly string[]): boolean =>
  layoutOf(item).isItem(names, pathOf(item))

export const nameIn = (format: SpecFormat, path: string): string =>
  format === KIRO ? path : `${path}@${format.id}`
