import { join } from 'node:path'
import { z } from 'zod'
import { itemWithSafeName } from '../items/by-safe-name.ts'
import { sameItem, type WorkItem } from '../../contracts/work-item.ts'
import type { Git } from '../git/run-git.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import { listItems, type ProjectFolders } from '../project/folders.ts'
import { CheckoutNote } from '../workspaces/deploy/checkout-note.ts'
import { itemInTrailer, type Traces, type TreeFacts } from './owners.ts'
import { namesIn } from '../files/own-files.ts'

const MAX_COMMITS = 5000

interface CheckoutQuery {
  folders: ProjectFolders
  item: WorkItem
  base: string
  isLive: boolean
  isBegun: boolean
}

/** Finds out who made the changes in the user's own checkout. */
export async function factsOfCheckout(git: Git, asked: CheckoutQuery): Promise<TreeFacts> {
  const { folders, item, base, isLive, isBegun } = asked
  const prefix = (await git('rev-parse', '--show-prefix')).text.replace(/\n$/, '')
  const tracesOf = (of: WorkItem): Traces | null => tracesIn(folders, of, prefix)
  const committed = await committers(git, base)
  const own = tracesOf(item)
  const others = notedItems(folders)
    .filter((noted) => !sameItem(noted, item))
    .flatMap((noted) => {
      const traces = tracesOf(noted)
      return traces === null ? [] : [{ item: noted, traces }]
    })
  const hasCommitted = [...committed.values()].some((by) =>
    by.some((one) => one !== 'person' && sameItem(one, item)),
  )
  const items = itemsByFolder(folders)
  return { item, items, own, others, committed, isLive, isUntraced: isBegun && !hasCommitted }
}

/** In an item's own worktree, everything belongs to the item. */
export const factsOfWorktree = (folders: ProjectFolders, item: WorkItem): TreeFacts =>
  factsOfBranch(item, itemsByFolder(folders))

export const factsOfBranch = (item: WorkItem, items: TreeFacts['items']): TreeFacts => ({
  item,
  items,
  own: null,
  others: [],
  committed: new Map(),
  isLive: false,
  isUntraced: true,
})

const itemsByFolder = (folders: ProjectFolders): TreeFacts['items'] =>
  new Map(listItems(folders).map((item) => [folderOf(item), item]))

const dirtySchema = z.record(z.string(), z.string().nullable())
const tracesSchema = z.object({ dirty: dirtySchema, last: dirtySchema })

/** Notes lie in the repository's folder, so anyone may write them: invalid ones are ignored. */
function tracesIn(folders: ProjectFolders, item: WorkItem, prefix: string): Traces | null {
  const read = tracesSchema.safeParse(new CheckoutNote({ folders, item }).read())
  if (!read.success) return null
  const { dirty, last } = read.data
  return { dirty: below(prefix, dirty), last: below(prefix, last) }
}

const below = (prefix: string, dirty: Traces['dirty']): Traces['dirty'] =>
  prefix === ''
    ? dirty
    : Object.fromEntries(
        Object.entries(dirty).flatMap(([path, digest]) =>
          path.startsWith(prefix) ? [[path.slice(prefix.length), digest] as const] : [],
        ),
      )

const NOTE = /^(?<kind>spec|bug)-(?<name>.+)\.checkout\.json$/

function notedItems(folders: ProjectFolders): WorkItem[] {
  try {
    return namesIn(join(folders.runtimeDir, 'git')).flatMap((file): WorkItem[] => {
      const { kind, name } = NOTE.exec(file)?.groups ?? {}
      if (name === undefined) return []
      const item = itemWithSafeName(folders, kind === 'bug' ? 'bug' : 'spec', name)
      return item === null ? [] : [item]
    })
  } catch {
    return []
  }
}

async function committers(git: Git, base: string): Promise<TreeFacts['committed']> {
  const format = '--format=%x01%(trailers:key=Sdd-Item,valueonly)'
  const what = ['--name-only', '--no-renames', '--relative', '-z', `--max-count=${MAX_COMMITS}`]
  const { text } = await git('log', ...what, format, `${base}..HEAD`)
  const found = new Map<string, (WorkItem | 'person')[]>()
  // Oldest first, so that the latest committer comes last.
  for (const commit of text.split('\u0001').slice(1).reverse()) {
    const [trailers = '', ...paths] = commit.split('\0')
    const by = itemInTrailer(trailers.split('\n')[0] ?? '') ?? 'person'
    for (const raw of paths) {
      const path = raw.replace(/^\n/, '')
      if (path !== '') found.set(path, [...(found.get(path) ?? []), by])
    }
  }
  return found
}
