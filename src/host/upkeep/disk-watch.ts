import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WorkItem } from '../../contracts/work-item.ts'
import { watchProject, type Change, type Watcher } from '../items/watch.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { itemDirOf, listItems, type ProjectFolders } from '../project/folders.ts'
import { itemsWithWorktrees, liveDirOf } from '../workspaces/live-folder.ts'
import { warn } from './warn.ts'

interface DiskWatchParts {
  folders: ProjectFolders
  journals: FileJournals
  changed: (change: Change) => void
  allChanged: () => void
}

/** Reports what users and agents change in the folders of a project's items. */
export class DiskWatch {
  readonly #parts: DiskWatchParts
  #watching: Promise<Watcher> | null = null

  constructor(parts: DiskWatchParts) {
    this.#parts = parts
  }

  async begin(): Promise<void> {
    const { folders, changed } = this.#parts
    this.#watching ??= watchProject(folders, {
      changed,
      replaced: () => void this.#replaced().catch(warn),
    })
    try {
      await this.#watching
      for (const item of itemsWithWorktrees(folders)) await this.followDocuments(item)
    } catch (error) {
      this.#watching = null
      throw error
    }
  }

  /** After the project folder was gone: a watcher does not notice that it is back. */
  async restart(): Promise<void> {
    const before = this.#watching
    this.#watching = null
    await (await before)?.close()
    await this.begin()
    await this.#replaced()
  }

  /** Watches the documents in the item's worktree, as long as it has one. */
  async followDocuments(item: WorkItem): Promise<void> {
    const watcher = await this.#watching
    if (watcher === null) return
    const { folders, journals } = this.#parts
    const { workspace } = journals.glance(item).state
    const live = liveDirOf(folders, item, workspace)
    await watcher.follow(item, live === itemDirOf(folders, item) ? null : live)
  }

  async close(): Promise<void> {
    await (await this.#watching)?.close()
  }

  async #replaced(): Promise<void> {
    const { folders, changed, allChanged } = this.#parts
    allChanged()
    for (const item of listItems(folders)) {
      changed({ item, files: [] })
      await nextTurn()
    }
  }
}
