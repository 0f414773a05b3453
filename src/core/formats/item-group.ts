import { formatOf, layoutOf, pathOf, type Named } from './item-place.ts'

/** The folder that an item shares with others; null for one that stands alone. */
export interface ItemGroup {
  key: string
  /** The name shown to people. */
  folder: string
  /** Finished items: shown only on demand. */
  isArchived: boolean
}

export function groupOf(item: Named): ItemGroup | null {
  const path = pathOf(item)
  const end = path.lastIndexOf('/')
  if (end === -1) return null
  const folder = path.slice(0, end)
  const format = item.kind === 'bug' ? 'bugs' : formatOf(item).id
  return { key: `${format}:${folder}`, folder, isArchived: layoutOf(item).isArchived(path) }
}
