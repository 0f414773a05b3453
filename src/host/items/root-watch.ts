import { lstatSync, watch, type FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'
import { OTHER_ROOTS } from '../../core/formats/layouts.ts'

/** The roots and all folders above them: `openspec`, `openspec/changes`, … */
const ROOT_PATHS: readonly string[] = [...new Set(OTHER_ROOTS.flatMap(withParents))]

function withParents(path: string): string[] {
  const above = dirname(path)
  return above === '.' ? [path] : [...withParents(above), path]
}

/**
 * Reports when a folder of another format appears, disappears or is replaced. Watches the folders
 * above, because a missing folder cannot be watched.
 */
export class RootWatch {
  readonly #projectDir: string
  readonly #changed: () => void
  #watchers: FSWatcher[] = []
  #known = ''

  constructor(projectDir: string, changed: () => void) {
    this.#projectDir = projectDir
    this.#changed = changed
  }

  /** Call before looking at the roots: later changes are reported. */
  note(): void {
    this.close()
    this.#known = this.#identities()
  }

  listen(): void {
    for (const folder of new Set(['.', ...ROOT_PATHS.map((path) => dirname(path))])) {
      const dir = join(this.#projectDir, folder)
      if (identityOf(dir) !== null) this.#watch(dir)
    }
    this.#look()
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close()
    this.#watchers = []
  }

  #watch(dir: string): void {
    try {
      const watcher = watch(dir, () => this.#look())
      this.#watchers.push(watcher.on('error', () => watcher.close()))
    } catch {
      // Gone or unreadable: its re-creation is reported by the parent folder.
    }
  }

  #look(): void {
    const now = this.#identities()
    if (now === this.#known) return
    this.#known = now
    this.#changed()
  }

  #identities(): string {
    return ROOT_PATHS.map((path) => identityOf(join(this.#projectDir, path)) ?? '-').join(' ')
  }
}

/** Null unless it is a folder and not a link. */
function identityOf(dir: string): string | null {
  try {
    const stat = lstatSync(dir)
    return stat.isDirectory() ? `${stat.dev}:${stat.ino}:${stat.birthtimeMs}` : null
  } catch {
    return null
  }
}
