import type { Unopened } from '../../core/decide/facts.ts'
import { folderOf, layoutOf } from '../../core/formats/item-place.ts'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { MOST_DOCUMENTS } from '../../host/files/documents-below.ts'
import type { DocumentText } from '../../host/files/item-documents.ts'
import { LinkRefused, TooLarge } from '../../host/files/own-files.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { Documents } from '../runs/fleet-items.ts'
import type { ItemRow } from '../runs/item-row.ts'
import type { Mirrors } from './mirrors.ts'

/** So many items are kept in memory: what a commit holds never changes. */
const KEPT = 500
const LARGEST = 16 * 1024 * 1024

/** The documents of an item in the commit at which its branch is. */
export class CommitDocuments {
  readonly #mirrors: Mirrors
  readonly #kept = new Map<string, Promise<Documents>>()

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

  async #read(row: ItemRow, head: string): Promise<Documents> {
    const git = await this.#mirrors.with(row, head)
    return documentsIn(git, head, row.item)
  }
}

interface Entry {
  name: string
  mode: string
  object: string
}

async function documentsIn(git: WritingGit, commit: string, item: WorkItem): Promise<Documents> {
  const folder = folderOf(item)
  const entriesIn = async (...args: string[]): Promise<Entry[]> =>
    (await git.lines(['ls-tree', '-z', '--full-tree', ...args])).flatMap(
      (line) => entryOf(line, folder) ?? [],
    )
  const own = await entriesIn(commit, '--', `${folder}/`)
  const folders = Object.keys(layoutOf(item).folders).map((name) => `${folder}/${name}/`)
  const all = folders.length === 0 ? [] : await entriesIn('-r', commit, '--', ...folders)
  const below = all
    .filter((entry) => isFile(entry) && documentNameSchema.safeParse(entry.name).success)
    .slice(0, MOST_DOCUMENTS)
  const entries = [...own, ...below]
  const documents = [...own.filter(({ name }) => name.endsWith('.md')), ...below]
  const texts = await readBlobs(git, documents.filter(isFile))
  return {
    names: () => own.map(({ name }) => name),
    below: () => below.map(({ name }) => name),
    read: (name) => readOne(`${folder}/${name}`, find(entries, name), texts),
  }
}

const FILE = /^100/
const LINK = '120000'
const isFile = ({ mode }: Entry): boolean => FILE.test(mode)
const find = (entries: Entry[], name: string): Entry | null =>
  entries.find((entry) => entry.name === name) ?? null

function entryOf(line: string, folder: string): Entry | null {
  const [meta = '', path = ''] = line.split('\t')
  const [mode = '', , object = ''] = meta.split(' ')
  return path.startsWith(`${folder}/`)
    ? { name: path.slice(folder.length + 1), mode, object }
    : null
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

async function readBlobs(git: WritingGit, entries: Entry[]): Promise<Map<string, Buffer>> {
  const objects = [...new Set(entries.map(({ object }) => object))]
  if (objects.length === 0) return new Map()
  const input = objects.map((object) => `${object}\n`).join('')
  const out = await git.must(['cat-file', '--batch'], { input })
  const texts = new Map<string, Buffer>()
  let at = 0
  for (const object of objects) {
    const end = out.indexOf(10, at)
    const size = Number(out.toString('utf8', at, end).split(' ')[2])
    texts.set(object, out.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return texts
}

const NOTHING: Documents = {
  names: () => [],
  below: () => [],
  read: () => ({ ok: false, why: 'missing', line: null }),
}
