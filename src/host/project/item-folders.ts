import { existsSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { isItemName, type ItemKind, type WorkItem } from '../../contracts/work-item.ts'
import type { UnreadFolder } from '../../contracts/views/status.ts'
import { BUGS } from '../../core/formats/bugs.ts'
import type { ItemLayout, ItemRoot } from '../../core/formats/format.ts'
import { FORMATS } from '../../core/formats/format-table.ts'
import { folderOf, isItemWith, nameIn, pathOf } from '../../core/formats/item-place.ts'
import { naturalOrder } from '../../core/views/natural-order.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { entriesIn, isBehindLink, lookingOnce } from '../files/own-files.ts'
import { RECORD_FILES } from '../files/spec-json-file.ts'

export interface Found {
  items: WorkItem[]
  /** Folders among them that are neither an item nor a group of items. */
  unread: UnreadFolder[]
}

/** Whether a folder counts as an item although the names in it do not say so. */
type IsExtra = (item: WorkItem, names: readonly string[]) => boolean

export interface ItemPlace extends ItemRoot {
  kind: ItemKind
  layout: ItemLayout
  /** The item's name, by its path below the root. */
  nameOf: (path: string) => string
}

export const ITEM_PLACES: readonly ItemPlace[] = [
  ...FORMATS.flatMap((layout) => {
    const { root, depth, over } = layout
    const nameOf = (path: string): string => nameIn(layout, path)
    const place: ItemPlace = { kind: 'spec', layout, root, depth, nameOf }
    if (over === undefined) return [place]
    return [place, { ...place, ...over, nameOf: (path: string) => nameOf(`${over.above}/${path}`) }]
  }),
  { kind: 'bug', layout: BUGS, root: BUGS.root, depth: BUGS.depth, nameOf: (path) => path },
]

/** Every item of a kind, sorted by name; reads each folder once. */
export function findItems(projectDir: string, kind: ItemKind, also: IsExtra = () => false): Found {
  const found: Found = { items: [], unread: [] }
  for (const place of ITEM_PLACES)
    if (place.kind === kind)
      new Search(join(projectDir, place.root), place, { also, found }).begin()
  found.items.sort((a, b) => naturalOrder(a.name, b.name))
  return found
}

/** The items that the user may mean by the last part of a name, or a name without its format. */
export const itemsShortened = (
  { projectDir }: { projectDir: string },
  { kind, name }: WorkItem,
): WorkItem[] =>
  findItems(projectDir, kind).items.filter((item) => `/${pathOf(item)}`.endsWith(`/${name}`))

class Search {
  readonly #root: string
  readonly #place: ItemPlace
  readonly #also: IsExtra
  readonly #found: Found

  constructor(root: string, place: ItemPlace, { also, found }: { also: IsExtra; found: Found }) {
    this.#root = root
    this.#place = place
    this.#also = also
    this.#found = found
  }

  begin(): void {
    if (this.#isLeftOut()) return
    try {
      lookingOnce(() => this.#into(this.#root, ''))
    } catch (error) {
      if (!isMissing(error) && errnoOf(error) !== 'ENOTDIR') throw error
    }
  }

  /** A link in place of another tool's folder hides that tool's specs, and nothing else. */
  #isLeftOut(): boolean {
    const { root, layout } = this.#place
    if (root.startsWith('.kiro/') || !isBehindLink(this.#root)) return false
    if (!layout.isShared) this.#found.unread.push({ folder: root, why: 'link' })
    return true
  }

  /** Returns whether there are items below. */
  #into(dir: string, above: string, entries = entriesIn(dir)): boolean {
    let isGroup = false
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const isLink = entry.isSymbolicLink()
      if (!isLink && !entry.isDirectory()) continue
      const path = `${above}${entry.name}`
      isGroup = (isLink ? this.#link(path) : this.#folder(path)) || isGroup
    }
    return isGroup
  }

  #folder(path: string): boolean {
    const item = this.#itemAt(path)
    if (item === null) return this.#unread(path, 'name')
    const dir = join(this.#root, path)
    let entries: Dirent[]
    try {
      entries = entriesIn(dir)
    } catch (error) {
      if (errnoOf(error) === null) throw error
      return isMissing(error) ? false : this.#unread(path, 'unreadable')
    }
    const names = entries.map(({ name }) => name)
    if (isItemWith(item, names) || this.#also(item, names)) return this.#take(item)
    const isGroup = path.split('/').length < this.#place.depth
    if (isGroup && this.#into(dir, `${path}/`, entries)) return true
    // Git keeps a folder only with a file in it, such as `.gitkeep` or another hidden file.
    const isEmpty = names.every((name) => name.startsWith('.'))
    if (isEmpty && this.#place.layout.isArchived(`${path}/`)) return false
    return this.#unread(path, isEmpty ? 'empty' : 'no-documents')
  }

  /** Links are not searched: one with a record is listed, and its status shows the problem. */
  #link(path: string): boolean {
    const item = this.#itemAt(path)
    if (item === null) return this.#unread(path, 'name')
    const record = join(this.#root, path, RECORD_FILES[item.kind])
    return existsSync(record) ? this.#take(item) : this.#unread(path, 'link')
  }

  #take(item: WorkItem): true {
    this.#found.items.push(item)
    return true
  }

  #unread(path: string, why: UnreadFolder['why']): false {
    if (this.#place.layout.isShared) return false
    // Not reported if a folder inside it already is.
    const folder = `${this.#place.root}/${path}`
    const reportedInside = this.#found.unread.filter((one) => one.folder.startsWith(`${folder}/`))
    if (reportedInside.length === 0) this.#found.unread.push({ folder, why })
    return false
  }

  /** Also null for a folder whose name is that of an item in another format. */
  #itemAt(path: string): WorkItem | null {
    const { kind, root, depth, nameOf } = this.#place
    const name = nameOf(path)
    if (!isItemName(name)) return null
    const item = { kind, name }
    const isHere = folderOf(item) === `${root}/${path}` && path.split('/').length <= depth
    return isHere ? item : null
  }
}
