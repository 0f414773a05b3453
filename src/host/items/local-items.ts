import type { RunId } from '../../contracts/ids.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Facts } from '../../core/decide/facts.ts'
import type { Drivers, Env } from '../agents/drivers/driver.ts'
import type { Settings } from '../config/settings.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { lookingOnce } from '../files/own-files.ts'
import { readFacts } from '../files/read-facts.ts'
import { applyToSpecJson, makeRecord } from '../files/spec-json-file.ts'
import { refuseSpecLinks } from '../files/spec-links.ts'
import { hasRecord, itemDirOf, itemExists, type ProjectFolders } from '../project/folders.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import type { FactsAsked, Items } from '../ports/items.ts'
import type { HostGround } from '../project/host-ground.ts'
import { liveDirOf, workDirsOf } from '../workspaces/live-folder.ts'
import type { AtWork } from './at-work.ts'
import { readQuestions } from './read-questions.ts'
import { readRunMarker, removeRunMarker, writeRunMarker } from './run-marker.ts'

export interface LocalItemsParts {
  folders: ProjectFolders
  atWork: AtWork
  ground: HostGround
  journals: FileJournals
  settings: Settings
  files: DurableFiles
  drivers: Drivers
  env: Env
}

/** A work item in this checkout, except its journal: its record, its documents, its marker. */
export class LocalItems implements Items {
  readonly #parts: LocalItemsParts

  constructor(parts: LocalItemsParts) {
    this.#parts = parts
  }

  exists(item: WorkItem): boolean {
    return itemExists(this.#parts.folders, item)
  }

  /** An item may have only documents; its record is written when someone acts on it. */
  hasRecord(item: WorkItem): boolean {
    return hasRecord(this.#parts.folders, item)
  }

  /** Throws now instead of at a later write. */
  refuseLinks(item: WorkItem): void {
    refuseSpecLinks(itemDirOf(this.#parts.folders, item), item.kind)
  }

  /** Reads the disk as it is now, for a launch that may follow. */
  facts(item: WorkItem, { wanted, state, chosen }: FactsAsked): Facts {
    const { folders, settings, drivers, env } = this.#parts
    settings.refresh()
    return lookingOnce(() => ({
      ...readFacts({
        specDir: itemDirOf(folders, item),
        liveDir: liveDirOf(folders, item, state.workspace),
        item,
        wanted,
        settings,
        look: {
          projectDir: folders.projectDir,
          workDirs: workDirsOf(folders, state.workspace),
          drivers,
          env,
          chosen,
        },
        guarded: state.guarded ?? this.#parts.atWork.guarded(item),
        isOwnRun: wanted.agents && this.markOf(item)?.runId === state.runId,
      }),
      ...(wanted.questions ? { questions: readQuestions(folders, item, state) } : {}),
    }))
  }

  /** Like `facts`, but without what only a launch needs. */
  glance(item: WorkItem): Facts {
    const { folders, journals, settings } = this.#parts
    return readFacts({
      specDir: itemDirOf(folders, item),
      liveDir: liveDirOf(folders, item, journals.glance(item).state.workspace),
      item,
      wanted: { reply: null, inspection: null, agents: false },
      settings,
      look: null,
    })
  }

  /** Updates the record from the entries, once these are on disk. */
  write(
    item: WorkItem,
    entries: JournalEntry[],
    after: Promise<void> = Promise.resolve(),
  ): Promise<void> {
    const { files, folders, atWork } = this.#parts
    return atWork.writing(item, entries, () =>
      lookingOnce(() => applyToSpecJson(files, itemDirOf(folders, item), { item, entries, after })),
    )
  }

  /** Creates the record of an item that so far has only documents. */
  makeRecord(item: WorkItem, at: string): void {
    const { folders, atWork } = this.#parts
    makeRecord(itemDirOf(folders, item), item, at)
    atWork.made(item)
  }

  /** Agents may be changing the record and the event log of any item. */
  get isAtWork(): boolean {
    return this.#parts.atWork.isBegun
  }

  /** Makes the item's record again if an agent has removed it. */
  restoreMissing(item: WorkItem): void {
    this.#parts.atWork.restoreMissing(item)
  }

  /** Marks the run as started here; a journal from elsewhere has no mark and never runs alone. */
  mark(item: WorkItem, mark: { runId: RunId; seq: number }): void {
    try {
      writeRunMarker(this.#parts.folders, item, mark)
    } catch (error) {
      // Says so if the folder is gone, and not only this file.
      this.standFirm()
      throw error
    }
  }

  markOf(item: WorkItem): { runId: string; seq: number } | null {
    return readRunMarker(this.#parts.folders, item)
  }

  unmark(item: WorkItem): void {
    removeRunMarker(this.#parts.folders, item)
  }

  /** The item was archived or deleted: nothing that is known of it applies to another one. */
  putAway(item: WorkItem): void {
    this.unmark(item)
    this.#parts.atWork.putAway(item)
  }

  /** Throws when another host may be running here. */
  standFirm(): void {
    this.#parts.ground.check()
  }
}
