import type { World } from './world.ts'

/** At most three short phrases of the description; without a description the feature's name. */
export function requestsOf(world: World): string[] {
  const phrases = world.description
    .split(/[.!?;。！？；\n]+/)
    .map(plain)
    .filter((phrase) => phrase !== '')
  return phrases.length === 0 ? [world.feature.replaceAll('-', ' ')] : phrases.slice(0, 3)
}

/** Quotes every line, so that nothing in it becomes a heading or a fence of the document. */
export function quoted(world: World): string {
  const text = world.description === '' ? world.feature : world.description
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Removes markdown and HTML: an open fence or comment would swallow the rest of tasks.md. */
function plain(phrase: string): string {
  const text = phrase
    .replace(/[`~<>|*_[\]{}#\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
