import { existsSync } from 'node:fs'
import { itemKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'
import { itemExists, type ProjectFolders } from '../project/folders.ts'
import type { HostGround } from '../project/host-ground.ts'
import { warn } from './warn.ts'

const EVERY_MS = 500

interface GroundParts {
  folders: ProjectFolders
  ground: HostGround
  /** The items that have a run. */
  driven: () => Iterable<WorkItem>
  lost: (error: unknown) => void
  vanished: (item: WorkItem) => void
  /** Called when the project folder disappears or comes back. */
  presenceChanged: (isGone: boolean) => void
}

/** Polls for what no watcher reports: folders that were removed, renamed or replaced. */
export class GroundChecks {
  readonly #parts: GroundParts
  readonly #timer: NodeJS.Timeout
  readonly #vanished = new Set<ItemKey>()
  #isGone = false

  constructor(parts: GroundParts) {
    this.#parts = parts
    this.#timer = setInterval(() => {
      this.#checkGround()
      this.#lookForItems()
      this.#lookForProject()
    }, EVERY_MS).unref()
  }

  get isGone(): boolean {
    return this.#isGone
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Runs end at once when the ground is lost; later ones can start on a renewed one. */
  #checkGround(): void {
    const { ground, lost } = this.#parts
    try {
      ground.check()
    } catch (error) {
      lost(error)
      try {
        ground.renew()
      } catch (failure) {
        warn(failure)
      }
    }
  }

  /** The row of a run must not claim that a renamed folder is still there. */
  #lookForItems(): void {
    const { folders, driven, vanished } = this.#parts
    for (const item of driven()) {
      if (itemExists(folders, item)) this.#vanished.delete(itemKey(item))
      else if (!this.#vanished.has(itemKey(item))) {
        this.#vanished.add(itemKey(item))
        vanished(item)
      }
    }
  }

  #lookForProject(): void {
    const isGone = !existsSync(this.#parts.folders.projectDir)
    if (isGone === this.#isGone) return
    this.#isGone = isGone
    this.#parts.presenceChanged(isGone)
  }
}
