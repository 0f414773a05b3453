import type { Unopened } from '../../core/decide/facts.ts'
import { folderOf, layoutOf } from '../../core/formats/item-place.ts'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { MOST_DOCUMENTS } from '../../host/files/documents-below.ts'
import type { DocumentText } from '../../host/files/item-documents.ts'
import { LinkRefused, refuseTooLarge } from '../../host/files/own-files.ts'
import type { Documents } from '../runs/fleet-items.ts'
import type { ItemRow } from '../runs/item-row.ts'
import { Recent } from '../recent.ts'
import type { Mirrors } from './mirrors.ts'
import { ObjectReader, type GitObject } from './object-reader.ts'

/** How many items are kept in memory: what a commit holds never changes. */
const MAX_KEPT = 500

interface Loading {
  /** Resolves when the commit is in the mirror; after that it only has to be read. */
  isHere: Promise<void>
  documents: Promise<Documents>
}

/** The documents of an item in the commit its branch is at. */
export class CommitDocuments implements Disposable {
  readonly #mirrors: Mirrors
  readonly #kept = new Recent<string, Loading>(MAX_KEPT)
  /** By item: the bytes of its documents by object id. */
  readonly #texts = new Recent<string, ReadonlyMap<string, Buffer>>(MAX_KEPT)
  readonly #readers = new Map<string, ObjectReader>()

  constructor(mirrors: Mirrors) {
    this.#mirrors = mirrors
  }

  load(row: ItemRow): Promise<Documents> {
    return this.#load(row).documents
  }

  /** Starts loading; resolves when the slow part, fetching, is done. */
  begin(row: ItemRow): Promise<void> {
    return this.#load(row).isHere
  }

  #load(row: ItemRow): Loading {
    const { head } = row
    if (head === null) return NOT_BEGUN
    const key = keyOf(row, head)
    const before = this.#kept.get(key)
    const loading = before ?? this.#read(row, head, { isKept: true })
    this.#kept.set(key, loading)
    if (before === undefined) loading.documents.catch(() => this.#kept.delete(key))
    return loading
  }

  /** For an item that is only looked at: loads it without taking up room in memory. */
  async glance(row: ItemRow): Promise<Documents> {
    const { head } = row
    if (head === null) return NOTHING
    const loading = this.#kept.get(keyOf(row, head)) ?? this.#read(row, head, { isKept: false })
    return loading.documents
  }

  [Symbol.dispose](): void {
    for (const reader of this.#readers.values()) reader.close()
  }

  #read(row: ItemRow, head: string, how: { isKept: boolean }): Loading {
    const reading = this.#readerOf(row).then((reader) => {
      const read = (): Promise<Documents> => this.#documents(reader, { row, head, ...how })
      return { read, commit: reader.read(head), found: read() }
    })
    const isHere = reading.then(async ({ commit }) => {
      if ((await commit) === null) await this.#mirrors.with(row, head)
    })
    // Not every caller waits for it, and a failure that nobody hears ends the process.
    isHere.catch(() => undefined)
    const documents = reading.then(async ({ read, commit, found }) => {
      const [before] = await Promise.all([found, isHere])
      return (await commit) === null ? read() : before
    })
    return { isHere, documents }
  }

  /** Reuses the texts that have not changed since the previous commit. */
  async #documents(
    reader: ObjectReader,
    { row, head, isKept }: { row: ItemRow; head: string; isKept: boolean },
  ): Promise<Documents> {
    const key = `${row.project} ${folderOf(row.item)}`
    const place = { commit: head, item: row.item }
    const { documents, texts } = await documentsIn(reader, place, this.#texts.get(key))
    if (isKept) this.#texts.set(key, texts)
    return documents
  }

  async #readerOf({ repository }: ItemRow): Promise<ObjectReader> {
    const known = this.#readers.get(repository)
    if (known?.isOpen === true) return known
    const git = await this.#mirrors.open({ repository })
    const other = this.#readers.get(repository)
    if (other?.isOpen === true) return other
    const reader = new ObjectReader(git.stay(['cat-file', '--batch']), git.patienceMs)
    this.#readers.set(repository, reader)
    return reader
  }
}

const keyOf = ({ project, item }: ItemRow, head: string): string =>
  `${project} ${head} ${folderOf(item)}`

interface Entry {
  name: string
  mode: string
  object: string
}

async function documentsIn(
  reader: ObjectReader,
  { commit, item }: { commit: string; item: WorkItem },
  known: ReadonlyMap<string, Buffer> = new Map(),
): Promise<{ documents: Documents; texts: ReadonlyMap<string, Buffer> }> {
  const folder = folderOf(item)
  const below: Entry[] = []
  const readBelow = async (): Promise<void> => {
    for (const name of Object.keys(layoutOf(item).folders))
      await addBelow(reader, { name, object: `${commit}:${folder}/${name}` }, below)
  }
  const [tree] = await Promise.all([reader.read(`${commit}:${folder}`), readBelow()])
  const own = entriesIn(tree)
  const entries = [...own, ...below]
  const wanted = [...own.filter(({ name }) => name.endsWith('.md')), ...below]
  const texts = await readBlobs(reader, wanted.filter(isFile), known)
  const documents: Documents = {
    names: () => own.map(({ name }) => name),
    below: () => below.map(({ name }) => name),
    read: (name) => readOne(`${folder}/${name}`, find(entries, name), texts),
  }
  return { documents, texts }
}

/** Adds the documents in that folder and its subfolders, up to MOST_DOCUMENTS. */
async function addBelow(
  reader: ObjectReader,
  folder: Pick<Entry, 'name' | 'object'>,
  below: Entry[],
): Promise<void> {
  for (const entry of entriesIn(await reader.read(folder.object))) {
    if (below.length >= MOST_DOCUMENTS) return
    const named = { ...entry, name: `${folder.name}/${entry.name}` }
    if (entry.mode === FOLDER) await addBelow(reader, named, below)
    else if (isFile(entry) && documentNameSchema.safeParse(named.name).success) below.push(named)
  }
}

async function readBlobs(
  reader: ObjectReader,
  entries: Entry[],
  known: ReadonlyMap<string, Buffer>,
): Promise<Map<string, Buffer>> {
  const texts = new Map<string, Buffer>()
  await Promise.all(
    entries.map(async ({ object }) => {
      const bytes = known.get(object) ?? (await reader.read(object))?.bytes
      if (bytes !== undefined) texts.set(object, bytes)
    }),
  )
  return texts
}

const FOLDER = '40000'
const FILE = /^100/
const LINK = '120000'
const isFile = ({ mode }: Entry): boolean => FILE.test(mode)
const find = (entries: Entry[], name: string): Entry | null =>
  entries.find((entry) => entry.name === name) ?? null

/** Tree entries are `mode name NUL id`; an id has as many bytes as that of the tree itself. */
function entriesIn(tree: GitObject | null): Entry[] {
  if (tree?.type !== 'tree') return []
  const { id, bytes } = tree
  const entries: Entry[] = []
  const idLength = id.length / 2
  for (let at = 0; at < bytes.length;) {
    const [space, nul] = [bytes.indexOf(32, at), bytes.indexOf(0, at)]
    const end = nul + 1 + idLength
    entries.push({
      mode: bytes.toString('utf8', at, space),
      name: bytes.toString('utf8', space + 1, nul),
      object: bytes.toString('hex', nul + 1, end),
    })
    at = end
  }
  return entries
}

function readOne(
  path: string,
  entry: Entry | null,
  texts: ReadonlyMap<string, Buffer>,
): DocumentText | Unopened {
  if (entry === null) return { ok: false, why: 'missing', line: null }
  if (entry.mode === LINK) throw new LinkRefused(path)
  if (!isFile(entry)) return { ok: false, why: 'not-a-file', line: null }
  const bytes = texts.get(entry.object)
  if (bytes === undefined) return { ok: false, why: 'unreadable', line: null }
  refuseTooLarge(path, bytes.length)
  return { text: bytes.toString('utf8'), fingerprint: entry.object }
}

const NOTHING: Documents = {
  names: () => [],
  below: () => [],
  read: () => ({ ok: false, why: 'missing', line: null }),
}

const NOT_BEGUN: Loading = { isHere: Promise.resolve(), documents: Promise.resolve(NOTHING) }
