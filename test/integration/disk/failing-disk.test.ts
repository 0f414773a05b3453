import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentId } from '../../../src/contracts/ids.ts'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import { HostEvents } from '../../../src/host/host-events.ts'
import { followRun } from '../../../src/client/follow-run.ts'
import { DiskError, observedFiles } from '../../../src/testkit/observed-files.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { coordinatorOf, HeardRegistry } from '../agents/detect-world.ts'
import { agentStarted, refusal, specAt } from '../flows/flow-world.ts'

const ONE_AT_A_TIME = { concurrency: 1 }

/** Replaces a folder of the host with a file: writing there fails from now on. */
function block({ folders }: ProjectWorld, folder: 'agents' | 'runs'): void {
  const path = folder === 'agents' ? folders.agentsDir : join(folders.runtimeDir, folder)
  rmSync(path, { recursive: true })
  writeFileSync(path, '')
}

describe('what the host cannot carry out', () => {
  it.each([
    ['the agent cannot be laid out', 'agents'],
    ['the run marker cannot be written', 'runs'],
  ] as const)(
    'H2 a launch that fails ends the run, and the next in the queue is answered: %s',
    async (_, folder) => {
      await using world = await openWorld({
        config: ONE_AT_A_TIME,
        scenario: { overrides: [{ feature: 'a', phase: 'requirements', hold: 'gate' }] },
      })
      const [a, b] = [await world.newSpec('a'), await world.newSpec('b')]
      const first = world.run(a)
      await agentStarted(world, a, { phase: 'requirements' })
      const second = world.run(b)
      await world.entry(b, 'run.started')
      block(world, folder)
      world.mock.release('gate')
      expect(await first).toMatchObject({ status: 'error' })
      expect(await second).toMatchObject({ status: 'error', reason: 'host-failed' })
      await world.host.coordinator.drain()
      expect(await world.host.coordinator.live()).toEqual([])
      expect(world.processes()).toEqual([])
    },
  )

  it('H2 a run whose marker cannot be written is refused, and nothing is said of its event log', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    block(world, 'runs')
    expect(refusal(await world.host.coordinator.start(a)).code).toBe('HOST_FAILED')
    expect(world.notifications).toEqual([])
    expect(world.types(a)).toEqual(['spec.created'])
    expect(refusal(await world.host.coordinator.start(a)).code).toBe('HOST_FAILED')
  })

  it('H2 an agent is ended although the disk is too full to note that it was', async () => {
    await using world = await openWorld({ scenario: { hangForever: true }, config: ONE_AT_A_TIME })
    const [a, b] = [await world.newSpec('a'), await specAt(world, 'b', 'impl')]
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'requirements' })
    block(world, 'agents')
    expect(await world.host.coordinator.stop(a)).toEqual({ ok: true, value: { changed: true } })
    expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
    expect(world.processes()).toEqual([])
    expect(await world.run(b)).toMatchObject({ status: 'error', reason: 'host-failed' })
  })

  it('H2 a stop that fails is answered, the run has ended, and the next in the queue runs', async () => {
    await using world = new ProjectWorld({
      scenario: { overrides: [{ feature: 'a', phase: 'requirements', hold: 'gate' }] },
    })
    using agents = new UnstoppableAgents(world)
    const events = new HostEvents()
    const coordinator = coordinatorOf(world, agents, { events, config: ONE_AT_A_TIME })
    const run = async (name: 'a' | 'b') => {
      const item = await world.newSpec(name)
      const begin = () => coordinator.start(item)
      const followed = await followRun(events, { item, begin, observer: {} })
      if (!followed.ok) throw new Error(followed.error.code)
      return { item, result: followed.value.result }
    }
    const working = new Promise<void>((resolve) => {
      events.subscribe((event: HostEvent) => {
        if (event.type === 'entry' && event.entry.type === 'agent.started') resolve()
      })
    })
    const first = await run('a')
    await working
    const second = await run('b')
    expect(refusal(await coordinator.stop(first.item))).toMatchObject({
      code: 'HOST_FAILED',
      detail: 'it does not die',
    })
    expect(await first.result).toMatchObject({ status: 'paused', reason: 'user' })
    expect(await second.result).toMatchObject({ status: 'completed' })
    world.mock.release('gate')
    await coordinator.dispose()
    await agents.drain()
  })

  it('H2 a journal that cannot be written while its agent cannot be stopped leaves no one waiting', async () => {
    let isFull = false
    const files = observedFiles(({ kind }) => {
      if (isFull && kind === 'append') throw new DiskError('ENOSPC')
    })
    await using world = new ProjectWorld({ scenario: { hold: 'gate' } })
    using agents = new UnstoppableAgents(world)
    const events = new HostEvents()
    const coordinator = coordinatorOf(world, agents, { events, files })
    const a = await world.newSpec('a')
    const followed = await followRun(events, {
      item: a,
      begin: () => coordinator.start(a),
      observer: {},
    })
    if (!followed.ok) throw new Error(followed.error.code)
    isFull = true
    expect(refusal(await coordinator.stop(a)).code).toBe('HOST_FAILED')
    expect(await followed.value.result).toMatchObject({ status: 'error', reason: 'host-failed' })
    expect(refusal(await coordinator.start(a)).code).toBe('HOST_FAILED')
    world.mock.release('gate')
    await coordinator.dispose()
    await agents.drain()
  })
})

class UnstoppableAgents extends HeardRegistry {
  override stop(_agentId: AgentId): Promise<never> {
    return Promise.reject(new Error('it does not die'))
  }

  [Symbol.dispose](): void {
    this.dispose()
  }
}
