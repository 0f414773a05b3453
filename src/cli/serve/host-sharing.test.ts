import { specNamed, type WorkItem } from '../../contracts/work-item.ts'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foldersOf } from '../../host/project/folders.ts'
import { isPidAlive, until } from '../../testkit/worlds/agent-world.ts'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

const UP_TO_DESIGN = ['--nogo', 'tasks']

const hostFile = (world: CliWorld): string =>
  join(foldersOf(world.project, world.env).lockDir, 'host.json')
const hostPid = (world: CliWorld): number => {
  const text = readFileSync(hostFile(world), 'utf8')
  return (JSON.parse(text) as { pid: number }).pid
}
const isHosted = (world: CliWorld): boolean => existsSync(hostFile(world))

const agentOf = (world: CliWorld, item: WorkItem, phase: string) =>
  world.mock.calls().find((call) => call.feature === item.name && call.phase === phase)

describe('several terminals in one project', () => {
  it('R9 share one host; a hosting run stays until the attached one ends', async () => {
    await using world = new CliWorld({
      overrides: [
        { feature: 'first', hold: 'first' },
        { feature: 'second', hold: 'second' },
      ],
    })
    await world.spec('first')
    await world.spec('second')
    const first = world.start(['run', 'first', ...UP_TO_DESIGN])
    await first.prints('Agent claude started')
    const second = world.start(['run', 'second', ...UP_TO_DESIGN])
    await second.prints('Agent claude started')
    expect(hostPid(world)).toBe(first.pid)
    world.mock.release('first')
    await first.prints('first: Done')
    await first.prints('it stays until they end')
    expect(hostPid(world)).toBe(first.pid)
    world.mock.release('second')
    expect((await second.ended).code).toBe(0)
    expect((await first.ended).code).toBe(0)
    expect(first.stdout).not.toContain('second')
    expect(isHosted(world)).toBe(false)
  })

  it('R9 continue when the host is killed: an attached run takes over, no event twice', async () => {
    await using world = new CliWorld({
      overrides: [
        { feature: 'first', hold: 'first' },
        { feature: 'second', phase: 'design', hold: 'second' },
        { feature: 'third', phase: 'design', hold: 'third' },
      ],
    })
    for (const name of ['first', 'second', 'third']) await world.spec(name)
    const first = world.start(['run', 'first'])
    await first.prints('Agent claude started')
    const before = world.journal('second').length
    const second = world.start(['run', 'second', ...UP_TO_DESIGN, '--json'])
    const third = world.start(['run', 'third', ...UP_TO_DESIGN])
    await until(() => agentOf(world, specNamed('second'), 'design') !== undefined)
    await until(() => agentOf(world, specNamed('third'), 'design') !== undefined)
    first.signal('SIGKILL')
    await until(() => isHosted(world) && [second.pid, third.pid].includes(hostPid(world)))
    await third.prints('Run recovered')
    world.mock.release('third')
    world.mock.release('second')
    expect((await third.ended).code).toBe(0)
    const { code, stdout } = await second.ended
    expect(code).toBe(0)
    const lines = jsonLines(stdout)
    expect(lines.slice(0, -1)).toEqual(world.journal('second').slice(before))
    expect(lines.some(({ type }) => type === 'run.recovered')).toBe(true)
    expect(lines.at(-1)).toMatchObject({ status: 'completed', agents: 2 })
    const launched = world.mock.calls().filter(({ feature }) => feature === 'second')
    expect(launched.map(({ phase }) => phase)).toEqual(['requirements', 'design'])
  })

  it('X19 refuse a second run of the same spec with code 5 and change nothing', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    const dir = await world.spec('login')
    const running = world.start(['run', 'login', ...UP_TO_DESIGN])
    await running.prints('Agent claude started')
    const before = readFileSync(join(dir, 'spec.json'), 'utf8')
    const entries = world.journal('login')
    const verbs = [
      ['run', 'login'],
      ['run', 'login', '--nogo', 'requirements', '--json'],
      ['resume', 'login'],
      ['retry', 'login', '--from', 'requirements'],
      ['phase', 'login', 'requirements'],
      ['reset', 'login'],
      ['approve', 'login', 'document-review'],
      ['reject', 'login', 'document-review', '--reason', 'no'],
    ]
    const ends = await Promise.all(verbs.map((args) => world.sdd(args)))
    for (const [index, { code, stderr }] of ends.entries()) {
      expect([verbs[index], code]).toEqual([verbs[index], 5])
      expect(stderr).toContain('login is already running')
      expect(stderr).toContain('sdd stop login')
    }
    expect(jsonLines(ends[1]?.stdout ?? '')).toEqual([
      { type: 'error', code: 'ALREADY_EXECUTING', message: expect.any(String) },
    ])
    expect(readFileSync(join(dir, 'spec.json'), 'utf8')).toBe(before)
    expect(world.journal('login')).toEqual(entries)
    expect(world.mock.calls()).toHaveLength(1)
    world.mock.release('gate')
    expect((await running.ended).code).toBe(0)
  })

  it('X9 permit works while a spec runs and holds from the next phase on', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    await world.spec('login')
    const running = world.start(['run', 'login'])
    await running.prints('Agent claude started')
    const permitted = await world.sdd(['permit', 'login', '--nogo', 'design'])
    expect(permitted).toMatchObject({ code: 0, stderr: '' })
    world.mock.release('gate')
    expect(await running.ended).toMatchObject({ code: 0 })
    expect(running.stdout).toContain('Done. Stopped before Design, as set.')
  })

  it('H1 status shows and stop ends a run whose spec.json has vanished', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    const dir = await world.spec('login')
    const running = world.start(['run', 'login'])
    await running.prints('Agent claude started')
    rmSync(join(dir, 'spec.json'))
    for (const args of [['status'], ['status', 'login']]) {
      const { stdout, stderr } = await world.sdd(args)
      expect(stdout).toContain('login')
      expect(stderr).toContain(join(dir, 'spec.json'))
    }
    const [status] = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(status).toMatchObject({ feature: 'login', run: { status: 'running' } })
    expect(await world.sdd(['stop', 'login'])).toMatchObject({ code: 0, stderr: '' })
    await running.ended
    expect(isPidAlive(agentOf(world, specNamed('login'), 'requirements')?.pid ?? 0)).toBe(false)
  })

  it('S5 stop works from any terminal and returns when the tree is dead', async () => {
    await using world = new CliWorld({ hangForever: true, escapeChildren: true })
    await world.spec('login')
    const running = world.start(['run', 'login'])
    await until(() => agentOf(world, specNamed('login'), 'requirements')?.children.length === 2)
    const { pid, children } = agentOf(world, specNamed('login'), 'requirements')!
    const stopped = await world.sdd(['stop', 'login'])
    expect(stopped).toMatchObject({ code: 0, stderr: '' })
    expect([pid, ...children].filter(isPidAlive)).toEqual([])
    expect((await running.ended).code).toBe(3)
    expect(running.stdout).toContain('sdd resume login')
    const again = await world.sdd(['stop', 'login'])
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing to stop')])
  })
})

describe('many at once', () => {
  it('R9 all find one host, whichever is first, and all end well', async () => {
    await using world = new CliWorld()
    world.configure({ exclusiveWorkingTree: false })
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await world.spec(name)
    const ends = await Promise.all(names.map((name) => world.sdd(['run', name, ...UP_TO_DESIGN])))
    for (const [index, { code, stdout, stderr }] of ends.entries())
      expect([names[index], code, stdout + stderr]).toEqual([
        names[index],
        0,
        expect.stringContaining(`${names[index]}: Done`),
      ])
    expect(world.mock.calls()).toHaveLength(2 * names.length)
    expect(isHosted(world)).toBe(false)
  })
})

describe('after the host was killed', () => {
  async function orphaned(world: CliWorld): Promise<number> {
    await world.spec('login')
    const running = world.start(['run', 'login', ...UP_TO_DESIGN])
    await running.prints('Agent claude started')
    await until(() => agentOf(world, specNamed('login'), 'requirements') !== undefined)
    const { agentId, pid } = agentOf(world, specNamed('login'), 'requirements')!
    const log = join(world.folders.agentsDir, agentId, 'out.log')
    await until(() => readFileSync(log, 'utf8').endsWith('\n'))
    running.signal('SIGKILL')
    await running.ended
    return pid
  }

  it('R7 status shows the run as interrupted and writes nothing; run recovers it', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    const pid = await orphaned(world)
    const before = world.tree()
    const [status] = jsonLines((await world.sdd(['status', 'login', '--json'])).stdout)
    expect(status?.['run']).toMatchObject({ status: 'paused', reason: 'interrupted' })
    expect(world.tree()).toEqual(before)
    const recovered = world.start(['run', 'login'])
    await recovered.prints('Run recovered after its host crashed')
    expect(isPidAlive(pid)).toBe(true)
    world.mock.release('gate')
    expect((await recovered.ended).code).toBe(0)
    expect(recovered.stdout).not.toContain('Auto execution started')
    const phases = world.mock.calls().map(({ phase }) => phase)
    expect(phases).toEqual(['requirements', 'design'])
  })

  it('S5 stop becomes the host and ends the agent that was left', async () => {
    await using world = new CliWorld({ hangForever: true, ignoreTerm: true })
    world.configure({ graceSeconds: 0.2 })
    const pid = await orphaned(world)
    expect(isPidAlive(pid)).toBe(true)
    const stopped = await world.sdd(['stop', 'login'])
    expect(stopped.code).toBe(0)
    expect(stopped.stdout).toContain('login is stopped')
    expect(isPidAlive(pid)).toBe(false)
    const [status] = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(status?.['run']).toMatchObject({ status: 'paused', reason: 'user' })
    expect(isHosted(world)).toBe(false)
  })

  it('X10 retry ends the agent that was left and launches the phase again', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    const pid = await orphaned(world)
    world.mock.setScenario({})
    const retried = await world.sdd(['retry', 'login', '--from', 'requirements'])
    expect(retried).toMatchObject({ code: 0 })
    expect(isPidAlive(pid)).toBe(false)
    const phases = world.mock.calls().map(({ phase }) => phase)
    expect(phases).toEqual(['requirements', 'requirements', 'design'])
  })

  it('lists the agents, and those of a live host, without writing', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    await orphaned(world)
    const before = world.tree()
    const [agent, ...rest] = jsonLines((await world.sdd(['agents', '--json'])).stdout)
    expect(rest).toEqual([])
    expect(agent).toMatchObject({ status: 'running', phase: 'requirements', agent: 'claude' })
    expect(world.tree()).toEqual(before)
    const table = await world.sdd(['agents'])
    expect(table.stdout).toContain(readdirSync(world.folders.agentsDir)[0])
  })
})
