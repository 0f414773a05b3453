import { bugItem, specNamed } from '../../src/contracts/work-item.ts'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RpcInput, RpcMethod } from '../../src/contracts/rpc.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentStarted, refusal } from './flows/flow-world.ts'

async function ask<M extends RpcMethod>(world: ProjectWorld, method: M, input: RpcInput<M>) {
  const reply = await world.host.call(method, input)
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

describe('the archive', () => {
  it('keeps archived and deleted specs, and gives them back as they were', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const b = await world.newSpec('b')
    world.write(a, 'research.md', 'kept')
    await ask(world, 'archive', { item: a })
    await ask(world, 'deleteSpec', { item: b })
    expect(readdirSync(world.folders.specsDir)).toEqual([])
    expect(existsSync(join(world.folders.archiveDir, 'a', 'research.md'))).toBe(true)
    const listed = await ask(world, 'archived', {})
    expect(listed.map(({ item, how }) => `${item.name} ${how}`).toSorted()).toEqual([
      'a archived',
      'b deleted',
    ])
    for (const { id, at } of listed) {
      expect(Number.isNaN(Date.parse(at))).toBe(false)
      await ask(world, 'restore', { id })
    }
    expect(world.read(a, 'research.md')).toBe('kept')
    expect(world.types(b)).toEqual(['spec.created'])
    expect(await ask(world, 'archived', {})).toEqual([])
  })

  it('takes several of the same name, and does not put one in the place of another', async () => {
    await using world = await openWorld()
    for (const text of ['first', 'second', 'third']) {
      const a = await world.newSpec('a', text)
      await ask(world, 'archive', { item: a })
    }
    for (const text of ['fourth', 'fifth']) {
      const a = await world.newSpec('a', text)
      await ask(world, 'deleteSpec', { item: a })
    }
    const listed = await ask(world, 'archived', {})
    expect(listed.map(({ item }) => item.name)).toEqual(['a', 'a', 'a', 'a', 'a'])
    const archived = listed.filter(({ how }) => how === 'archived').map(({ id }) => id)
    expect(archived.toSorted()).toEqual(['a', 'a-2', 'a-3'])
    expect(await ask(world, 'restore', { id: 'a-2' })).toEqual({ item: specNamed('a') })
    const taken = await world.host.call('restore', { id: 'a' })
    expect(refusal(taken)).toEqual({ code: 'ALREADY_EXISTS', item: specNamed('a') })
    const gone = await world.host.call('restore', { id: 'a-2' })
    expect(refusal(gone)).toEqual({ code: 'NOT_IN_ARCHIVE', id: 'a-2' })
  })

  it('keeps bugs beside specs of the same name', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('twin')
    const bug = bugItem(spec.name)
    const made = () => ask(world, 'create', { item: bug, description: 'Broken.', language: null })
    await made()
    await ask(world, 'archive', { item: spec })
    await ask(world, 'archive', { item: bug })
    await made()
    await ask(world, 'archive', { item: bug })
    await made()
    await ask(world, 'deleteSpec', { item: bug })
    const listed = await ask(world, 'archived', {})
    expect(listed.map(({ item, how }) => `${item.kind} ${item.name} ${how}`).toSorted()).toEqual([
      'bug twin archived',
      'bug twin archived',
      'bug twin deleted',
      'spec twin archived',
    ])
    const restored = listed.find(({ id }) => id === 'bug.twin-2')
    expect(await ask(world, 'restore', { id: restored?.id ?? '' })).toEqual({ item: bug })
    expect(readFileSync(join(world.folders.bugsDir, 'twin', 'report.md'), 'utf8')).toContain(
      'Broken.',
    )
    const taken = await world.host.call('restore', { id: 'bug.twin' })
    expect(refusal(taken)).toEqual({ code: 'ALREADY_EXISTS', item: bug })
    expect(await ask(world, 'restore', { id: 'twin' })).toEqual({ item: spec })
  })

  it('refuses a spec that runs, and takes it once it is stopped', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    for (const method of ['archive', 'deleteSpec'] as const) {
      const refused = refusal(await world.host.call(method, { item: a }))
      expect(refused).toEqual({ code: 'ALREADY_EXECUTING', item: a })
    }
    expect(existsSync(world.specDir(a))).toBe(true)
    await world.host.coordinator.stop(a)
    await ask(world, 'archive', { item: a })
    expect(existsSync(world.specDir(a))).toBe(false)
    const unknown = await world.host.call('archive', { item: a })
    expect(refusal(unknown)).toEqual({ code: 'NOT_FOUND', item: a })
  })

  it('ends the agent of a run that no one drives any more before it takes the spec', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    await world.closeHost()
    await world.open()
    expect(world.processes()).not.toEqual([])
    await ask(world, 'deleteSpec', { item: a })
    expect(world.processes()).toEqual([])
  })

  it('a later spec of the same name begins from its own files', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 0 } })
    const a = await world.newSpec('a')
    expect(await world.run(a)).toMatchObject({ status: 'error', reason: 'impl-limit' })
    await ask(world, 'archive', { item: a })
    world.mock.setScenario({})
    await world.newSpec('a')
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'idle' })
    expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 7 })
  })

  it('tells those who look at the board', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await ask(world, 'board', {})
    await ask(world, 'archive', { item: a })
    await until(() => world.events.some(({ type }) => type === 'row-gone'))
    await ask(world, 'restore', { id: 'a' })
    await until(() => world.events.some((event) => event.type === 'row'))
    world.events.length = 0
    world.write(a, 'requirements.md', 'text')
    await until(() => world.events.some((event) => event.type === 'row'))
  })

  it('U5 takes a spec whose files cannot be read, as they are', async () => {
    await using world = await openWorld()
    const dir = (name: string) => join(world.folders.specsDir, name)
    for (const [name, act] of [
      ['torn', 'archive'],
      ['linked', 'archive'],
      ['gone', 'deleteSpec'],
    ] as const) {
      const item = await world.newSpec(name)
      if (name === 'torn') writeFileSync(join(dir(name), 'spec.json'), '{ broken')
      else {
        rmSync(join(dir(name), 'event-log.jsonl'))
        symlinkSync('/etc/hosts', join(dir(name), 'event-log.jsonl'))
      }
      await ask(world, act, { item })
      expect(existsSync(dir(name))).toBe(false)
    }
    const archived = join(world.folders.archiveDir, 'torn', 'spec.json')
    expect(readFileSync(archived, 'utf8')).toBe('{ broken')
    const never = await world.host.call('archive', { item: specNamed('never') })
    expect(refusal(never)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('knows what others have put into the archive', async () => {
    await using world = await openWorld()
    const folder = join(world.folders.archiveDir, 'by-hand')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'spec.json'), '{ broken')
    writeFileSync(join(world.folders.archiveDir, 'README.md'), '')
    expect(await ask(world, 'archived', {})).toMatchObject([
      { id: 'by-hand', item: specNamed('by-hand') },
    ])
  })
})
