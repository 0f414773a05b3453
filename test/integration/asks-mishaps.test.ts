import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostEvent } from '../../src/contracts/rpc.ts'
import type { AskAbout, Turn, TurnStatus } from '../../src/contracts/views/asks.ts'
import type { Config } from '../../src/core/settings/config-schema.ts'
import { readTurns } from '../../src/host/asks/conversation-file.ts'
import { isPidAlive, until } from '../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

type Asked = Extract<HostEvent, { type: 'asked' }>

const HELD = { overrides: [{ feature: 'login', phase: 'ask', hold: 'gate' }] } as const

async function ask(world: ProjectWorld, about: AskAbout): Promise<string> {
  const reply = await world.host.call('ask', { about, text: 'Why?' })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value.id
}

const reaches = (world: ProjectWorld, id: string, status: TurnStatus): Promise<Asked> =>
  world.event(
    (event): event is Asked =>
      event.type === 'asked' && event.turn.id === id && event.turn.status === status,
  )

async function turnsOf(world: ProjectWorld, about: AskAbout): Promise<Turn[]> {
  const reply = await world.host.call('conversation', { about })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value.turns
}

const agentsOf = ({ folders }: ProjectWorld): string => folders.agentsDir

/** Nothing is written over a conversation while a folder has taken its place. */
function blocked({ folders }: ProjectWorld, conversation: string): { mend: () => void } {
  const path = join(folders.runtimeDir, 'asks', `${conversation}.json`)
  renameSync(path, `${path}.aside`)
  mkdirSync(path)
  return {
    mend: () => {
      rmSync(path, { recursive: true })
      renameSync(`${path}.aside`, path)
    },
  }
}

/** Resolves with the next warning about a file of that name. */
const warning = (name: string): Promise<Error> =>
  new Promise((resolve) => {
    const listen = (error: Error): void => {
      if (!error.message.includes(name)) return
      process.off('warning', listen)
      resolve(error)
    }
    process.on('warning', listen)
  })

describe('a question whose conversation cannot be written', () => {
  it('ends with a warning, gives its slot back, and is closed once it can be written', async () => {
    await using world = await openWorld({ config: { concurrency: 1 }, scenario: HELD })
    const login = await world.newSpec('login')
    const id = await ask(world, login)
    await reaches(world, id, 'running')
    const next = await ask(world, 'project')
    const { mend } = blocked(world, 'spec-login')
    const warned = warning('spec-login.json')
    world.mock.release('gate')
    await warned
    await reaches(world, next, 'answered')
    mend()
    expect(await turnsOf(world, login)).toMatchObject([{ id, status: 'answered' }])
    const ends = world.journal(login).filter(({ type }) => type === 'ask.ended')
    expect(ends).toHaveLength(1)
  })

  it('is answered although its start could not be noted, and can be stopped until then', async () => {
    await using world = await openWorld({ config: { concurrency: 1 }, scenario: HELD })
    const login = await world.newSpec('login')
    for (const isStopped of [true, false]) {
      const other = await ask(world, 'project')
      await reaches(world, other, 'running')
      const id = await ask(world, login)
      const { mend } = blocked(world, 'spec-login')
      const warned = warning('spec-login.json')
      await world.host.call('stopAsking', { about: 'project' })
      await warned
      mend()
      await until(() => world.mock.calls().some(({ agentId }) => agentId === id))
      expect((await turnsOf(world, login)).at(-1)).toMatchObject({ id, status: 'queued' })
      if (isStopped) await world.host.call('stopAsking', { about: login })
      else world.mock.release('gate')
      await reaches(world, id, isStopped ? 'stopped' : 'answered')
      const call = world.mock.calls().find(({ agentId }) => agentId === id)
      await until(() => !isPidAlive(call?.pid ?? 0))
    }
  })
})

describe('two questions at the same moment', () => {
  it('are not both asked: the second is refused', async () => {
    await using world = await openWorld({ scenario: HELD })
    const login = await world.newSpec('login')
    const question = { about: login, text: 'Why?' }
    const replies = await Promise.all([
      world.host.call('ask', question),
      world.host.call('ask', question),
    ])
    expect(replies).toMatchObject([{ ok: true }, { ok: false, error: { code: 'ASK_BUSY' } }])
    expect(await turnsOf(world, login)).toHaveLength(1)
  })
})

describe('a question of an earlier host', () => {
  it('is closed when the next host begins, with what it cost', async () => {
    await using world = await openWorld({ scenario: HELD })
    const login = await world.newSpec('login')
    const id = await ask(world, login)
    await reaches(world, id, 'running')
    await world.closeHost()
    world.mock.release('gate')
    await until(() => world.processes().length === 0)
    await world.open()
    await world.host.recoverAll()
    expect(readTurns(world.folders, login)).toMatchObject([{ id, status: 'answered' }])
    expect(world.journal(login)).toContainEqual(
      expect.objectContaining({ type: 'ask.ended', agentId: id }),
    )
  })

  it('keeps its slot', async () => {
    await using world = await openWorld({ config: { concurrency: 1 }, scenario: HELD })
    const login = await world.newSpec('login')
    const other = await world.newSpec('other')
    const id = await ask(world, login)
    await reaches(world, id, 'running')
    await world.closeHost()
    await world.open()
    await world.host.recoverAll()
    await world.host.coordinator.start(other)
    await world.host.coordinator.drain()
    expect(await world.host.coordinator.stateOf(other)).toMatchObject({ status: 'queued' })
    world.mock.release('gate')
    await world.entry(other, 'run.completed')
    expect(await turnsOf(world, login)).toMatchObject([{ id, status: 'answered' }])
  })

  it('is stopped when its time is up', async () => {
    const config: Config = {}
    await using world = await openWorld({ config, scenario: HELD })
    const login = await world.newSpec('login')
    const id = await ask(world, login)
    await reaches(world, id, 'running')
    await world.closeHost()
    config.timeoutMinutes = { requirements: 0.001 }
    await world.open()
    await world.host.recoverAll()
    await reaches(world, id, 'failed')
    expect(world.processes()).toEqual([])
  })

  it('is taken over at the next look when the first one could not read its agent', async () => {
    await using world = await openWorld({ scenario: HELD })
    const login = await world.newSpec('login')
    const id = await ask(world, login)
    await reaches(world, id, 'running')
    await world.closeHost()
    world.mock.release('gate')
    await until(() => world.processes().length === 0)
    const record = join(agentsOf(world), id, 'record.json')
    renameSync(record, `${record}.old`)
    mkdirSync(record)
    await world.open()
    expect(await world.host.recoverAll()).toEqual([])
    expect(await world.host.call('conversation', { about: login })).toMatchObject({ ok: false })
    rmSync(record, { recursive: true })
    renameSync(`${record}.old`, record)
    expect(await turnsOf(world, login)).toMatchObject([{ id, status: 'answered' }])
  })
})
