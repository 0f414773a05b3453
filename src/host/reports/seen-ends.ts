import { dirname, join } from 'node:path'
import { z } from 'zod'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { readOwnText, replaceFile } from '../files/own-files.ts'
import { preparePersonalFolder } from '../files/personal-folder.ts'
import type { ProjectFolders } from '../project/folders.ts'

const rememberedSchema = z.object({
  /** Runs that ended before the user's first visit are not new. */
  since: z.string(),
  seen: z.record(z.string(), z.string()),
})
type Remembered = z.infer<typeof rememberedSchema>

/** Which ends of runs the user has seen, on any device; kept with the user's other state. */
export class SeenEnds {
  readonly #file: string
  readonly #known: Remembered

  constructor({ lockDir }: Pick<ProjectFolders, 'lockDir'>, now: () => Date) {
    this.#file = join(lockDir, 'seen.json')
    const known = readRemembered(this.#file)
    this.#known = known ?? { since: now().toISOString(), seen: {} }
    if (known === null) this.#save()
  }

  isSeen(item: WorkItem, endedAt: string): boolean {
    const { since, seen } = this.#known
    return endedAt <= since || endedAt <= (seen[itemKey(item)] ?? '')
  }

  /** A later end of the same item counts as new again. */
  see(item: WorkItem, endedAt: string): void {
    if (this.isSeen(item, endedAt)) return
    this.#known.seen[itemKey(item)] = endedAt
    this.#save()
  }

  /** Ignores failures: at worst something is shown again. */
  #save(): void {
    try {
      preparePersonalFolder(dirname(this.#file))
      replaceFile(this.#file, JSON.stringify(this.#known))
    } catch {
      // What was seen is then shown once more.
    }
  }
}

function readRemembered(file: string): Remembered | null {
  try {
    return rememberedSchema.parse(JSON.parse(readOwnText(file)))
  } catch {
    return null
  }
}
