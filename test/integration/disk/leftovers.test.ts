import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { CliWorld } from '../../../src/testkit/worlds/cli-world.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

async function deadPid(): Promise<number> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid ?? 0
}

function made(path: string, at: Date): string {
  writeFileSync(path, 'half')
  utimesSync(path, at, at)
  return path
}

describe('after a kill -9', () => {
  it('H4 the next host removes what a dead process has left beside the files it replaces', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const dead = await deadPid()
    const before = new Date(performance.timeOrigin - 10_000)
    const { lockDir } = world.folders
    const leftovers = [
      made(join(world.specDir(a), `spec.json.${dead}.tmp`), before),
      made(join(world.specDir(a), `design.md.${process.pid}.tmp`), before),
      made(join(lockDir, `host.json.${dead}.tmp`), before),
    ]
    const kept = [
      made(join(world.specDir(a), `tasks.md.${dead}.tmp`), new Date()),
      made(join(world.specDir(a), `tasks.md.1.tmp`), before),
      made(join(world.specDir(a), 'mine.tmp'), before),
    ]
    await until(() => leftovers.every((path) => !existsSync(path)))
    expect(kept.filter((path) => !existsSync(path))).toEqual([])
  })
})

it('H4 a new item whose process was killed before it took its place leaves nothing behind', async () => {
  await using world = await openWorld()
  const apart = join(world.folders.runtimeDir, 'new')
  const folder = (name: string, at: Date): string => {
    mkdirSync(join(apart, name), { recursive: true })
    writeFileSync(join(apart, name, 'spec.json'), '{')
    utimesSync(join(apart, name), at, at)
    return join(apart, name)
  }
  const left = folder('spec-login-1', new Date(performance.timeOrigin - 10_000))
  const underWay = folder('bug-crash-2', new Date())
  await until(() => !existsSync(left))
  expect(existsSync(underWay)).toBe(true)
})

describe('too few file descriptors', () => {
  it('H4 a host says so with the number and the remedy, and starts nothing', async () => {
    await using world = new CliWorld()
    await world.spec('a')
    const script = 'ulimit -n 64; exec "$@"'
    const args = ['-c', script, 'sh', process.execPath, PROGRAM, 'run', 'a']
    const options = { cwd: world.project, env: world.env, encoding: 'utf8' as const }
    const { status, stderr } = spawnSync('/bin/sh', args, options)
    expect(status).toBe(1)
    expect(stderr).toContain('only 64 files may be open at once')
    expect(stderr).toContain('ulimit -n 1024')
    expect(world.mock.calls()).toEqual([])
  })
})
