import { join } from 'node:path'
import { sameItem, type WorkItem } from '../../../contracts/work-item.ts'
import { realFiles } from '../../files/durable-files.ts'
import { safeItemName } from '../../items/safe-name.ts'
import { makeFolder, readPlainText, removeFile } from '../../files/own-files.ts'
import { dirtyNow, type Dirty } from '../../git/commit-checkout.ts'
import { openRepository } from '../../git/repository.ts'
import { listItems, type ProjectFolders } from '../../project/folders.ts'
import { WITHOUT_HOST_FILES, type GitContext, type GitWorld } from '../git-context.ts'

interface Noted {
  /** The user's changes: those from before the item's first step that writes code. */
  dirty: Dirty
  /** The changes at the end of the last such step. */
  last: Dirty
  /** Another item has had the checkout since. */
  isClosed?: boolean
}

/** Records whose the changes in the user's own checkout are. */
export class CheckoutNote {
  readonly #folder: string
  readonly #file: string

  constructor({ folders, item }: Pick<GitContext, 'folders' | 'item'>) {
    this.#folder = join(folders.runtimeDir, 'git')
    this.#file = join(this.#folder, `${safeItemName(item)}.checkout.json`)
  }

  read(): Noted | null {
    try {
      return JSON.parse(readPlainText(this.#file) ?? 'null') as Noted | null
    } catch {
      return null
    }
  }

  async write(noted: Noted): Promise<void> {
    makeFolder(this.#folder, 0o700)
    await realFiles.replace(this.#file, `${JSON.stringify(noted)}\n`, { mode: 0o600 })
  }

  remove(): void {
    removeFile(this.#file)
  }
}

/** Before an agent writes code in the checkout: changes that are not ours by now are the user's. */
export async function noteBefore(world: GitWorld): Promise<void> {
  const now = await look(world)
  if (now === null) return
  const note = new CheckoutNote(world)
  const known = reopened(note.read(), now)
  const isOurs = (path: string): boolean => path in now && !(path in (known?.dirty ?? {}))
  if (known === null || !Object.keys(known.last).some(isOurs))
    return note.write({ dirty: now, last: now })
  const others = Object.entries(now).filter(([path]) => !(path in known.last))
  await note.write({ ...known, dirty: { ...known.dirty, ...Object.fromEntries(others) } })
}

export async function noteAfter(world: GitWorld): Promise<void> {
  const note = new CheckoutNote(world)
  const known = note.read()
  const now = known === null ? null : await look(world)
  if (known !== null && now !== null) await note.write({ ...known, last: now })
}

interface HandOver {
  folders: ProjectFolders
  env: NodeJS.ProcessEnv
  to: WorkItem
}

/**
 * The checkout passes on to another item. What was changed there until now is of those who had it;
 * what changes from now on is not.
 */
export async function handOverCheckout({ folders, env, to }: HandOver): Promise<void> {
  const own = new CheckoutNote({ folders, item: to })
  const known = own.read()
  const others = listItems(folders)
    .filter((item) => !sameItem(item, to))
    .map((item) => new CheckoutNote({ folders, item }))
  const open = others.flatMap((note) => {
    const noted = note.read()
    return noted === null || noted.isClosed === true ? [] : [{ note, noted }]
  })
  if (open.length === 0 && known?.isClosed !== true) return
  try {
    const repository = await openRepository(folders.projectDir, { env })
    const now = 'problem' in repository ? null : await look({ repository })
    if (now === null) return
    for (const { note, noted } of open) await note.write({ ...noted, last: now, isClosed: true })
    const back = reopened(known, now)
    if (back !== null && back !== known) await own.write(back)
  } catch (error) {
    // Nobody's rather than somebody else's: a deploy then says that it is not known.
    for (const { note } of open) note.remove()
    if (known?.isClosed === true) own.remove()
    throw error
  }
}

/** An item that gets the checkout back: what others did there meanwhile is not its own. */
function reopened(known: Noted | null, now: Dirty): Noted | null {
  if (known?.isClosed !== true) return known
  const { dirty, last } = known
  const others = Object.entries(now).filter(([path, content]) => last[path] !== content)
  return { dirty: { ...dirty, ...Object.fromEntries(others) }, last: now }
}

const look = ({ repository: { git, top } }: Pick<GitWorld, 'repository'>): Promise<Dirty | null> =>
  dirtyNow(git, { top, without: WITHOUT_HOST_FILES })
