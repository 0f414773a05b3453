import type { z } from 'zod'

export const ITEM_KINDS = ['spec', 'bug'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** What a new item may be called; existing items have all sorts of names. */
const NEW_NAME = /^[a-z0-9][a-z0-9-]{0,99}$/
export type ItemName = string & z.$brand<'ItemName'>

/** What is worked on. A spec and a bug of the same name are two items. */
export interface WorkItem<K extends ItemKind = ItemKind> {
  kind: K
  name: ItemName
}
export type SpecItem = WorkItem<'spec'>
export type BugItem = WorkItem<'bug'>

/** For maps, addresses and ids: the only way an item becomes a string. */
export type ItemKey = `${ItemKind}:${string}`

export const itemKey = ({ kind, name }: WorkItem): ItemKey => `${kind}:${name}`

/** The item that this is the key of. */
export function itemWithKey(key: ItemKey): WorkItem {
  const colon = key.indexOf(':')
  return { kind: key.slice(0, colon) as ItemKind, name: key.slice(colon + 1) as ItemName }
}

export const sameItem = (a: WorkItem, b: WorkItem): boolean =>
  a.kind === b.kind && a.name === b.name

export const isSpec = (item: WorkItem): item is SpecItem => item.kind === 'spec'

/** Groups of items may be nested. */
const MOST_PARTS = 4
const LONGEST_NAME = 400
/**
 * Line ends, cursor movements and invalid characters: they would be displayed as something else.
 */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFD\\]/u

/** A path below the folder of all items: `../x` must never reach the file system. */
export function isItemName(text: string): text is ItemName {
  if (text.length > LONGEST_NAME || UNFIT.test(text)) return false
  const parts = text.split('/')
  return parts.length <= MOST_PARTS && parts.every((part) => !['', '.', '..'].includes(part))
}

/** Such a name is also a valid branch name, and a valid file name everywhere. */
export const isNewName = (text: string): text is ItemName => NEW_NAME.test(text)

export const specItem = (name: ItemName): SpecItem => ({ kind: 'spec', name })
export const bugItem = (name: ItemName): BugItem => ({ kind: 'bug', name })

/** For a name that was checked before; throws if it is invalid. */
export function specNamed(name: string): SpecItem {
  if (!isItemName(name)) throw new Error(`not a name: ${name}`)
  return specItem(name)
}
