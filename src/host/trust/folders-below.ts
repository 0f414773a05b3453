import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { sep } from 'node:path'
import { errnoOf, isMissing } from '../files/errno.ts'

/** Far more than any repository has, with everything that is installed in it. */
const MAX_FOLDERS = 100_000

export interface FoldersBelow {
  /** Relative to the folder that was searched, without it. */
  folders: string[]
  /** False if there were too many of them. */
  isWhole: boolean
}

/**
 * Every folder below `dir` with an entry of that name. Follows no link: what a link leads to inside
 * is found where it is, and agents have to ask before they read outside.
 */
export function foldersBelow(
  dir: string,
  name: string,
  isSkipped: (folder: string) => boolean,
): FoldersBelow {
  const folders: string[] = []
  const open = [dir]
  const start = dir.length + 1
  let count = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (++count > MAX_FOLDERS) return { folders, isWhole: false }
    const { hidden, inner } = entriesOf(folder)
    if (hidden.includes(name) && folder !== dir) folders.push(folder.slice(start))
    for (const path of inner) if (!isSkipped(path.slice(start))) open.push(path)
  }
  return { folders: folders.toSorted(), isWhole: true }
}

/** What a folder contains, as far as it matters here. */
interface Entries {
  /** Names that begin with a dot: those of all that agents look for do. */
  hidden: readonly string[]
  /** Paths of folders. */
  inner: readonly string[]
}

type Marks = Pick<Stats, 'dev' | 'ino' | 'mtimeMs' | 'ctimeMs'>

/** By path. To look at a folder's times is much faster than to read it. */
const cached = new Map<string, Entries & Marks>()
const MAX_CACHED = 200_000
/** A change within the same tick of the clock would not show in the times. */
const SETTLED_MS = 2000

const NOTHING: Entries = { hidden: [], inner: [] }
/** Agents cannot look into it either. */
const UNSEEN = new Set<string | null>(['EACCES', 'EPERM', 'ENOTDIR'])

function entriesOf(folder: string): Entries {
  try {
    const stat = lstatSync(folder)
    const known = cached.get(folder)
    if (known !== undefined && isSame(known, stat)) return known
    return stat.isDirectory() ? read(folder, stat) : NOTHING
  } catch (error) {
    if (isMissing(error) || UNSEEN.has(errnoOf(error))) return NOTHING
    throw error
  }
}

const isSame = (one: Marks, other: Marks): boolean =>
  one.ctimeMs === other.ctimeMs &&
  one.mtimeMs === other.mtimeMs &&
  one.ino === other.ino &&
  one.dev === other.dev

function read(folder: string, { dev, ino, mtimeMs, ctimeMs }: Stats): Entries {
  const startedAt = Date.now()
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const found: Entries = {
    hidden: entries.map((entry) => entry.name).filter((name) => name.startsWith('.')),
    inner: names.filter((name) => name !== '.git').map((name) => `${folder}${sep}${name}`),
  }
  if (startedAt - ctimeMs <= SETTLED_MS) return found
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(folder, { ...found, dev, ino, mtimeMs, ctimeMs })
  return found
}
