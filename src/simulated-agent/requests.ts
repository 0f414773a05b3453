import type { World } from './world.ts'

/** At most three short phrases of the description; without one the feature's name has to do. */
export function requestsOf(world: World): string[] {
  const phrases = world.description
    .split(/[.!?;。！？；\n]+/)
    .map(plain)
    .filter((phrase) => phrase !== '')
  return phrases.length === 0 ? [world.feature.replaceAll('-', ' ')] : phrases.slice(0, 3)
}

/** Every line quoted, so that nothing in it becomes a heading or a fence of the document. */
export function quoted(world: World): string {
  const text = world.description === '' ? world.feature : world.description
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Marks of markdown and HTML out: an opened fence or comment would swallow the rest of tasks.md. */
function plain(phrase: string): string {
  const text = phrase
    .replace(/[`~<>|*_[\]{}#\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
