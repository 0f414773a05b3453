import { create } from 'zustand'
import type { Hunk, PatchLine } from '../lines/read-patch.ts'
import { languageOf } from './languages.ts'
import type { Token } from './tokens.ts'

/** Anything larger would take too long and stays plain. */
const MAX_LINES = 5000
const MAX_CHARACTERS = 400_000
/** Minified code is not meant to be read. */
const MAX_LINE = 2000

const tokens = new WeakMap<PatchLine, Token[]>()
const begun = new WeakSet<readonly Hunk[]>()

interface ColoursState {
  /** Increases whenever lines have got their colours. */
  version: number
}

export const useColours = create<ColoursState>()(() => ({ version: 0 }))

export const tokensOf = (line: PatchLine): Token[] | null => tokens.get(line) ?? null

/** Colours the lines once ready; until then, or on failure, the text stays plain. */
export async function colour(path: string, hunks: readonly Hunk[]): Promise<void> {
  const language = languageOf(path)
  if (language === null || begun.has(hunks) || !canColour(hunks)) return
  begun.add(hunks)
  try {
    const { colourLines } = await import('./colour-lines.ts')
    for (const [line, found] of await colourLines(hunks, language)) tokens.set(line, found)
    useColours.setState(({ version }) => ({ version: version + 1 }))
  } catch {
    begun.delete(hunks)
  }
}

export function canColour(hunks: readonly Hunk[]): boolean {
  let lines = 0
  let characters = 0
  for (const hunk of hunks) {
    lines += hunk.lines.length
    for (const { text } of hunk.lines) {
      characters += text.length
      if (text.length > MAX_LINE) return false
    }
  }
  return lines <= MAX_LINES && characters <= MAX_CHARACTERS
}
