import { isNewName, type ItemName } from '../../../../contracts/work-item.ts'

const LONGEST = 100
/** A suggestion should be a name, not a whole sentence. */
const LONGEST_SLUG = 40

export type NameProblem = 'bad' | 'long' | 'taken'

/** Mirrors the host's rule for names, so that a bad one is reported while typing. */
export function problemOfName(
  name: string,
  isTaken: (name: ItemName) => boolean,
): NameProblem | null {
  if (name.length > LONGEST) return 'long'
  if (!isNewName(name)) return 'bad'
  return isTaken(name) ? 'taken' : null
}

/** The closest valid name; empty when nothing of the text can be kept. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > LONGEST_SLUG) break
    slug = longer
  }
  return slug === '' ? (words[0] ?? '').slice(0, LONGEST_SLUG) : slug
}
