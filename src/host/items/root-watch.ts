import { lstatSync, watch, type FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'
import { OTHER_ROOTS } from '../../core/formats/layouts.ts'

/** The roots, and every folder on the way to one: `openspec`, `openspec/changes`, … */
const WAYS: readonly string[] = [...new Set(OTHER_ROOTS.flatMap(withAbove))]

function withAbove(path: string): string[] {
  const above = dirname(path)
  return above === '.' ? [path] : [...withAbove(above), path]
}

/**
 * Says when a folder of another format appears, is gone or is another one. What is watched are the
 * folders above: of a folder that is not there yet nothing can be heard.
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

  /** Before the roots are looked at: what changes after this is said. */
  note(): void {
    this.close()
    this.#known = this.#identities()
  }

  listen(): void {
    for (const folder of new Set(['.', ...WAYS.map((way) => dirname(way))])) {
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
      // It is gone, or may not be read: that it is made again is heard from the folder above.
    }
  }

  #look(): void {
    const now = this.#identities()
    if (now === this.#known) return
    this.#known = now
    this.#changed()
  }

  #identities(): string {
    return WAYS.map((way) => identityOf(join(this.#projectDir, way)) ?? '-').join(' ')
  }
}

/** Null for what is no folder, such as a link. */
function identityOf(dir: string): string | null {
  try {
    const stat = lstatSync(dir)
    return stat.isDirectory() ? `${stat.dev}:${stat.ino}:${stat.birthtimeMs}` : null
  } catch {
    return null
  }
}
