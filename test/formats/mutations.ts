import type { Files } from './fixture-world.ts'

/** Fragments as people, agents and crashes leave them. */
const PIECES = [
  '- [ ] 9. One more\n',
  '[x] **T9** loose\n',
  '### 9.9 [ ] In a heading\n',
  '```\n',
  '<!--',
  '-->',
  '**Status**: [ ] Pending\n',
  '\uFEFF',
  '\r\n',
  '\u0000',
  '"phase": "polishing",',
  '{',
  '}',
  '日本語',
  '| [ ] |',
  '# Requirements Document\n\n## Project Description (Input)\n',
  'Judgment: GO\n',
  '../../outside',
] as const

/** A null text means that the file is gone. */
export type Mutation = { path: string; text: string | Uint8Array | null }

/** Changes, empties, cuts, doubles, moves or removes one of the files. */
export function mutationOf(files: Files, random: () => number): Mutation {
  const paths = Object.keys(files)
  const path = pick(paths, random)
  const text = files[path] ?? ''
  const at = Math.floor(random() * (text.length + 1))
  const end = Math.min(text.length, at + Math.floor(random() * 200))
  switch (Math.floor(random() * 10)) {
    case 0:
      return { path, text: null }
    case 1:
      return { path, text: '' }
    case 2:
      return { path, text: text.slice(0, at) }
    case 3:
      return { path, text: text.slice(0, at) + text.slice(end) }
    case 4:
      return { path, text: text.slice(0, end) + text.slice(at) }
    case 5:
      return { path, text: text.replaceAll('[x]', '[ ]') }
    case 6:
      return { path, text: text.replaceAll(/\r?\n/g, random() < 0.5 ? '\r\n' : '\n') }
    case 7:
      return { path: `${path.slice(0, path.lastIndexOf('/') + 1)}${pick(NAMES, random)}`, text }
    case 8:
      // Bytes of Shift JIS, which are not UTF-8.
      return {
        path,
        text: Buffer.concat([text.slice(0, at), '\x83\x5C', text.slice(at)].map(encoded)),
      }
    default:
      return { path, text: text.slice(0, at) + pick(PIECES, random) + text.slice(at) }
  }
}

const encoded = (text: string, part: number): Buffer =>
  Buffer.from(text, part === 1 ? 'latin1' : 'utf8')

const NAMES = [
  'spec.json',
  'tasks.md',
  'requirements.md',
  'proposal.md',
  'bugfix.md',
  'plan.md',
  'spec.md',
  '.config.kiro',
  'event-log.jsonl',
  'inspection-1.md',
  'comments.json',
] as const

const pick = <T>(list: readonly T[], random: () => number): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}
