import type { ChangedFile } from '../../contracts/views/changes.ts'
import type { Git } from '../git/run-git.ts'
import { EXCLUDED, FLAGS, untrackedFiles, wholeFields } from './changes-git.ts'
import { contentIn, type Content } from './file-content.ts'

/** What git says about a file, before its owner is known. */
type ListedFile = Omit<ChangedFile, 'owner' | 'isShared'>

/** Its content is read only when it is shown: there can be tens of thousands. */
export interface FoundFile {
  path: string
  read: () => ListedFile
}

/** Every file that differs from the commit; null if git cannot compare with it. */
export async function listFiles(git: Git, dir: string, base: string): Promise<FoundFile[] | null> {
  const known = await diffed(git, [base])
  if (known === null) return null
  const untracked = await untrackedFiles(git, ['.'])
  return [
    ...known.map((entry) => ({
      path: entry.path,
      read: () => trackedFile(entry, (path) => contentIn(dir, path).digest),
    })),
    ...untracked.map((path) => ({ path, read: () => newFile(path, contentIn(dir, path)) })),
  ]
}

/** Like `listFiles`, but between two commits: no file on disk is read. */
export async function filesBetween(
  git: Git,
  base: string,
  to: string,
): Promise<ListedFile[] | null> {
  const known = await diffed(git, [base, to])
  return known && known.map((entry) => trackedFile(entry, () => to))
}

async function diffed(git: Git, commits: readonly string[]): Promise<RawEntry[] | null> {
  const what = ['--raw', '--numstat', '--abbrev=40', '-z', '-M']
  const output = await git('diff', ...FLAGS, ...what, ...commits, '--', '.', ...EXCLUDED)
  return output.code === 0 ? readRaw(wholeFields(output)) : null
}

interface RawEntry {
  modes: [from: string, to: string]
  blobs: [from: string, to: string]
  letter: string
  path: string
  from: string | null
  /** Null for a binary file. */
  lines: { added: number; removed: number } | null
}

/** `--raw --numstat -z` prints all raw lines first, then all counts. */
function readRaw(fields: readonly string[]): RawEntry[] {
  const entries = new Map<string, RawEntry>()
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field.startsWith(':')) {
      const [oldMode = '', newMode = '', old = '', now = '', status = ''] = field
        .slice(1)
        .split(' ')
      const letter = status.slice(0, 1)
      const isPair = letter === 'R' || letter === 'C'
      const first = fields[++at] ?? ''
      const path = isPair ? (fields[++at] ?? '') : first
      const from = isPair ? first : null
      const modes: RawEntry['modes'] = [oldMode, newMode]
      entries.set(path, { modes, blobs: [old, now], letter, path, from, lines: null })
      continue
    }
    const { added, removed, name } = COUNTS.exec(field)?.groups ?? {}
    if (name === undefined) continue
    const entry = entries.get(name === '' ? (fields[(at += 2)] ?? '') : name)
    if (entry !== undefined && added !== '-')
      entry.lines = { added: Number(added), removed: Number(removed) }
  }
  // Truncated output may end with an entry that has no path.
  return [...entries.values()].filter(({ path }) => path !== '')
}

/** A name may contain tabs; an empty name is followed by the old and the new name. */
const COUNTS = /^(?<added>\d+|-)\t(?<removed>\d+|-)\t(?<name>.*)$/s

const STATUS: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
}

function trackedFile(entry: RawEntry, digestOf: (path: string) => string): ListedFile {
  const { modes, blobs, letter, path, from, lines } = entry
  const [oldMode, newMode] = modes
  const isBoth = letter !== 'A' && letter !== 'D'
  const kind = kindOf(newMode === GONE ? oldMode : newMode)
  // Git has no blob for content that is not in its index: the file itself is read.
  const hasNoBlob = newMode !== GONE && /^0+$/.test(blobs[1]) && kind !== 'submodule'
  return {
    path,
    from,
    status: STATUS[letter] ?? 'modified',
    kind: kind === 'text' && lines === null ? 'binary' : kind,
    added: lines?.added ?? null,
    removed: lines?.removed ?? null,
    mode: isBoth && oldMode !== newMode ? { from: oldMode, to: newMode } : null,
    version: `${blobs[0].slice(0, 12)}-${hasNoBlob ? digestOf(path) : blobs[1].slice(0, 12)}`,
  }
}

const GONE = '000000'

function kindOf(mode: string): ChangedFile['kind'] {
  if (mode === '160000') return 'submodule'
  return mode === '120000' ? 'link' : 'text'
}

const newFile = (path: string, { kind, lines, digest }: Content): ListedFile => ({
  path,
  from: null,
  status: 'added',
  kind,
  added: lines,
  removed: lines === null ? null : 0,
  mode: null,
  version: `new-${digest}`,
})
