import { hash } from 'node:crypto'
import { isNewName } from '../../contracts/work-item.ts'

const LONGEST_SLUG = 40

/**
 * A name as it may stand in a branch, a ref or a file name on any system: no two items share one,
 * also where capitals do not count. What could be a new item's name stays as it is.
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

/** The same for files about items of both kinds. */
export const safeItemName = ({ kind, name }: { kind: string; name: string }): string =>
  `${kind}-${safeName(name)}`
