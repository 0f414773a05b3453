import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentId } from '../../../src/contracts/ids.ts'
import { agentFolder } from '../../../src/host/agents/folder/agent-folder.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentStarted, entriesOf } from '../flows/flow-world.ts'

const DAY_MS = 24 * 60 * 60_000

function age(world: ProjectWorld, agentId: AgentId, days: number): void {
  const folder = agentFolder(world.folders, agentId)
  const at = new Date(Date.now() - days * DAY_MS)
  for (const path of [folder.exit, folder.out, folder.path])
    if (existsSync(path)) utimesSync(path, at, at)
}

const isThere = (world: ProjectWorld, agentId: AgentId): boolean =>
  existsSync(agentFolder(world.folders, agentId).path)

describe('logs of agents', () => {
  it('are removed when they are older than the configuration says, and not sooner', async () => {
    await using world = await openWorld({ config: { logRetentionDays: 10 } })
    const a = await world.newSpec('a')
    await world.run(a)
    await world.host.agents.drain()
    await world.host.call('board', {})
    const ids = entriesOf(world, a, 'agent.started').map(({ agentId }) => agentId)
    const [old = ids[0]!, recent = ids[0]!] = ids
    age(world, old, 11)
    age(world, recent, 9)
    await world.host.removeOldLogs()
    expect(isThere(world, old)).toBe(false)
    for (const id of ids.slice(1)) expect(isThere(world, id)).toBe(true)
    const agents = await world.host.call('agents', {})
    expect(agents.ok && agents.value.map(({ agentId }) => agentId)).not.toContain(old)
    expect(await world.host.call('agent', { agentId: recent })).toMatchObject({
      ok: true,
      value: { agentId: recent },
    })
  })

  it('of a running agent, and of the last one of a run that may continue, are kept', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [
          { phase: 'design', exitCode: 1 },
          { phase: 'requirements', hold: 'gate' },
        ],
      },
    })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    const [first] = entriesOf(world, a, 'agent.started')
    age(world, first!.agentId, 1000)
    await world.host.removeOldLogs()
    expect(isThere(world, first!.agentId)).toBe(true)

    const settled = world.event((event) => event.type === 'settled')
    world.mock.release('gate')
    await settled
    await world.host.agents.drain()
    const [, failed] = entriesOf(world, a, 'agent.started')
    for (const { agentId } of [first!, failed!]) age(world, agentId, 1000)
    await world.host.removeOldLogs()
    expect(isThere(world, first!.agentId)).toBe(false)
    expect(isThere(world, failed!.agentId)).toBe(true)
  })

  it('of one agent that cannot be read keep no other from being listed or removed', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    const ids = entriesOf(world, a, 'agent.started').map(({ agentId }) => agentId)
    await world.closeHost()
    const [broken = ids[0]!] = ids.toSorted()
    const { record } = agentFolder(world.folders, broken)
    rmSync(record)
    mkdirSync(record)
    await world.open()
    const others = ids.filter((id) => id !== broken)
    const listed = await world.host.call('agents', {})
    expect(listed.ok && listed.value.map(({ agentId }) => agentId)).toEqual(others)
    for (const id of ids) age(world, id, 1000)
    await world.host.removeOldLogs()
    expect(ids.filter((id) => isThere(world, id))).toEqual([broken])
  })

  it('of a project that is gone are removed by the next host of another one', async () => {
    await using world = await openWorld()
    const { agentsDir } = world.folders
    const beside = (name: string, project: string, days: number): string => {
      const folder = join(dirname(agentsDir), name)
      mkdirSync(join(folder, 'agent_a_1_1'), { recursive: true })
      writeFileSync(join(folder, 'project'), project)
      const at = new Date(Date.now() - days * DAY_MS)
      utimesSync(folder, at, at)
      return folder
    }
    const gone = join(world.root, 'gone')
    const folders = [
      beside('p_gone', gone, 31),
      beside('p_young', gone, 29),
      beside('p_there', world.root, 31),
    ]
    await world.host.removeOldLogs()
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true])
    expect(existsSync(agentsDir)).toBe(true)
  })

  it('are listed again when their folder could not be read for a while', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    const ids = entriesOf(world, a, 'agent.started').map(({ agentId }) => agentId)
    await world.closeHost()
    await world.open()
    const folder = world.folders.agentsDir
    renameSync(folder, `${folder}.aside`)
    writeFileSync(folder, '')
    await expect(world.host.call('agents', {})).rejects.toThrow('ENOTDIR')
    rmSync(folder)
    renameSync(`${folder}.aside`, folder)
    const listed = await world.host.call('agents', {})
    expect(listed.ok && listed.value.map(({ agentId }) => agentId)).toEqual(ids)
  })
})
