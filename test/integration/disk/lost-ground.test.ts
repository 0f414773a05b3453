import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasLiveHost } from '../../../src/host/project/host-lock.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { HostProcess } from '../../kill9/host-process.ts'
import { agentStarted } from '../flows/flow-world.ts'

const HELD = { scenario: { hold: 'gate' } }

/** The step of every agent that was launched; no step may occur twice. */
const launches = (world: ProjectWorld): string[] =>
  world.mock.calls().map(({ feature, phase, round }) => `${feature} ${phase} ${round}`)

describe('a host whose runtime folder is deleted in mid-run', () => {
  it.each(['deleted', 'replaced'])(
    'H3 %s: ends its runs with the folder named, and never works beside another host',
    async (how) => {
      await using world = new ProjectWorld(HELD)
      const a = await world.newSpec('a')
      const first = new HostProcess(world, { begin: { command: 'start', item: a } })
      const second = new HostProcess(world, { begin: null, waits: true })
      await Promise.all([first.line('begun'), second.line('ready')])
      await until(() => world.mock.calls().length === 1)
      rmSync(world.folders.runtimeDir, { recursive: true })
      if (how === 'replaced') mkdirSync(world.folders.runtimeDir)
      second.go()
      const answer = await Promise.race([second.lineOrEnd('open'), second.lineOrEnd('refused')])
      // On a slow machine the first host may have ended by then, so that the second can open.
      if (answer?.type === 'open') expect(world.processes()).toEqual([])
      const { result } = await first.line('result')
      expect(result).toMatchObject({ status: 'error', reason: 'host-failed' })
      await first.ended
      await second.kill()
      expect(world.processes()).toEqual([])
      expect(launches(world)).toHaveLength(1)
      expect(JSON.stringify(world.journal(a))).toContain('was removed or replaced')
      expect(hasLiveHost(world.folders)).toBe(false)
      world.mock.release('gate')
      await world.open()
      expect(await world.run(a)).toMatchObject({ status: 'completed' })
    },
  )

  it('H3 launches nothing after an agent that ended meanwhile', async () => {
    await using world = await openWorld(HELD)
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'requirements' })
    rmSync(world.folders.runtimeDir, { recursive: true })
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'error' })
    expect(launches(world)).toHaveLength(1)
    await until(() => existsSync(join(world.folders.runtimeDir, '.gitignore')))
    expect(await world.resume(a)).toMatchObject({ status: 'completed' })
  })

  it('H3 a host whose lock is deleted launches nothing any more', async () => {
    await using world = await openWorld(HELD)
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'requirements' })
    rmSync(world.folders.lockDir, { recursive: true })
    expect(await ending).toMatchObject({ status: 'error', reason: 'host-failed' })
    expect(world.processes()).toEqual([])
    world.mock.release('gate')
    expect(await world.host.coordinator.start(a)).toMatchObject({ ok: false })
    expect(launches(world)).toHaveLength(1)
  })
})
