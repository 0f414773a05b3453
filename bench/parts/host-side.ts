import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { followRun } from '../../src/client/follow-run.ts'
import type { HostEvent } from '../../src/contracts/rpc.ts'
import type { RunResult } from '../../src/contracts/run-state.ts'
import { openHost, type Host } from '../../src/host/main.ts'
import { foldersOf, prepareRuntime, type ProjectFolders } from '../../src/host/project/folders.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { createMockCli } from '../../src/testkit/mock-cli/mock-cli.ts'
import { initRepository } from './git-looks.ts'
import { handOffs, noteSpawns } from './spawn-times.ts'
import { newSpec, specName } from './specs.ts'

const spawns = noteSpawns()
let folders: ProjectFolders
let host: Host

export interface Opening {
  dir: string
  specs: number
  command?: string
  /** Otherwise the host finds no git, so that git's time is not measured. */
  inGit?: boolean
}

function withoutGit(dir: string): string {
  const bin = join(dir, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  return bin
}

/** The side under test: a complete host, as the product opens it. */
export const calls = {
  async open({ dir, specs, command, inGit }: Opening) {
    if (inGit === true) initRepository(join(dir, 'project'))
    folders = foldersOf(join(dir, 'project'), { XDG_STATE_HOME: dir })
    prepareRuntime(folders)
    for (let index = 0; index < specs; index++) await newSpec(folders, specName(index))
    const mock = createMockCli(join(dir, 'mock')).env
    const agent = command === undefined ? mock : { SDD_CLAUDE_COMMAND: command }
    const opened = await openHost({
      folders,
      settings: settingsFrom({ exclusiveWorkingTree: false, concurrency: 5 }),
      env: {
        PATH: inGit === true ? process.env['PATH'] : withoutGit(dir),
        XDG_STATE_HOME: dir,
        ...agent,
      },
    })
    if (opened === null) throw new Error('another host is alive')
    host = opened
    return folders
  },

  /** Runs one spec from start to end. */
  async run({ index }: { index: number }) {
    spawns.length = 0
    const item = specName(index)
    const begin = performance.now()
    const begun = () => host.coordinator.start(item)
    const followed = await followRun(host, { item, begin: begun, observer: {} })
    if (!followed.ok) throw new Error(JSON.stringify(followed.error))
    const result = await followed.value.result
    const ms = performance.now() - begin
    if (!isWhole(result)) throw new Error(`${item.name}: ${JSON.stringify(result)}`)
    return { ms, handOffs: handOffs(spawns) }
  },

  /** Runs many specs at once; the host lets five of them work at a time. */
  async fleet({ from, to }: { from: number; to: number }) {
    let left = to - from
    let failures = 0
    let leave: () => void = () => undefined
    const allSettled = new Promise<void>((resolve) => {
      leave = host.subscribe((event: HostEvent) => {
        if (event.type !== 'settled') return
        if (!isWhole(event.result)) failures++
        if (--left === 0) resolve()
      })
    })
    const begin = performance.now()
    for (let index = from; index < to; index++) {
      const begun = await host.coordinator.start(specName(index))
      if (!begun.ok) throw new Error(JSON.stringify(begun.error))
    }
    await allSettled
    const ms = performance.now() - begin
    leave()
    spawns.length = 0
    return { ms, failures }
  },

  async close() {
    await host.coordinator.drain()
    await host.agents.drain()
    await host.close()
  },
}

const isWhole = ({ status, agents }: RunResult): boolean => status === 'completed' && agents === 7
