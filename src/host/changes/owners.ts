import { isItemName, itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import type { ChangeOwner } from '../../contracts/views/changes.ts'
import type { Dirty } from '../git/commit-checkout.ts'

/** What is known about the files of one working tree; paths are relative to the project. */
export interface TreeFacts {
  item: WorkItem
  /** All items, by their folders. */
  items: ReadonlyMap<string, WorkItem>
  /** What the item's own steps found and left; null if no step has written code. */
  own: Traces | null
  others: { item: WorkItem; traces: Traces }[]
  /** Who has committed each file since the base; 'person' for commits that no item made. */
  committed: ReadonlyMap<string, readonly (WorkItem | 'person')[]>
  /** An agent of the item is running: new changes are its own. */
  isLive: boolean
  /** The item's code was written there, but nothing tells which files. */
  isUntraced: boolean
}

export interface Traces {
  /** The changes before the item's first step that writes code. */
  dirty: Dirty
  /** The changes when the last such step had ended. */
  last: Dirty
}

export interface Owned {
  owner: ChangeOwner
  isShared: boolean
}

/** Who owns a changed file. A file that others touched too is the item's, marked as shared. */
export function ownerOf(path: string, facts: TreeFacts): Owned {
  const { item, own, others, committed } = facts
  const documents = itemOfDocuments(path, facts)
  if (documents !== null) return unshared(isSame(documents, item) ? OWN : other(documents))
  const commits = committed.get(path) ?? []
  const hasCommitted = commits.some((by) => by !== 'person' && isSame(by, item))
  if (hasCommitted || isTouched(path, facts)) {
    const before = own !== null && path in own.dirty
    return {
      owner: OWN,
      isShared: before || commits.some((by) => by !== 'person' && !isSame(by, item)),
    }
  }
  const byOther =
    others.find(({ traces }) => hasTouched(traces, path))?.item ??
    commits.findLast((by) => by !== 'person')
  if (byOther !== undefined) return unshared(other(byOther))
  return unshared(facts.isUntraced && own === null ? OWN : PERSON)
}

const OWN: ChangeOwner = { by: 'item' }
const PERSON: ChangeOwner = { by: 'person' }
const other = (item: WorkItem): ChangeOwner => ({ by: 'other', item })
const unshared = (owner: ChangeOwner): Owned => ({ owner, isShared: false })

function isTouched(path: string, { own, isLive }: TreeFacts): boolean {
  if (own === null) return false
  return hasTouched(own, path) || (isLive && !(path in own.dirty))
}

/** True if the content changed between the first step's start and the last step's end. */
const hasTouched = ({ dirty, last }: Traces, path: string): boolean =>
  path in last && (!(path in dirty) || dirty[path] !== last[path])

const isSame = (a: WorkItem, b: WorkItem): boolean => itemKey(a) === itemKey(b)

function itemOfDocuments(path: string, { item, items }: TreeFacts): WorkItem | null {
  if (path.startsWith(`${folderOf(item)}/`)) return item
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const found = items.get(path.slice(0, end))
    if (found !== undefined) return found
  }
  return null
}

/** `Sdd-Item: spec login`, as the host writes it into its commits. */
export function itemInTrailer(text: string): WorkItem | null {
  const [, kind, encoded = ''] = /^(spec|bug) (.+)$/.exec(text.trim()) ?? []
  const name = decoded(encoded)
  if (kind === undefined || !isItemName(name)) return null
  return { kind: kind as WorkItem['kind'], name }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
