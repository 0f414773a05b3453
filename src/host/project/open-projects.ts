import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { realFiles } from '../files/durable-files.ts'
import { describe, errnoOf } from '../files/errno.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { Turns } from '../runs/turns.ts'
import { projectIdOf } from './project-id.ts'
import { recentFile } from './recent.ts'

const MAX_PROJECTS = 50
const openSchema = z.object({ folders: z.array(z.string()) })

/**
 * The projects that a host has open besides the one it was started for. One file for each such
 * project: two hosts of one user never write the same file, as a project has one host.
 */
export class OpenProjects {
  readonly #file: string
  readonly #own: string | null
  readonly #turns = new Turns()

  constructor(env: NodeJS.ProcessEnv, own: string | null) {
    const state = dirname(recentFile(env))
    const name = own === null ? 'without-project' : projectIdOf(own)
    this.#file = join(state, 'open-projects', `${name}.json`)
    this.#own = own
  }

  /** An unreadable file counts as empty: it is only a convenience. */
  read(): string[] {
    try {
      const parsed = openSchema.safeParse(JSON.parse(readFileSync(this.#file, 'utf8')))
      return parsed.success ? parsed.data.folders.slice(0, MAX_PROJECTS) : []
    } catch (error) {
      if (error instanceof SyntaxError || errnoOf(error) !== null) return []
      throw error
    }
  }

  add(dir: string): Promise<void> {
    if (dir === this.#own) return Promise.resolve()
    return this.#change((folders) => (folders.includes(dir) ? folders : [...folders, dir]))
  }

  remove(dir: string): Promise<void> {
    return this.#change((folders) => folders.filter((other) => other !== dir))
  }

  #change(next: (folders: string[]) => string[]): Promise<void> {
    return this.#turns.take(this.#file, async () => {
      const before = this.read()
      const folders = next(before)
      if (folders.length === before.length) return
      try {
        preparePersonalFolder(dirname(dirname(this.#file)))
        preparePersonalFolder(dirname(this.#file))
        const text = `${JSON.stringify({ folders }, null, 2)}\n`
        await realFiles.replace(this.#file, text, { mode: PERSONAL_MODE })
      } catch (error) {
        // Opening or closing must not fail for this: only the next start remembers less.
        process.emitWarning(`${this.#file} cannot be written: ${describe(error)}`)
      }
    })
  }
}
