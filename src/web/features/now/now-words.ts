import type { GitAct } from '../../../contracts/host-steps.ts'
import type { Now } from '../../../contracts/views/now.ts'
import type { Messages } from '../../i18n/messages.ts'

/** The current activity, without its duration. */
export function doingWords({ now }: Pick<Messages, 'now'>, { verb, target }: Now): string {
  if (verb === 'git') return now.git[target as GitAct['type']] ?? target ?? ''
  const words = now[verb]
  return typeof words === 'string' ? words : words(target ?? '').trim()
}

const FILE_VERBS: ReadonlySet<Now['verb']> = new Set(['edit', 'write', 'read'])

/** When space is short, the folders of a path are cut, never its file name. */
export function aroundName(words: string, { verb, target }: Now): [head: string, name: string] {
  const begin = words.indexOf(target ?? '')
  const slash = (target ?? '').lastIndexOf('/')
  if (!FILE_VERBS.has(verb) || begin === -1 || slash === -1) return [words, '']
  const cut = begin + slash
  return [words.slice(0, cut), words.slice(cut)]
}

/** Minutes elapsed; null during the first minute. */
export function minutesOf({ since }: { since: string | null }, nowMs: number): number | null {
  if (since === null) return null
  const minutes = Math.floor((nowMs - Date.parse(since)) / 60_000)
  return minutes >= 1 ? minutes : null
}
