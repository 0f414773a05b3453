import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { prepareRuntime, type ProjectFolders } from './folders.ts'

/** The host's own files are gone, for example after `git clean -fdx` or another checkout. */
export class GroundLost extends Error {
  readonly path: string

  constructor(path: string, consequence: string) {
    super(`${path} was removed or replaced while it was in use: ${consequence}`)
    this.path = path
  }
}

/**
 * The lock and the runtime folder of a host, as they were when it opened. Without the lock another
 * host may be running; without the folder no host could adopt an agent that is launched now.
 */
export class HostGround {
  readonly #folders: ProjectFolders
  readonly #isLockHeld: () => boolean
  #runtime: string | null

  constructor(folders: ProjectFolders, isLockHeld: () => boolean) {
    this.#folders = folders
    this.#isLockHeld = isLockHeld
    this.#runtime = identityOf(folders.runtimeDir)
  }

  /** Throws `GroundLost`. Call before every launch, and regularly in between. */
  check(): void {
    // `lockDir` is read only now: computing it takes longer than both checks.
    if (!this.#isLockHeld())
      throw new GroundLost(
        this.#folders.lockDir,
        'another process may work on the project; start this one again',
      )
    const lost = this.#lostFolder()
    if (lost !== null)
      throw new GroundLost(lost, 'agents were stopped; their documents are kept, so resume')
  }

  #lostFolder(): string | null {
    const { runtimeDir } = this.#folders
    if (identityOf(runtimeDir) !== this.#runtime) return runtimeDir
    // A folder that is being removed loses what is in it first.
    const runs = join(runtimeDir, 'runs')
    return existsSync(runs) ? null : runs
  }

  /** Accepts a new runtime folder for later launches; a project that is gone is not recreated. */
  renew(): void {
    if (!existsSync(this.#folders.projectDir)) return
    prepareRuntime(this.#folders)
    this.#runtime = identityOf(this.#folders.runtimeDir)
  }
}

function identityOf(path: string): string | null {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev} ${stat.ino} ${stat.birthtimeNs}`
}
