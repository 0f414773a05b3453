import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { realFiles } from '../../files/durable-files.ts'
import { safeItemName } from '../../items/safe-name.ts'
import { makeFolder, removeFile } from '../../files/own-files.ts'
import { dirtyNow, type Dirty } from '../../git/commit-checkout.ts'
import { WITHOUT_HOST_FILES, type GitContext, type GitWorld } from '../git-context.ts'

interface Noted {
  /** The user's changes: those from before the item's first step that writes code. */
  dirty: Dirty
  /** The changes at the end of the last such step. */
  last: Dirty
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
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Noted
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
  const known = note.read()
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

const look = ({ repository: { git, top } }: GitWorld): Promise<Dirty | null> =>
  dirtyNow(git, { top, without: WITHOUT_HOST_FILES })
