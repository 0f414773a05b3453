import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { openHost, type Host } from '../../src/host/main.ts'
import { foldersOf } from '../../src/host/project/folders.ts'

interface Asked {
  project: string
  count: number
}

let host: Host | null = null
let began = 0

/** Starts one host and measures the time until its rows are there. */
export const calls = {
  /** Reads all files that the rows of `count` specs are made of. */
  readFiles({ project, count }: Asked): number {
    const begin = performance.now()
    const specs = join(project, '.kiro', 'specs')
    for (const name of readdirSync(specs).slice(0, count))
      for (const file of readdirSync(join(specs, name)))
        readFileSync(join(specs, name, file), 'utf8')
    return performance.now() - begin
  },

  async firstRows({ project, count }: Asked): Promise<number> {
    const env = { PATH: process.env['PATH'], XDG_STATE_HOME: project }
    began = performance.now()
    host = await openHost({ folders: foldersOf(project, env), settings: settingsFrom({}), env })
    if (host === null) throw new Error('another host is alive')
    const board = await host.call('board', { first: count })
    if (!board.ok || board.value.rows.length !== count) throw new Error('rows are missing')
    return performance.now() - began
  },

  async allRows({ specs }: { specs: number }): Promise<number> {
    const board = await host?.call('board', {})
    if (!board?.ok || board.value.rows.length !== specs) throw new Error('rows are missing')
    return performance.now() - began
  },

  async close(): Promise<void> {
    await host?.close()
  },
}
