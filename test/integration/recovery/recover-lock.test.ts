import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHost } from '../../../src/host/main.ts'
import { hasLiveHost, readHostAddress } from '../../../src/host/project/host-lock.ts'
import { settingsFrom } from '../../../src/host/config/settings.ts'
import { readStatuses } from '../../../src/host/items/spec-status.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { HostProcess } from '../../kill9/host-process.ts'
import { agentsOf, agentStarted } from '../flows/flow-world.ts'

const CONTESTANTS = 6

/** Opens many hosts at the same moment; returns all of them and those that won. */
async function race(world: ProjectWorld): Promise<{ all: HostProcess[]; won: HostProcess[] }> {
  const program = { begin: null, waits: true }
  const all = Array.from({ length: CONTESTANTS }, () => new HostProcess(world, program))
  await Promise.all(all.map((host) => host.line('ready')))
  for (const host of all) host.go()
  const answers = await Promise.all(
    all.map((host) => Promise.race([host.lineOrEnd('open'), host.lineOrEnd('refused')])),
  )
  expect(answers.filter((answer) => answer === null)).toEqual([])
  return { all, won: all.filter((_, index) => answers[index]?.type === 'open') }
}

describe('the lock of a project', () => {
  it('R9 many hosts at once: exactly one wins, again after it was killed, again after it closed', async () => {
    await using world = new ProjectWorld()
    for (const end of ['kill', 'close', 'kill'] as const) {
      const { all, won } = await race(world)
      expect(won).toHaveLength(1)
      expect(readHostAddress(world.folders)?.pid).toBe(won[0]?.pid)
      expect(hasLiveHost(world.folders)).toBe(true)
      await won[0]?.[end]()
      expect(hasLiveHost(world.folders)).toBe(false)
      for (const host of all) await host.kill()
    }
    const locks = readdirSync(world.folders.lockDir).filter((name) => name.includes('lock'))
    expect(locks).toHaveLength(1)
  })

  it('R9 a lock whose process number went to someone else is dead', async () => {
    await using world = await openWorld()
    await world.closeHost()
    const [lock = ''] = readdirSync(world.folders.lockDir).filter((name) => name.includes('lock'))
    writeFileSync(
      join(world.folders.lockDir, lock),
      JSON.stringify({ pid: process.pid, startTime: '1' }),
    )
    await world.open()
    expect(readHostAddress(world.folders)?.pid).toBe(process.pid)
  })

  it.each(['', '{', '{"pid":"x"}', 'null'])(
    'R9 a lock file that holds %j is dead',
    async (text) => {
      await using world = await openWorld()
      await world.closeHost()
      const [lock = ''] = readdirSync(world.folders.lockDir).filter((name) => name.includes('lock'))
      writeFileSync(join(world.folders.lockDir, lock), text)
      writeFileSync(join(world.folders.lockDir, 'host.json'), text)
      expect(readHostAddress(world.folders)).toBeNull()
      await world.open()
      expect(await world.run(await world.newSpec('a'))).toMatchObject({ status: 'completed' })
    },
  )

  it('R9 a host that cannot open gives the lock back', async () => {
    await using world = new ProjectWorld()
    const options = { folders: world.folders, settings: settingsFrom({}), env: world.env }
    const now = () => {
      throw new Error('no clock')
    }
    await expect(openHost({ ...options, now })).rejects.toThrow('no clock')
    await world.open()
    expect(await openHost(options)).toBeNull()
  })

  it('R9 the runtime folder ignores itself in git and is closed to others', async () => {
    await using world = await openWorld()
    const { agentsDir, runtimeDir } = world.folders
    expect(readFileSync(join(runtimeDir, '.gitignore'), 'utf8')).toBe('*\n')
    expect(statSync(agentsDir).mode & 0o077).toBe(0)
    await world.closeHost()
    expect(existsSync(join(world.folders.lockDir, 'host.json'))).toBe(false)
  })

  it('R7 R9 a run is shown as running only while someone drives it', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    const shown = () => readStatuses(world.folders, a)[0]?.run
    expect(shown()).toMatchObject({ status: 'running', reason: null, phase: 'requirements' })
    await world.closeHost()
    expect(shown()).toMatchObject({ status: 'paused', reason: 'interrupted' })
    await world.open()
    expect(await world.host.coordinator.stop(a)).toMatchObject({ ok: true })
    expect(shown()).toMatchObject({ status: 'paused', reason: 'user' })
  })
})

describe('agents and their logs', () => {
  it('S3 are listed and kept across hosts', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    const before = world.host.agents.list()
    expect(before.map(({ phase, status }) => `${phase} ${status}`)).toEqual(
      agentsOf(world, a).map((agent) => `${agent.split(' ')[0]} completed`),
    )
    await world.closeHost()
    const host = await world.open()
    for (const { agentId, sessionId, usage } of before) {
      expect(host.agents.get(agentId)).toMatchObject({ status: 'completed', sessionId, usage })
      const reader = host.agents.openLog(agentId, 0)
      const { bytes, isLast } = (await reader?.read()) ?? { bytes: new Uint8Array(), isLast: false }
      expect(Buffer.from(bytes).toString()).toContain('"type":"result"')
      expect(isLast).toBe(true)
      await reader?.close()
    }
  })

  it('S3 are started, watched and stopped as real processes in groups of their own', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await until(() => agentsOf(world, a).length === 1)
    const [agent] = world.host.agents.list()
    const stat = readFileSync(`/proc/${agent?.pid}/stat`, 'utf8')
    const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    expect(Number(group)).toBe(agent?.pid)
    expect(Number(group)).not.toBe(process.pid)
    const environ = readFileSync(`/proc/${world.mock.calls()[0]?.pid}/environ`, 'utf8').split('\0')
    expect(environ).toEqual(
      expect.arrayContaining([
        `SDD_PROJECT=${world.folders.projectDir}`,
        'SDD_SPEC=a',
        `SDD_SPEC_DIR=${world.specDir(a)}`,
        'SDD_PHASE=requirements',
        `SDD_RUN_ID=${agent?.runId}`,
        `SDD_STEP_ID=${agent?.stepId}`,
        'SDD_ATTEMPT=1',
        `SDD_AGENT_ID=${agent?.agentId}`,
      ]),
    )
    await world.host.coordinator.stop(a)
    expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
    expect(world.processes()).toEqual([])
  })
})
