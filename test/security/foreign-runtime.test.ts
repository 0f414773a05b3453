import type { SpecItem } from '../../src/contracts/work-item.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentId } from '../../src/contracts/ids.ts'
import { listFromDisk } from '../../src/host/agents/folder/agents-on-disk.ts'
import { processTable } from '../../src/host/agents/process/process-table.ts'
import { openHost } from '../../src/host/main.ts'
import { foldersOf, type ProjectFolders } from '../../src/host/project/folders.ts'
import { hasLiveHost, readHostAddress } from '../../src/host/project/host-lock.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { readStatuses } from '../../src/host/items/spec-status.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentStarted } from '../integration/flows/flow-world.ts'

/** A spec whose host was killed in mid-run: journal, marker and agent folder are all there. */
async function interrupted(world: ProjectWorld): Promise<SpecItem> {
  const a = await world.newSpec('a')
  await world.host.coordinator.start(a)
  await agentStarted(world, a, { phase: 'requirements' })
  await world.closeHost()
  return a
}

/** A clone of the project, as if its repository also had the runtime folder committed. */
function cloneOf(world: ProjectWorld, env: NodeJS.ProcessEnv): ProjectFolders {
  const clone = join(world.root, 'clone')
  cpSync(world.folders.projectDir, clone, { recursive: true })
  return foldersOf(clone, env)
}

const calls = (world: ProjectWorld): number => world.mock.calls().length

describe('a runtime folder that came with a repository', () => {
  it.each(['of the same person', 'of somebody else'])(
    'T1 starts nothing: a copy %s is shown as interrupted, served, and left alone',
    async (whose) => {
      await using world = await openWorld({ scenario: { hold: 'gate' } })
      const a = await interrupted(world)
      const state = whose === 'of the same person' ? 'state' : 'other-state'
      const env = { ...world.env, XDG_STATE_HOME: join(world.root, state) }
      const folders = cloneOf(world, env)
      const before = calls(world)
      const host = await openHost({ folders, settings: settingsFrom({}), env })
      try {
        expect(await host?.serve()).toEqual([])
        expect(readStatuses(folders, a)[0]?.run).toMatchObject({
          status: 'paused',
          reason: 'interrupted',
        })
        expect(host?.agents.list()).toEqual([])
        expect(await listFromDisk(folders)).toEqual([])
        expect(await host?.coordinator.stop(a)).toMatchObject({ ok: true })
      } finally {
        await host?.close()
      }
      expect(calls(world)).toBe(before)
      expect(world.processes()).not.toEqual([])
    },
  )

  it('T1 the checkout that made it continues', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await interrupted(world)
    const host = await world.open()
    expect(await host.serve()).toEqual([a])
    expect(calls(world)).toBe(1)
  })

  it('T1 a marker that someone wrote manually counts for nothing', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await interrupted(world)
    const marker = join(world.folders.runtimeDir, 'runs', 'a.json')
    const { runId, seq, code } = JSON.parse(readFileSync(marker, 'utf8')) as Record<string, unknown>
    for (const forged of [
      { runId, seq },
      { runId, seq, code: '' },
      { runId, seq, code: 'f'.repeat(64) },
      { runId, seq: Number(seq) + 1, code },
      { runId, seq, code: [code] },
    ]) {
      writeFileSync(marker, JSON.stringify(forged))
      const host = await world.open()
      expect(await host.recoverAll(), JSON.stringify(forged)).toEqual([])
      await world.closeHost()
    }
    expect(readStatuses(world.folders, a)[0]?.run).toMatchObject({ status: 'paused' })
  })

  it('T1 an agent record of a repository makes the host signal no one', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const victim = spawn('sleep', ['600'], { env: { ...process.env, SDD_AGENT_ID: 'agent_a_1_1' } })
    await once(victim, 'spawn')
    const pid = victim.pid ?? 0
    const folder = join(world.folders.runtimeDir, 'agents', 'agent_a_1_1')
    mkdirSync(folder, { recursive: true })
    const record = { agentId: 'agent_a_1_1', runId: 'run_1', stepId: 'step_1', attempt: 1 }
    const rest = { item: a, phase: 'requirements', round: null, agent: 'claude', command: '/x' }
    const more = { args: [], cwd: '/', sessionId: null, model: null, startedAt: '2025', seq: 1 }
    writeFileSync(join(folder, 'record.json'), JSON.stringify({ ...record, ...rest, ...more }))
    writeFileSync(join(folder, 'start'), `${pid} ${processTable.startTimeOf(pid)}\n`)
    const agentId = record.agentId as AgentId
    expect(await world.host.agents.adopt(agentId)).toEqual({ kind: 'never-started' })
    await world.host.agents.stop(agentId)
    expect(world.host.agents.get(agentId)).toBeNull()
    expect(processTable.startTimeOf(pid)).not.toBeNull()
    expect(readdirSync(folder).sort()).toEqual(['record.json', 'start'])
    victim.kill('SIGKILL')
    await once(victim, 'exit')
  })
})

describe('a lock or an address that came with a repository', () => {
  it('T7 neither blocks the project nor leads a command to a port or a process', async () => {
    await using world = await openWorld()
    await world.closeHost()
    const { runtimeDir } = world.folders
    const me = { pid: process.pid, startTime: processTable.startTimeOf(process.pid) }
    const address = { ...me, port: 1, token: 'x', project: 'p_000000000000', startedAt: '2025' }
    for (const number of ['1', '2', '999999999999999999999'])
      writeFileSync(join(runtimeDir, `host.lock.${number}`), JSON.stringify(me))
    writeFileSync(join(runtimeDir, 'host.json'), JSON.stringify(address))
    expect(hasLiveHost(world.folders)).toBe(false)
    expect(readHostAddress(world.folders)).toBeNull()
    await world.open()
    expect(readHostAddress(world.folders)?.port).not.toBe(1)
    expect(await world.run(await world.newSpec('a'))).toMatchObject({ status: 'completed' })
  })

  it('T7 what locks a project is in the folder of the user', async () => {
    await using world = await openWorld()
    const { lockDir, runtimeDir } = world.folders
    expect(lockDir.startsWith(join(world.root, 'state'))).toBe(true)
    expect(existsSync(join(lockDir, 'host.json'))).toBe(true)
    expect(readdirSync(runtimeDir).filter((name) => name.startsWith('host'))).toEqual([])
  })
})
