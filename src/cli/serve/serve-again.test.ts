import { specNamed } from '../../contracts/work-item.ts'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { LiveConnection } from '../../client/live-connection.ts'
import type { Hello, HostReply, ProjectInfo } from '../../contracts/rpc.ts'
import { foldersOf } from '../../host/project/folders.ts'
import { readHostAddress } from '../../host/project/host-lock.ts'
import { until } from '../../testkit/worlds/agent-world.ts'
import { CliWorld, type CliProcess } from '../../testkit/worlds/cli-world.ts'

const READY = 'Press Ctrl+C to stop'

async function serve(world: CliWorld): Promise<CliProcess> {
  const serving = world.start(['serve', '--no-open', world.project])
  await serving.prints(READY)
  return serving
}

/** Runs `act` with the connection that a page on this computer has. */
async function through<T>(
  world: CliWorld,
  act: (connection: LiveConnection) => Promise<T>,
): Promise<T> {
  const address = readHostAddress(foldersOf(world.project, world.env))
  if (address === null) throw new Error('no one serves the project')
  const connection = new LiveConnection({
    url: `http://127.0.0.1:${address.port}`,
    WebSocket,
    headers: { authorization: `Bearer ${address.token}` },
  })
  try {
    await until(() => connection.status === 'online')
    return await act(connection)
  } finally {
    connection.close()
  }
}

function value<T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

function folder(world: CliWorld, name: string): string {
  const dir = join(world.root, name)
  mkdirSync(dir, { recursive: true })
  return dir
}

const opened = (world: CliWorld, dir: string): Promise<ProjectInfo> =>
  through(world, async (connection) =>
    value((await connection.callHost('openProject', { dir })) as HostReply<'openProject'>),
  )

const hello = (world: CliWorld): Promise<Hello> =>
  through(world, async (connection) => value(await connection.callHost('hello', {})))

const dirsOf = ({ projects }: Hello): string[] => projects.map(({ dir }) => dir)

describe('a host that is started again', () => {
  it('U4 has all projects again that were open when it was killed, and their runs', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    const first = await serve(world)
    const other = await opened(world, folder(world, 'other'))
    const third = await opened(world, folder(world, 'third'))
    await through(world, async (connection) => {
      const spec = { item: specNamed('login'), description: 'x', language: null }
      value(await connection.call(other.id, 'create', spec))
      const run = {
        item: specNamed('login'),
        go: [],
        nogo: ['design' as const],
        agent: null,
      }
      value(await connection.call(other.id, 'start', run))
    })
    await until(() => world.mock.calls().length === 1)
    first.signal('SIGKILL')
    await first.ended
    const second = await serve(world)
    expect(second.stdout).toContain(`Recovered in ${other.dir}: login`)
    const again = await hello(world)
    expect(dirsOf(again).toSorted()).toEqual([other.dir, third.dir, world.project].toSorted())
    expect(again.projects.find(({ id }) => id === again.current)?.dir).toBe(world.project)
    world.mock.release('gate')
    const journal = join(other.dir, '.kiro', 'specs', 'login', 'event-log.jsonl')
    await until(() => readFileSync(journal, 'utf8').includes('"run.completed"'))
    expect(world.mock.calls()).toHaveLength(1)
  })

  it('U4 leaves out what the user closed, and says what is gone or in use elsewhere', async () => {
    await using world = new CliWorld()
    const first = await serve(world)
    const [closed, gone, busy, kept] = ['closed', 'gone', 'busy', 'kept'].map((name) =>
      folder(world, name),
    ) as [string, string, string, string]
    const { id: project } = await opened(world, closed)
    for (const dir of [gone, busy, kept]) await opened(world, dir)
    await through(world, async (connection) =>
      value(await connection.callHost('closeProject', { project })),
    )
    first.signal('SIGTERM')
    expect((await first.ended).stderr).toBe('')
    rmSync(gone, { recursive: true })
    const elsewhere = world.start(['serve', '--no-open', busy])
    await elsewhere.prints(READY)
    const second = await serve(world)
    expect(second.stdout).toContain(`Not reopened: ${gone} is no longer there`)
    expect(second.stdout).toContain(`Not reopened: another process is serving ${busy}`)
    expect(dirsOf(await hello(world)).toSorted()).toEqual([kept, world.project].toSorted())
    elsewhere.signal('SIGTERM')
    await elsewhere.ended
    second.signal('SIGTERM')
    await second.ended
    const third = await serve(world)
    expect(third.stdout).not.toContain('Not reopened')
    expect(dirsOf(await hello(world)).toSorted()).toEqual([busy, kept, world.project].toSorted())
  })

  it('U4 keeps the projects of two hosts apart', async () => {
    await using world = new CliWorld()
    const one = await serve(world)
    const beside = folder(world, 'beside')
    await opened(world, beside)
    const other = folder(world, 'other')
    const two = world.start(['serve', '--no-open', other])
    await two.prints(READY)
    for (const serving of [one, two]) {
      serving.signal('SIGTERM')
      await serving.ended
    }
    const again = world.start(['serve', '--no-open', other])
    await again.prints(READY)
    expect(readHostAddress(foldersOf(beside, world.env))).toBeNull()
    await serve(world)
    expect(dirsOf(await hello(world)).toSorted()).toEqual([beside, world.project].toSorted())
  })
})
