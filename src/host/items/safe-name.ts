import { hash } from 'node:crypto'
import { isNewName } from '../../contracts/work-item.ts'

const LONGEST_SLUG = 40

/**
 * A name that is valid in a branch, a ref or a file name on any system, and unique even where case
 * is ignored. A name that is valid for a new item stays as it is.
 */
export function safeName(name: string): string {
  if (isNewName(name)) return name
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, '')
  return `${slug === '' ? 'item' : slug}_${hash('sha256', name).slice(0, 12)}`
}

/** Like safeName, but unique across items of both kinds. */
export const safeItemName = ({ kind, name }: { kind: string; name: string }): string =>
  `${kind}-${safeName(name)}`
