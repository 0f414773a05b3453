import { isItemName, itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import type { ChangeOwner } from '../../contracts/views/changes.ts'
import type { Dirty } from '../git/commit-checkout.ts'

/** What is known of the files in one working tree; paths are those below the project's folder. */
export interface TreeFacts {
  item: WorkItem
  /** By their folders. */
  items: ReadonlyMap<string, WorkItem>
  /** What the item's own steps found and left there; null where no step has written code. */
  own: Traces | null
  others: { item: WorkItem; traces: Traces }[]
  /** Who committed a file since the base; 'person' for commits that no item made. */
  committed: ReadonlyMap<string, readonly (WorkItem | 'person')[]>
  /** An agent of the item is running: what is new is its own. */
  isLive: boolean
  /** Code of the item was written there and there is no trace of which. */
  isUntraced: boolean
}

export interface Traces {
  /** What was changed before the item's first step that writes code. */
  dirty: Dirty
  /** What was changed when the last such step had ended. */
  last: Dirty
}

export interface Owned {
  owner: ChangeOwner
  isShared: boolean
}

/** Whose work a changed file is. What more than one has touched is the item's own, and said to be shared. */
export function ownerOf(path: string, facts: TreeFacts): Owned {
  const { item, own, others, committed } = facts
  const documents = itemOfDocuments(path, facts)
  if (documents !== null) return plain(isSame(documents, item) ? OWN : other(documents))
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
  if (byOther !== undefined) return plain(other(byOther))
  return plain(facts.isUntraced && own === null ? OWN : PERSON)
}

const OWN: ChangeOwner = { by: 'item' }
const PERSON: ChangeOwner = { by: 'person' }
const other = (item: WorkItem): ChangeOwner => ({ by: 'other', item })
const plain = (owner: ChangeOwner): Owned => ({ owner, isShared: false })

function isTouched(path: string, { own, isLive }: TreeFacts): boolean {
  if (own === null) return false
  return hasTouched(own, path) || (isLive && !(path in own.dirty))
}

/** Another content than before the first step, when the last one had ended. */
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
