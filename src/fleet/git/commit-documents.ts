import type { Unopened } from '../../core/decide/facts.ts'
import { folderOf, layoutOf } from '../../core/formats/item-place.ts'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { MOST_DOCUMENTS } from '../../host/files/documents-below.ts'
import type { DocumentText } from '../../host/files/item-documents.ts'
import { LinkRefused, TooLarge } from '../../host/files/own-files.ts'
import type { Documents } from '../runs/fleet-items.ts'
import type { ItemRow } from '../runs/item-row.ts'
import type { Mirrors } from './mirrors.ts'
import { ObjectReader, type GitObject } from './object-reader.ts'

/** So many items are kept in memory: what a commit holds never changes. */
const KEPT = 500
const LARGEST = 16 * 1024 * 1024

/** The documents of an item in the commit at which its branch is. */
export class CommitDocuments implements Disposable {
  readonly #mirrors: Mirrors
  readonly #kept = new Map<string, Promise<Documents>>()
  readonly #readers = new Map<string, ObjectReader>()

  constructor(mirrors: Mirrors) {
    this.#mirrors = mirrors
  }

  load(row: ItemRow): Promise<Documents> {
    const { head, project, item } = row
    if (head === null) return Promise.resolve(NOTHING)
    const key = `${project} ${head} ${folderOf(item)}`
    const loading = this.#kept.get(key) ?? this.#read(row, head)
    this.#kept.delete(key)
    this.#kept.set(key, loading)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
    loading.catch(() => this.#kept.delete(key))
    return loading
  }

  [Symbol.dispose](): void {
    for (const reader of this.#readers.values()) reader.close()
  }

  async #read(row: ItemRow, head: string): Promise<Documents> {
    const reader = await this.#readerOf(row)
    const found = await this.#mirrors.still(row, async () =>
      (await reader.read(head)) === null ? null : documentsIn(reader, head, row.item),
    )
    if (found !== null) return found
    await this.#mirrors.with(row, head)
    return this.#mirrors.still(row, () => documentsIn(reader, head, row.item))
  }

  async #readerOf({ repository }: ItemRow): Promise<ObjectReader> {
    const known = this.#readers.get(repository)
    if (known?.isOpen === true) return known
    const git = await this.#mirrors.open({ repository })
    const other = this.#readers.get(repository)
    if (other?.isOpen === true) return other
    const reader = new ObjectReader(git.stay(['cat-file', '--batch']))
    this.#readers.set(repository, reader)
    return reader
  }
}

interface Entry {
  name: string
  mode: string
  object: string
}

async function documentsIn(
  reader: ObjectReader,
  commit: string,
  item: WorkItem,
): Promise<Documents> {
  const folder = folderOf(item)
  const own = entriesIn(await reader.read(`${commit}:${folder}`))
  const below: Entry[] = []
  for (const name of Object.keys(layoutOf(item).folders))
    await addBelow(reader, { name, object: `${commit}:${folder}/${name}` }, below)
  const entries = [...own, ...below]
  const documents = [...own.filter(({ name }) => name.endsWith('.md')), ...below]
  const texts = await readBlobs(reader, documents.filter(isFile))
  return {
    names: () => own.map(({ name }) => name),
    below: () => below.map(({ name }) => name),
    read: (name) => readOne(`${folder}/${name}`, find(entries, name), texts),
  }
}

/** Documents in that folder and the folders in it, as long as there are not too many. */
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

async function readBlobs(reader: ObjectReader, entries: Entry[]): Promise<Map<string, Buffer>> {
  const texts = new Map<string, Buffer>()
  await Promise.all(
    entries.map(async ({ object }) => {
      const blob = await reader.read(object)
      if (blob !== null) texts.set(object, blob.bytes)
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

/** `mode name NUL id`, one after the other; the id as long as that of the tree itself. */
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
  if (bytes.length > LARGEST) throw new TooLarge(path, bytes.length)
  return { text: bytes.toString('utf8'), fingerprint: entry.object }
}

const NOTHING: Documents = {
  names: () => [],
  below: () => [],
  read: () => ({ ok: false, why: 'missing', line: null }),
}
