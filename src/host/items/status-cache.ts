import { hash } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Spec } from '../../contracts/spec-json.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import type { SpecItem } from '../../contracts/work-item.ts'
import { openForReading, temporaryFor } from '../files/own-files.ts'
import { preparePersonalFolder } from '../files/personal-folder.ts'
import { SPEC_FILE } from '../files/spec-json-file.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** What the files of a spec say: nothing else may go into it. */
export interface ReadSpec {
  spec: Spec
  state: AutoExecutionState
  tasks: SpecStatus['tasks']
}

const OWN_FILES = ['', SPEC_FILE, JOURNAL_FILE] as const
/** Of fewer nothing is remembered: they are read as quickly. */
const MANY = 100
/** A file that changes within one tick of the clock, after it was read, would look unchanged. */
const SETTLED_MS = 2000
const TAIL_BYTES = 512

/**
 * What the files of many specs said when they were last read, in the user's own folder. The files
 * alone decide: a spec whose folder or file has another inode, size or time, or whose journal ends
 * with other bytes, is read again, and so is everything after an update of this program.
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

  /** By its files as they are now; `read` where they are not those that were remembered. */
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

  /** Without those that are gone. Failing to write it is no reason to show nothing. */
  save(items: readonly SpecItem[]): void {
    if (!this.#isChanged || items.length < MANY) return
    const known = Object.fromEntries(
      items.flatMap(({ name }) => {
        const remembered = this.#known[name]
        return remembered === undefined ? [] : [[name, remembered]]
      }),
    )
    const file = fileOf(this.#folders)
    const temporary = temporaryFor(file)
    try {
      preparePersonalFolder(dirname(file))
      writeFileSync(temporary, JSON.stringify({ program: program(), known }), { mode: 0o600 })
      renameSync(temporary, file)
    } catch {
      rmSync(temporary, { force: true })
    }
  }

  /** Null for what is no plain file in a plain folder: it is read, or refused, as ever. */
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

/** Another build may understand the same files otherwise. */
function program(): string {
  const file = fileURLToPath(import.meta.url)
  const { ino, size, mtimeMs } = lstatSync(file)
  return `${file} ${ino} ${size} ${mtimeMs}`
}

function readKnown(file: string): Record<string, Remembered> {
  try {
    const text = readFileSync(file, 'utf8')
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
