import { isSpecRow } from '../../src/contracts/views/board.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DeviceId, ProjectId } from '../../src/contracts/ids.ts'
import type { HostReply, News } from '../../src/contracts/rpc.ts'
import { openHost, openProjectSet } from '../../src/host/main.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import { readHostAddress } from '../../src/host/project/host-lock.ts'
import { recentFile } from '../../src/host/project/recent.ts'
import type { Caller } from '../../src/host/server/served.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import type { ProjectSet } from '../../src/host/project/project-set.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { createMockCli, type MockCli } from '../../src/testkit/mock-cli/mock-cli.ts'
import type { MockScenario } from '../../src/testkit/mock-cli/scenario-script.ts'
import { refusal } from './flows/flow-world.ts'

const LOCAL: Caller = { kind: 'local' }
const PHONE: Caller = { kind: 'device', id: 'device_1' as DeviceId, name: 'Phone' }

/** A user's folders, and one process that serves the user's projects. */
class Desk {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-desk-'))
  readonly mock: MockCli
  readonly news: News[] = []
  readonly #projectSets: ProjectSet[] = []

  constructor(scenario: MockScenario = {}) {
    this.mock = createMockCli(join(this.root, 'mock'), scenario)
  }

  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: join(this.root, 'home'),
      XDG_CONFIG_HOME: join(this.root, 'config'),
      XDG_STATE_HOME: join(this.root, 'state'),
      ...this.mock.env,
    }
  }

  folder(name: string): string {
    const dir = join(this.root, name)
    mkdirSync(dir, { recursive: true })
    return dir
  }

  configure(config: object): void {
    const file = join(this.folder('config/sdd-orchestrator'), 'config.json')
    writeFileSync(file, JSON.stringify(config))
  }

  async projects(): Promise<ProjectSet> {
    const projects = await openProjectSet({ env: this.env })
    projects.subscribe((news) => this.news.push(news))
    this.#projectSets.push(projects)
    return projects
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const projects of this.#projectSets)
      for (const host of projects.hosts)
        for (const name of await host.coordinator.live()) await host.coordinator.stop(name)
    this.mock.close()
    for (const projects of this.#projectSets) await projects.close()
    rmSync(this.root, { recursive: true, force: true })
  }
}

const hello = async (projects: ProjectSet) => value(await projects.calls.hello({}, LOCAL))

function value<T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

const open = (projects: ProjectSet, dir: string, caller: Caller = LOCAL) =>
  projects.calls.openProject({ dir }, caller)

async function newSpec(projects: ProjectSet, project: ProjectId, name: string): Promise<void> {
  const spec = { item: specNamed(name), description: 'x', language: null }
  value(await projects.host(project)!.call('create', spec))
}

describe('a projects', () => {
  it('serves several projects behind one address and keeps them apart', async () => {
    await using desk = new Desk()
    const projects = await desk.projects()
    expect(await hello(projects)).toMatchObject({ projects: [], current: null, recent: [] })
    const one = value(await open(projects, desk.folder('one')))
    const two = value(await open(projects, desk.folder('two')))
    expect(one).toMatchObject({ name: 'one', dir: join(desk.root, 'one') })
    expect(await hello(projects)).toMatchObject({
      projects: [one, two],
      current: two.id,
      recent: [two.dir, one.dir],
      self: { kind: 'local' },
    })
    const addresses = [one, two].map(({ dir }) => readHostAddress(foldersOf(dir, desk.env)))
    expect(addresses.map((address) => address?.project)).toEqual([one.id, two.id])
    expect(addresses[0]?.port).toBe(addresses[1]?.port)
    await newSpec(projects, one.id, 'a')
    await projects.project(one.id)!.api.call('start', {
      item: specNamed('a'),
      go: [],
      nogo: [],
      agent: null,
    })
    await until(() => desk.news.some(({ event }) => event.type === 'settled'))
    const ofProjects = desk.news.filter((news) => news.project !== null)
    expect(new Set(ofProjects.map(({ project }) => project))).toEqual(new Set([one.id]))
    expect(
      desk.news.filter(({ event }) => event.type === 'projects-changed').length,
    ).toBeGreaterThan(1)
  })

  it('opens a folder once, whatever way leads to it, and makes it the current one', async () => {
    await using desk = new Desk()
    const projects = await desk.projects()
    const one = value(await open(projects, desk.folder('home/one')))
    value(await open(projects, desk.folder('two')))
    symlinkSync(one.dir, join(desk.root, 'link'))
    expect(value(await open(projects, join(desk.root, 'link'))).id).toBe(one.id)
    expect(value(await open(projects, '~/one')).id).toBe(one.id)
    const again = await Promise.all([1, 2, 3].map(() => open(projects, desk.folder('three'))))
    expect(new Set(again.map((reply) => value(reply).id)).size).toBe(1)
    expect((await hello(projects)).projects).toHaveLength(3)
    value(await open(projects, one.dir))
    expect((await hello(projects)).current).toBe(one.id)
  })

  it('refuses what is no folder, and anyone who is not at this computer', async () => {
    await using desk = new Desk()
    const projects = await desk.projects()
    writeFileSync(join(desk.root, 'file'), '')
    for (const dir of [
      'one',
      './one',
      '~',
      '~other/one',
      join(desk.root, 'file'),
      '/no/such/dir',
      '~/nothing',
    ])
      expect(refusal(await open(projects, dir))).toEqual({ code: 'NOT_A_FOLDER', path: dir })
    const dir = desk.folder('one')
    expect(refusal(await open(projects, dir, PHONE))).toEqual({ code: 'LOCAL_ONLY' })
    const { id: project } = value(await open(projects, dir))
    const closed = await projects.calls.closeProject({ project }, PHONE)
    expect(refusal(closed)).toEqual({ code: 'LOCAL_ONLY' })
    const { self } = value(await projects.calls.hello({}, PHONE))
    expect(self).toEqual({ kind: 'device', id: 'device_1', name: 'Phone' })
  })

  it('does not take a project that another host has', async () => {
    await using desk = new Desk()
    const first = await desk.projects()
    const second = await desk.projects()
    const { id, dir } = value(await open(first, desk.folder('one')))
    const elsewhere = { code: 'PROJECT_ELSEWHERE', dir, pid: process.pid }
    expect(refusal(await open(second, dir))).toEqual(elsewhere)
    expect(await first.calls.closeProject({ project: id }, LOCAL)).toEqual({
      ok: true,
      value: null,
    })
    expect(readHostAddress(foldersOf(dir, desk.env))).toBeNull()
    expect((await hello(first)).projects).toEqual([])
    expect(value(await open(second, dir)).id).toBe(id)
    const gone = await first.calls.closeProject({ project: id }, LOCAL)
    expect(refusal(gone)).toEqual({ code: 'NO_PROJECT', project: id })
  })

  it('does not close a project whose runs would then have no one', async () => {
    await using desk = new Desk({ hold: 'gate' })
    const projects = await desk.projects()
    const { id } = value(await open(projects, desk.folder('one')))
    await newSpec(projects, id, 'a')
    value(await projects.host(id)!.coordinator.start(specNamed('a')))
    const refused = refusal(await projects.calls.closeProject({ project: id }, LOCAL))
    expect(refused).toEqual({ code: 'ALREADY_EXECUTING', item: specNamed('a') })
  })

  it('R7 recovers the runs of a host that died when their project is opened', async () => {
    await using desk = new Desk({ hold: 'gate' })
    const first = await desk.projects()
    const { id, dir } = value(await open(first, desk.folder('one')))
    for (const name of ['a', 'b', 'stopped']) await newSpec(first, id, name)
    const { coordinator } = first.host(id)!
    for (const name of ['a', 'stopped']) value(await coordinator.start(specNamed(name)))
    await until(() => desk.mock.calls().length === 2)
    value(await coordinator.stop(specNamed('stopped')))
    await first.close()
    const second = await desk.projects()
    value(await open(second, dir))
    const host = second.host(id)!
    await until(() => host.coordinator.drives(specNamed('a')))
    expect(await host.coordinator.live()).toEqual([specNamed('a')])
    desk.mock.release('gate')
    await until(() => !host.coordinator.drives(specNamed('a')))
    expect(await host.coordinator.stateOf(specNamed('a'))).toMatchObject({ status: 'completed' })
  })

  it('a host of its own ends together with its project', async () => {
    await using desk = new Desk()
    const folders = foldersOf(desk.folder('one'), desk.env)
    const host = await openHost({ folders, settings: settingsFrom({}), env: desk.env })
    const { port } = readHostAddress(folders)!
    await host!.close()
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    expect(readHostAddress(folders)).toBeNull()
  })

  it('remembers at most twenty folders, and is not bothered by a file it cannot read', async () => {
    await using desk = new Desk()
    const file = recentFile(desk.env)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, JSON.stringify({ folders: Array.from({ length: 30 }, (_, n) => `/p${n}`) }))
    const projects = await desk.projects()
    const { dir } = value(await open(projects, desk.folder('one')))
    const { recent } = await hello(projects)
    expect(recent).toHaveLength(20)
    expect(recent.slice(0, 2)).toEqual([dir, '/p0'])
    writeFileSync(file, '{ broken')
    expect((await hello(projects)).recent).toEqual([])
    value(await open(projects, dir))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ folders: [dir] })
  })
})

describe('settings', () => {
  const settingOf = (reply: HostReply<'settings'>, key: string) =>
    value(reply).settings.find((setting) => setting.key === key)

  it('tell what holds and where it comes from, and what does not count', async () => {
    await using desk = new Desk()
    desk.configure({ concurrency: 3, colour: 'green', claude: { permissionMode: 'manual' } })
    const projects = await desk.projects()
    const none = await projects.calls.settings({ project: null }, LOCAL)
    expect(settingOf(none, 'concurrency')).toMatchObject({ value: 3, byDefault: 5 })
    const dir = desk.folder('one')
    mkdirSync(join(dir, '.kiro'))
    const file = join(dir, '.kiro', 'sdd-orchestrator.json')
    const ofProject = { concurrency: 2, claude: { allowedTools: ['Bash'] } }
    writeFileSync(file, JSON.stringify(ofProject))
    const { id: project } = value(await open(projects, dir))
    const reply = await projects.calls.settings({ project }, LOCAL)
    expect(settingOf(reply, 'concurrency')).toMatchObject({ value: 2, source: 'project' })
    expect(settingOf(reply, 'claude.permissionMode')).toMatchObject({ source: 'personal' })
    expect(settingOf(reply, 'hangMinutes')).toEqual({
      key: 'hangMinutes',
      value: 10,
      byDefault: 10,
      source: null,
      cappedFrom: null,
    })
    expect(value(reply)).toMatchObject({ projectFile: file })
    expect(value(reply).ignored).toEqual([
      expect.stringContaining('colour'),
      `${file}: claude.allowedTools`,
    ])
  })

  it('are written to the personal file alone, checked, with everything else in it kept', async () => {
    await using desk = new Desk()
    desk.configure({ concurrency: 3, colour: 'green', agents: { impl: 'claude' } })
    const projects = await desk.projects()
    const set = (key: string, to: unknown, caller: Caller = LOCAL) =>
      projects.calls.setSetting({ project: null, key, value: to }, caller)
    expect(settingOf(await set('agents.design', 'simulated'), 'agents.design')).toMatchObject({
      value: 'simulated',
      source: 'personal',
    })
    await set('concurrency', null)
    const file = join(desk.root, 'config', 'sdd-orchestrator', 'config.json')
    const stored = { colour: 'green', agents: { impl: 'claude', design: 'simulated' } }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(stored)
    expect(refusal(await set('concurrency', 0))).toMatchObject({ code: 'BAD_CONFIG' })
    expect(refusal(await set('colour', 'red'))).toEqual({ code: 'UNKNOWN_SETTING', key: 'colour' })
    const local = [
      'claude.permissionMode',
      'claude.allowedTools',
      'permission',
      'permissions.impl',
      'acp',
      'acp.mine.command',
      'notify.command',
      'notify.webhook',
      'checks',
      'worktree',
      'deploy.command',
    ]
    for (const key of local)
      expect(refusal(await set(key, null, PHONE))).toEqual({ code: 'LOCAL_ONLY' })
    expect(await set('concurrency', 4, PHONE)).toMatchObject({ ok: true })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...stored, concurrency: 4 })
    expect(desk.news.filter(({ event }) => event.type === 'settings-changed')).toHaveLength(3)
    writeFileSync(file, '{ broken')
    expect(refusal(await set('concurrency', 5))).toMatchObject({ code: 'BAD_CONFIG' })
    expect(readFileSync(file, 'utf8')).toBe('{ broken')
  })

  it('hold for whatever is started next: places for runs at once, agents of later steps', async () => {
    await using desk = new Desk({ hold: 'gate' })
    desk.configure({ concurrency: 1 })
    const projects = await desk.projects()
    const { id } = value(await open(projects, desk.folder('one')))
    const host = projects.host(id)!
    for (const name of ['a', 'b', 'c']) {
      await newSpec(projects, id, name)
      value(await host.coordinator.start(specNamed(name)))
    }
    await until(() => desk.mock.calls().length === 1)
    await projects.calls.setSetting({ project: id, key: 'concurrency', value: 2 }, LOCAL)
    await until(() => desk.mock.calls().length === 2)
    expect(await host.coordinator.stateOf(specNamed('c'))).toMatchObject({ status: 'queued' })
    desk.configure({ concurrency: 2, claude: { model: 'another' } })
    desk.mock.release('gate')
    const { agentsDir } = foldersOf(host.info.dir, desk.env)
    const hasModel = ({ agentId }: { agentId: string }): boolean =>
      readFileSync(join(agentsDir, agentId, 'record.json'), 'utf8').includes('another')
    await until(() => desk.mock.calls().length > 2)
    expect(desk.mock.calls().slice(0, 2).some(hasModel)).toBe(false)
    expect(desk.mock.calls().slice(2).every(hasModel)).toBe(true)
  })

  it('hold for agents and notifications of the user’s own, anyone who changes them', async () => {
    await using desk = new Desk({ exitCode: 1 })
    const projects = await desk.projects()
    const { id } = value(await open(projects, desk.folder('one')))
    const host = projects.host(id)!
    await newSpec(projects, id, 'a')
    const a = specNamed('a')
    const begin = (agent: string) => host.coordinator.start(a, { go: [], nogo: [], agent })
    expect(refusal(await begin('acp:mine'))).toMatchObject({ code: 'AGENT_UNKNOWN' })
    desk.configure({ acp: { mine: { command: '/nowhere/mine' } } })
    expect(refusal(await begin('acp:mine'))).toMatchObject({ code: 'AGENT_MISSING' })
    await projects.calls.setSetting({ project: id, key: 'acp', value: null }, LOCAL)
    expect(refusal(await begin('acp:mine'))).toMatchObject({ code: 'AGENT_UNKNOWN' })
    const notes = join(desk.root, 'notes')
    const told = { project: id, key: 'notify.command', value: ['tee', notes] }
    value(await projects.calls.setSetting(told, LOCAL))
    value(await begin('claude'))
    await until(() => desk.news.some(({ event }) => event.type === 'settled'))
    await host.notified()
    expect(JSON.parse(readFileSync(notes, 'utf8'))).toMatchObject({ kind: 'run.failed' })
  })

  it('tell a row what its spec may cost', async () => {
    await using desk = new Desk()
    const projects = await desk.projects()
    const { id } = value(await open(projects, desk.folder('one')))
    const host = projects.host(id)!
    await newSpec(projects, id, 'a')
    await newSpec(projects, id, 'b')
    const budgets = async () =>
      value(await host.call('board', {}))
        .rows.filter(isSpecRow)
        .map(({ budget: { usd, minutes } }) => [usd, minutes])
    expect(await budgets()).toEqual([
      [null, null],
      [null, null],
    ])
    await host.call('budget', { item: specNamed('a'), usd: 3 })
    await projects.calls.setSetting({ project: id, key: 'budget.usd', value: 20 }, LOCAL)
    await projects.calls.setSetting({ project: id, key: 'budget.minutes', value: 60 }, LOCAL)
    expect(await budgets()).toEqual([
      [3, 60],
      [20, 60],
    ])
  })

  it('of a file that is being edited wrongly change nothing', async () => {
    await using desk = new Desk()
    desk.configure({ concurrency: 2 })
    const projects = await desk.projects()
    const { id } = value(await open(projects, desk.folder('one')))
    const { settings } = projects.host(id)!
    desk.configure({ concurrency: 'many' })
    expect(settings.refresh()).toBe(false)
    expect(settings.concurrency).toBe(2)
    desk.configure({ concurrency: 9 })
    expect(settings.refresh()).toBe(true)
    expect(settings.concurrency).toBe(9)
  })

  it('come with what is installed here', async () => {
    await using desk = new Desk()
    const acp = { mine: { command: 'sh' }, gone: { command: '/nowhere/gone' } }
    desk.configure({ agents: { impl: 'simulated', design: 'acp:mine' }, acp })
    const projects = await desk.projects()
    const { id: project, dir } = value(await open(projects, desk.folder('one')))
    const checkup = value(await projects.calls.checkup({ project }, LOCAL))
    expect(checkup).toMatchObject({
      node: { version: process.version, ok: true },
      platform: { supported: 'yes' },
      project: { dir, writable: true, hasSpecs: false },
    })
    const [claude] = checkup.agents
    expect(claude).toMatchObject({
      agent: 'claude',
      variable: 'SDD_CLAUDE_COMMAND',
      login: 'none',
    })
    expect(checkup.agents.filter(({ agent }) => agent.startsWith('acp:'))).toMatchObject([
      { agent: 'acp:mine', state: 'ready', login: 'unknown', version: null, usedFor: ['design'] },
      { agent: 'acp:gone', state: 'missing', path: '/nowhere/gone' },
    ])
    expect(claude?.path).toBe(desk.env['SDD_CLAUDE_COMMAND'])
    expect(claude?.usedFor).not.toContain('impl')
    expect(checkup.agents.at(-1)).toMatchObject({
      agent: 'simulated',
      state: 'ready',
      usedFor: ['impl'],
    })
  })
})
