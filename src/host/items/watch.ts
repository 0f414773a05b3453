import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isItemName, itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { HOST_FOLDERS } from '../../core/formats/layouts.ts'
import { isBehindLink, makeFolder } from '../files/own-files.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { ITEM_PLACES, type ItemPlace } from '../project/item-folders.ts'
import { Turns } from '../runs/turns.ts'
import { ItemMap } from './item-map.ts'
import type { PlainSubscription } from './plain-watch.ts'
import { RootWatch } from './root-watch.ts'
import { subscribe } from './subscribe.ts'

export interface Change {
  item: WorkItem
  /** The names of the changed files in its folder; empty when they are not known. */
  files: string[]
}

export interface Watcher {
  /** Also watches an item's documents elsewhere; null once they are back in its own folder. */
  follow(item: WorkItem, dir: string | null): Promise<void>
  close(): Promise<void>
}

export interface WatchListener {
  changed(change: Change): void
  /** The folder of all specs or bugs was replaced: anything may have changed. */
  replaced(): void
}

/**
 * Reports which specs and bugs changed on disk; no run waits for it or depends on it. Watches the
 * parent folder, because a folder that is deleted and recreated is no longer watched.
 */
export async function watchProject(
  folders: ProjectFolders,
  listener: WatchListener,
): Promise<Watcher> {
  // A missing folder cannot be watched.
  makeFolder(folders.kiroDir)
  const watch = new Watch(folders, listener)
  await watch.begin()
  return watch
}

class Watch implements Watcher {
  readonly #folders: ProjectFolders
  readonly #listener: WatchListener
  #subscriptions: PlainSubscription[] = []
  #beginning: Promise<void> = Promise.resolve()
  readonly #turns = new Turns()
  #isClosed = false
  readonly #roots: RootWatch
  readonly #elsewhere = new ItemMap<{ dir: string; subscription: PlainSubscription }>()

  constructor(folders: ProjectFolders, listener: WatchListener) {
    this.#folders = folders
    this.#listener = listener
    this.#roots = new RootWatch(folders.projectDir, () => void this.#restart())
  }

  begin(): Promise<void> {
    this.#beginning = this.#beginning.then(() => this.#begin())
    return this.#beginning
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#roots.close()
    await this.#beginning.catch(() => undefined)
    await this.#unsubscribe()
    for (const { subscription } of this.#elsewhere.values()) await subscription.unsubscribe()
  }

  follow(item: WorkItem, dir: string | null): Promise<void> {
    return this.#turns.take(itemKey(item), () => this.#follow(item, dir))
  }

  async #follow(item: WorkItem, dir: string | null): Promise<void> {
    const known = this.#elsewhere.get(item)
    if (this.#isClosed || known?.dir === (dir ?? undefined)) return
    this.#elsewhere.delete(item)
    await known?.subscription.unsubscribe()
    if (dir === null || !existsSync(dir)) return
    const heard = (paths: string[]): void => {
      const names = paths.map((path) => path.slice(dir.length + 1).split(sep)[0] ?? '')
      const files = [...new Set(names)].filter((name) => name !== '' && !isOwn(name))
      if (files.length > 0) this.#listener.changed({ item, files })
    }
    const subscription = await subscribe(dir, heard)
    if (this.#isClosed) return subscription.unsubscribe()
    this.#elsewhere.set(item, { dir, subscription })
  }

  async #begin(): Promise<void> {
    await this.#unsubscribe()
    if (this.#isClosed) return
    this.#roots.note()
    const { projectDir, kiroDir, archiveDir, runtimeDir } = this.#folders
    const ignored = [runtimeDir, archiveDir, join(kiroDir, 'worktrees')]
    for (const folder of HOST_FOLDERS) {
      const dir = join(projectDir, folder)
      if (!existsSync(dir) || isBehindLink(dir)) continue
      this.#subscriptions.push(await subscribe(dir, (paths) => this.#heard(paths), ignored))
    }
    if (!this.#isClosed) this.#roots.listen()
  }

  async #unsubscribe(): Promise<void> {
    const subscriptions = this.#subscriptions
    this.#subscriptions = []
    for (const subscription of subscriptions) await subscription.unsubscribe()
  }

  #heard(paths: string[]): void {
    const changes = new Changes()
    const { projectDir } = this.#folders
    for (const path of paths)
      changes.add(
        path
          .slice(projectDir.length + 1)
          .split(sep)
          .join('/'),
      )
    if (changes.isReplaced) void this.#restart()
    for (const change of changes.all()) this.#listener.changed(change)
  }

  /** Reports all as changed: files created right after their folder are not reported alone. */
  async #restart(): Promise<void> {
    await this.begin().catch(() => undefined)
    if (!this.#isClosed) this.#listener.replaced()
  }
}

/** Groups one batch of events by spec and bug. */
class Changes {
  isReplaced = false
  readonly #found = new ItemMap<Change>()

  add(path: string): void {
    for (const place of ITEM_PLACES) {
      const { root, depth } = place
      if (path === root) this.isReplaced = true
      if (!path.startsWith(`${root}/`)) continue
      const parts = path.slice(root.length + 1).split('/')
      // Each may be an item or a group of items; folders that are neither are sorted out later.
      for (let above = 1; above <= Math.min(depth, parts.length); above++)
        this.#changed(place, parts.slice(0, above).join('/'), parts[above])
    }
  }

  #changed({ kind, nameOf }: ItemPlace, path: string, file: string | undefined): void {
    const name = nameOf(path)
    if (!isItemName(name) || isOwn(file) || (file === undefined && FILE_PATH.test(name))) return
    const item = { kind, name }
    const change = this.#found.get(item) ?? { item, files: [] }
    if (file !== undefined && !change.files.includes(file)) change.files.push(file)
    this.#found.set(item, change)
  }

  all(): Change[] {
    return this.#found.values()
  }
}

/** A file, not a folder: it is reported with the folder that contains it. */
const FILE_PATH = /\/[^/]*\.(?:md|jsonl?|tmp)$/

/** What the host itself writes is reported in other ways. */
const isOwn = (file: string | undefined): boolean =>
  file !== undefined && (file === JOURNAL_FILE || file.endsWith('.tmp'))
