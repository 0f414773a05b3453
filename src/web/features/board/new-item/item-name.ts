import { isNewName, type ItemName } from '../../../../contracts/work-item.ts'

const LONGEST = 100
/** A suggestion is a name, not the whole sentence. */
const LONGEST_SLUG = 40

export type NameProblem = 'bad' | 'long' | 'taken'

/** The rule of the host for names, so that a wrong one is reported while it is typed. */
export function problemOfName(
  name: string,
  isTaken: (name: ItemName) => boolean,
): NameProblem | null {
  if (name.length > LONGEST) return 'long'
  if (!isNewName(name)) return 'bad'
  return isTaken(name) ? 'taken' : null
}

/** The nearest name that the rule allows; empty when nothing of the text can be kept. */
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
