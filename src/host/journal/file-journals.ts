import type { FeatureName } from '../../contracts/ids.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import type { Journal } from '../ports/journal.ts'
import { JournalFile } from './journal-file.ts'
import { type Glance, glanceAt } from './journal-glance.ts'
import type { JournalPage } from './journal-page.ts'
import { JournalWriter } from './journal-writer.ts'
import { RunFold } from './run-fold.ts'

export interface OpenedJournal {
  journal: Journal
  fold: RunFold
}

interface Kept {
  file: JournalFile
  fold: RunFold
  /** Somebody wants to know where it stands also when nobody works on it. */
  isFollowed: boolean
}

/** The event logs of a project: each is read once in this process, whoever asks. */
export class FileJournals {
  readonly #files: DurableFiles
  readonly #dirOf: (feature: FeatureName) => string
  readonly #kept = new Map<FeatureName, Kept>()

  constructor(files: DurableFiles, dirOf: (feature: FeatureName) => string) {
    this.#files = files
    this.#dirOf = dirOf
  }

  /** For the spec's owner, until it closes the journal. */
  async open(feature: FeatureName): Promise<OpenedJournal> {
    const kept = this.#keep(feature)
    const { file, fold } = kept
    const closed = (): void => {
      if (!kept.isFollowed && this.#kept.get(feature) === kept) this.#kept.delete(feature)
    }
    const journal = new JournalWriter(this.#files, file, closed)
    fold.raise(journal.version)
    return { journal, fold }
  }

  /** As it is now; the next time only what was added is read. */
  fold(feature: FeatureName): RunFold {
    const kept = this.#keep(feature)
    kept.isFollowed = true
    kept.file.look()
    return kept.fold
  }

  /** For lists of many: nothing is kept of what nobody follows. */
  glance(feature: FeatureName): Glance {
    const kept = this.#kept.get(feature)
    kept?.file.look()
    return kept?.fold ?? glanceAt(this.#dirOf(feature), feature)
  }

  page(feature: FeatureName, which: { before: number | null; limit: number }): JournalPage {
    const file = this.#kept.get(feature)?.file ?? new JournalFile(this.#dirOf(feature))
    return file.page(which)
  }

  /** There is nothing of that name any more. */
  forget(feature: FeatureName): void {
    const kept = this.#kept.get(feature)
    if (kept) kept.isFollowed = false
    if (kept && !kept.file.hasWriter) this.#kept.delete(feature)
  }

  #keep(feature: FeatureName): Kept {
    const kept = this.#kept.get(feature) ?? this.#make(feature)
    this.#kept.set(feature, kept)
    return kept
  }

  #make(feature: FeatureName): Kept {
    const fold = new RunFold(feature)
    return { file: new JournalFile(this.#dirOf(feature), fold), fold, isFollowed: false }
  }
}
