import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { readManyStatuses } from '../../src/host/items/spec-status.ts'
import { foldersOf } from '../../src/host/project/folders.ts'

export type Files = Readonly<Record<string, string>>

/** A fixture on disk, next to the user's own folders. */
export class FixtureWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-formats-'))
  readonly project = join(this.root, 'project')
  readonly env = { XDG_STATE_HOME: join(this.root, 'state') }
  readonly folders = foldersOf(this.project, this.env)

  constructor(files: Files) {
    mkdirSync(this.project)
    for (const [path, text] of Object.entries(files)) this.write(path, text)
  }

  write(path: string, text: string | Uint8Array): void {
    const file = join(this.project, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  /** Removed first: file systems flush a file at once when it is truncated and rewritten. */
  put(path: string, text: string | Uint8Array | null): void {
    rmSync(join(this.project, path), { force: true })
    if (text !== null) this.write(path, text)
  }

  /** Phase and boxes of every spec, by its name. */
  shown(): Record<string, [string, [number, number] | null]> {
    return Object.fromEntries(
      this.statuses().map(({ item, phase, tasks }) => [
        item.name,
        [phase, tasks === null ? null : [tasks.done, tasks.total]],
      ]),
    )
  }

  statuses() {
    return readManyStatuses(this.folders).statuses
  }

  /** Every file of the project with its bytes, except the host's own. */
  bytes(): Record<string, string> {
    return bytesBelow(this.project)
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

export function bytesBelow(project: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue
    const path = relative(project, join(entry.parentPath, entry.name))
    if (path.startsWith('.kiro/runtime/') || path.startsWith('.git/')) continue
    found[path] = readFileSync(join(project, path), 'latin1')
  }
  return found
}
