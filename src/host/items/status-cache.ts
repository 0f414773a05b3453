import { hash } from 'node:crypto'
import { closeSync, lstatSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Spec } from '../../contracts/spec-json.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import type { SpecItem } from '../../contracts/work-item.ts'
import { openForReading, readOwnText, replaceFile } from '../files/own-files.ts'
import { preparePersonalFolder } from '../files/personal-folder.ts'
import { SPEC_FILE } from '../files/spec-json-file.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** Derived from the files of a spec and nothing else. */
export interface ReadSpec {
  spec: Spec
  state: AutoExecutionState
  tasks: SpecStatus['tasks']
}

const OWN_FILES = ['', SPEC_FILE, JOURNAL_FILE] as const
/** Fewer specs are not cached: reading them is as quick. */
const MIN_SPECS_TO_CACHE = 100
/** A file that changes within one clock tick after it was read would look unchanged. */
const SETTLED_MS = 2000
const MAX_CACHE_MB = 64
const TAIL_BYTES = 512

/**
 * Caches what the files of many specs said, in the user's own folder. A spec is read again if its
 * folder or a file has another inode, size or time, or if its journal ends with other bytes; after
 * an update of this program everything is read again.
 */
export class StatusCache {
  readonly #folders: ProjectFolders
  readonly #now: () => number
  readonly #known: Record<string, Remembered>
  #isChanged = false

  constructor(folders: ProjectFolders, now: () => number) {
    this.#folders = folders
    this.#now = now
    this.#known = readKnown(fileOf(folders))
  }

  /** The cached value if the files are unchanged, otherwise the result of `read`. */
  of<T extends ReadSpec>(
    item: SpecItem,
    read: () => T,
    isLasting: (found: T) => boolean,
  ): ReadSpec {
    const stamp = this.#stampOf(item)
    const known = this.#known[item.name]
    if (stamp !== null && known?.stamp === stamp.text) return known.read
    const found = read()
    if (stamp === null || !stamp.isSettled || !isLasting(found)) return found
    const { spec, state, tasks } = found
    this.#known[item.name] = { stamp: stamp.text, read: { spec, state, tasks } }
    this.#isChanged = true
    return found
  }

  /** Drops deleted specs. A failed write is ignored: the statuses are shown anyway. */
  save(items: readonly SpecItem[]): void {
    if (!this.#isChanged || items.length < MIN_SPECS_TO_CACHE) return
    const known = Object.fromEntries(
      items.flatMap(({ name }) => {
        const remembered = this.#known[name]
        return remembered === undefined ? [] : [[name, remembered]]
      }),
    )
    const file = fileOf(this.#folders)
    try {
      preparePersonalFolder(dirname(file))
      replaceFile(file, JSON.stringify({ program: program(), known }))
    } catch {
      // It is only a cache.
    }
  }

  /** Null unless all are plain files in a plain folder: anything else is never cached. */
  #stampOf(item: SpecItem): { text: string; isSettled: boolean } | null {
    const dir = itemDirOf(this.#folders, item)
    let newest = 0
    let text = ''
    for (const name of [...OWN_FILES, ...layoutOf(item).files]) {
      const stat = lstatSync(name === '' ? dir : join(dir, name), { throwIfNoEntry: false })
      if (stat === undefined) text += '- '
      else if (name === '' ? !stat.isDirectory() : !stat.isFile()) return null
      else {
        const { dev, ino, size, mtimeMs, ctimeMs } = stat
        newest = Math.max(newest, mtimeMs, ctimeMs)
        text += `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs} `
        if (name === JOURNAL_FILE) text += tailOf(join(dir, name), size)
      }
    }
    return { text: hash('sha256', text), isSettled: this.#now() - newest > SETTLED_MS }
  }
}

interface Remembered {
  stamp: string
  read: ReadSpec
}

const fileOf = ({ lockDir }: ProjectFolders): string => join(lockDir, 'statuses.json')

/** Another build may interpret the same files differently. */
function program(): string {
  const file = fileURLToPath(import.meta.url)
  const { ino, size, mtimeMs } = lstatSync(file)
  return `${file} ${ino} ${size} ${mtimeMs}`
}

function readKnown(file: string): Record<string, Remembered> {
  try {
    const text = readOwnText(file, { limitMb: MAX_CACHE_MB })
    const saved = JSON.parse(text) as { program: string; known: Record<string, Remembered> }
    return saved.program === program() ? saved.known : {}
  } catch {
    return {}
  }
}

const tail = Buffer.alloc(TAIL_BYTES)

function tailOf(path: string, size: number): string {
  const fd = openForReading(path)
  try {
    const length = readSync(fd, tail, 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES))
    return tail.toString('latin1', 0, length)
  } finally {
    closeSync(fd)
  }
}
