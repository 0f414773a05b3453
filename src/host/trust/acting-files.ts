import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { errnoOf, isMissing } from '../files/errno.ts'
import { INSTALLED } from './acting-paths.ts'
import {
  ByteLimit,
  contentOf,
  digestOf,
  marksOf,
  specialFile,
  undecidable,
  type FileContent,
} from './file-digests.ts'
import { strangerWords } from './strangers.ts'

/** A file of the project that changes what an agent's program or this program does. */
export interface ActingFile {
  /** Relative to the folder that was read. */
  path: string
  digest: string
  /** Null when it is too large, lies outside or cannot be read. */
  text: string | null
  /** What the user should know about it besides its content. */
  notes: string[]
}

/** No configuration has more: of files beyond this, only a change is noticed. */
const MAX_FILES = 5000
/** A link can lead to a whole disk. */
const MAX_OUTSIDE = 1000

/**
 * Files, or folders with everything in them. Links are followed, as the agents' programs follow
 * them: what counts is the content that they lead to. `outside` is what to say about files that
 * are read only because something names them.
 */
export function readActingFiles(
  folder: string,
  paths: readonly string[],
  outside?: string,
): ActingFile[] {
  const reading = new Reading(folder)
  // Runs at every hand-off, and most projects have none of them: checks folder by folder.
  const parents = new Map<string, Pick<Place, 'outside'> | null>()
  for (const path of paths) {
    const parent = dirname(path)
    if (!parents.has(parent)) parents.set(parent, reading.look(parent))
    const known = parents.get(parent) ?? null
    if (known === null) continue
    const place = { ...known, path, full: join(folder, path) }
    reading.collect(outside === undefined ? place : { ...place, outside })
  }
  return reading.found
}

/** Also false if the system does not say: then each of its files is looked for. */
export function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** No files, although some of them look like it. */
const SPECIAL = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/

interface Place {
  path: string
  /** Where it really is. */
  full: string
  /** Behind a link that leads out of the folder, or named: what to say about it. */
  outside?: string
}

class Reading {
  readonly found: ActingFile[] = []
  readonly #folder: string
  readonly #limit = new ByteLimit()
  /** Folders that a link led to: none is followed in circles. */
  readonly #followed = new Set<string>()
  #seenOutside = 0
  /** The folder without links, once it is needed. */
  #inside: string | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where the files of a folder are; null if there is none. */
  look(parent: string): Pick<Place, 'outside'> | null {
    const full = join(this.#folder, parent)
    if (isAbsent(full)) return null
    const target = parent === '.' ? null : targetOf(full)
    return target === null ? {} : this.#linked(target)
  }

  collect(place: Place): void {
    const unread: string[] = []
    this.#seenOutside = 0
    this.#collect(place, unread)
    if (unread.length === 0) return
    const problem = this.#isLost
      ? `it leads to more than ${MAX_OUTSIDE} files, so it cannot be trusted: remove it`
      : `too many files: ${unread.length} of them were not read, and take effect all the same`
    const digest = this.#isLost ? undecidable() : digestOf(unread.join('\0'))
    this.found.push({ path: place.path, text: null, digest, notes: [problem] })
  }

  #collect(place: Place, unread: string[]): void {
    const { path, full } = place
    if (place.outside !== undefined) this.#seenOutside++
    if (this.#isLost) return void unread.push(path)
    try {
      const stat = lstatSync(full, { throwIfNoEntry: false })
      if (stat === undefined) return
      if (stat.isSymbolicLink()) return this.#follow(place, unread)
      if (stat.isDirectory()) return this.#collectAll(place, unread)
      if (this.#isFull) unread.push(`${path}\0${marksOf(stat)}`)
      else this.#add(place, contentOf(full, this.#limit), strangerWords(stat))
    } catch (error) {
      if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return
      const problem = `it cannot be read (${errnoOf(error)})`
      if (this.#isFull) unread.push(`${path}\0${problem}`)
      else this.#add(place, { digest: digestOf(problem), text: null, problem })
    }
  }

  get #isLost(): boolean {
    return this.#seenOutside > MAX_OUTSIDE
  }

  get #isFull(): boolean {
    return this.found.length >= MAX_FILES
  }

  #collectAll(place: Place, unread: string[]): void {
    const { path, full } = place
    for (const name of readdirSync(full).toSorted()) {
      const inner = `${path}/${name}`
      if (this.#isLost) return
      if (!INSTALLED.has(inner))
        this.#collect({ ...place, path: inner, full: join(full, name) }, unread)
    }
  }

  #follow(place: Place, unread: string[]): void {
    const target = targetOf(place.full)
    if (target === null) {
      const digest = digestOf(`nowhere ${readlinkSync(place.full)}`)
      return this.#add(place, { digest, text: null, problem: 'a link that leads nowhere' })
    }
    if (SPECIAL.test(target)) return this.#add(place, specialFile())
    if (this.#followed.has(target)) {
      const problem = `a link to ${target}, as another one`
      return this.#add(place, { digest: digestOf(`again ${target}`), text: null, problem })
    }
    if (lstatSync(target).isDirectory()) this.#followed.add(target)
    this.#collect({ ...place, ...this.#linked(target), full: target }, unread)
  }

  #linked(target: string): Pick<Place, 'outside'> {
    this.#inside ??= realpathSync.native(this.#folder)
    const isInside = target === this.#inside || target.startsWith(`${this.#inside}${sep}`)
    return isInside ? {} : { outside: `a link that leads out, to ${target}` }
  }

  /** The text of what lies outside is never shown. */
  #add({ path, outside }: Place, content: FileContent, strangers: string[] = []): void {
    const { digest, text, problem } = content
    const notes = problem === null ? [] : [problem]
    this.found.push(
      outside === undefined
        ? { path, digest, text, notes }
        : { path, digest, text: null, notes: [outside, ...strangers, ...notes] },
    )
  }
}

function targetOf(link: string): string | null {
  try {
    return realpathSync.native(link)
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ELOOP' || errnoOf(error) === 'ENOTDIR') return null
    throw error
  }
}
