import { expect, it, vi } from 'vitest'
import type { Role } from '../../../src/contracts/roles.ts'
import type { News } from '../../../src/contracts/rpc.ts'
import { addProject } from '../../../src/fleet/administration.ts'
import { invite } from '../../../src/fleet/people/invitations.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { person } from '../world/person.ts'

it('the calls of the page work against a coordinator: board, documents, timeline, agents, logs, report', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const other = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  const ada = await person(world, other.url, 'operator')
  try {
    expect(ada.hello).toMatchObject({
      isFleet: true,
      self: { name: 'Ada', role: 'operator' },
      projects: [{ name: 'shop' }],
    })
    expect(await ada.call('board', {})).toMatchObject({
      ok: true,
      value: { rows: [{ item: { name: 'login' }, run: { status: 'idle' }, worker: null }] },
    })
    const begun = await ada.call('start', { item, go: [], nogo: ['tasks'] })
    expect(begun.ok).toBe(true)
    await vi.waitFor(() => expect(types(ada.news)).toContain('settled'), { timeout: 100_000 })
    const seqs = ada.news.flatMap(({ event }) => (event.type === 'entry' ? [event.entry.seq] : []))
    const journal = await world.journal(item)
    expect(seqs).toEqual(journal.map(({ seq }) => seq).filter((seq) => seq >= (seqs[0] ?? 0)))
    expect(journal.at(-1)?.seq).toBe(seqs.at(-1))
    expect(journal.find(({ type }) => type === 'run.started')).toMatchObject({
      calledBy: { kind: 'person', via: 'cli', device: { name: 'Ada' } },
    })
    const board = await ada.call('board', {})
    expect(board).toMatchObject({
      value: {
        rows: [{ run: { status: 'completed' }, approvals: { design: { approved: true } } }],
      },
    })
    const folder = await ada.call('folder', { item })
    expect(folder).toMatchObject({
      value: { documents: [{ name: 'design.md' }, { name: 'requirements.md' }] },
    })
    const document = await ada.call('document', { item, document: 'design.md' })
    expect(document.ok && document.value.text.length).toBeGreaterThan(10)
    const page = await ada.call('journal', { item, before: null, limit: 2 })
    expect(page).toMatchObject({
      value: { entries: [journal.at(-1), journal.at(-2)], hasMore: true },
    })
    const agents = await ada.call('agents', {})
    expect(agents).toMatchObject({
      value: [
        { phase: 'requirements', status: 'completed', worker: 'first' },
        { phase: 'design', status: 'completed', worker: 'first' },
      ],
    })
    const agentId = agents.ok ? agents.value[0]?.agentId : ''
    const log = await fetch(`${other.url}/log/${ada.hello.projects[0]?.id}/${agentId}`, {
      headers: { authorization: `Bearer ${ada.key}` },
    })
    expect([log.status, (await log.text()).includes('"type"')]).toEqual([200, true])
    expect(await ada.call('report', { item })).toMatchObject({ ok: true })
    expect(await ada.call('insights', { item })).toMatchObject({ ok: true })
    expect(await ada.call('status', { item: null })).toMatchObject({ value: [{ item }] })
    expect(await ada.call('steering', {})).toMatchObject({
      ok: false,
      error: { code: 'NOT_IN_FLEET' },
    })
    const books = { id: 'books', repository: '/nowhere.git', base: 'main', pool: 'default' }
    await addProject(world.database.pool, { ...books, settings: '{}' })
    await vi.waitFor(() => expect(types(ada.news)).toContain('projects-changed'), {
      timeout: 100_000,
    })
  } finally {
    ada.close()
  }
})

it('what an agent does at this moment comes with it, also before it has printed anything', async () => {
  const uses = { name: 'Edit', input: { file_path: 'src/cart.ts', old_string: 'a' } }
  await using world = await FleetWorld.make({}, { uses, hold: 'gate' })
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  const ada = await person(world, one.url, 'operator')
  const now = async () => {
    const agents = await ada.call('agents', {})
    return agents.ok ? agents.value.at(-1)?.now : null
  }
  try {
    await world.start(one, item, ['design'])
    const edits = { verb: 'edit', target: 'src/cart.ts' }
    await vi.waitFor(async () => expect(await now()).toMatchObject(edits), { timeout: 100_000 })
    await world.database.pool.query('update sdd.attempts set info = null')
    expect(await now()).toMatchObject({ verb: 'start' })
    world.mock.release('gate')
    await world.entry(item, 'run.completed')
    expect(await now()).toBeNull()
  } finally {
    ada.close()
  }
})

const types = (news: News[]): string[] => news.map(({ event }) => event.type)

it('F8 a viewer changes nothing, an operator runs, an administrator invites and revokes', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  const viewer = await person(world, one.url, 'viewer')
  const operator = await person(world, one.url, 'operator')
  const admin = await person(world, one.url, 'admin')
  try {
    const refused = (role: Role) => ({ ok: false, error: { code: 'ROLE_NEEDED', role } })
    expect(await viewer.call('board', {})).toMatchObject({ ok: true })
    expect(await viewer.call('start', { item, go: [], nogo: [] })).toEqual(refused('operator'))
    expect(await viewer.call('stop', { item })).toEqual(refused('operator'))
    expect(await operator.call('stop', { item })).toMatchObject({ ok: true })
    const permission = { item, go: [], nogo: [], permission: 'full' as const }
    expect(await operator.call('start', permission)).toEqual(refused('admin'))
    expect(await operator.callHost('pair', { role: 'admin' })).toEqual(refused('admin'))
    expect(await operator.callHost('enrolWorker', { pools: ['default'] })).toEqual(refused('admin'))
    const { id } = await world.enrol('first')
    expect(await operator.callHost('revokeWorker', { worker: id })).toEqual(refused('admin'))
    expect(await admin.callHost('workers', {})).toMatchObject({ value: [{ name: 'first' }] })
    expect(await admin.callHost('revokeWorker', { worker: id })).toMatchObject({ value: [] })
    expect(await admin.callHost('pair', { name: 'Bo', role: 'viewer' })).toMatchObject({ ok: true })
    const self = viewer.hello.self
    if (self.kind !== 'device') throw new Error('not a device')
    expect(await operator.callHost('revoke', { device: self.id })).toEqual(refused('admin'))
    expect(await admin.callHost('revoke', { device: self.id })).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(viewer.call('board', {})).rejects.toThrow(), { timeout: 20_000 })
    await expect(
      fetch(`${one.url}/whoami`, { headers: { authorization: `Bearer ${viewer.key}` } }),
    ).resolves.toMatchObject({ status: 401 })
  } finally {
    for (const one of [viewer, operator, admin]) one.close()
  }
})

it('F8 nothing of the page comes without a session; a code of an invitation works once', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  const status = async (path: string, init: RequestInit = {}): Promise<number> =>
    (await fetch(`${url}${path}`, init)).status
  const stranger = await fetch(url, { headers: { accept: 'text/html' } })
  expect([stranger.status, await stranger.text()]).toEqual([
    401,
    expect.stringContaining('An administrator of it invites you'),
  ])
  expect(await status('/whoami')).toBe(401)
  expect(await status('/log/p_0123456789ab/agent_x_1_1')).toBe(401)
  expect(await status('/whoami', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })).toBe(
    401,
  )
  const { code } = await invite(world.database.pool, { name: 'Ada', role: 'viewer' })
  const pair = (body: object) =>
    status('/pair-terminal', { method: 'POST', body: JSON.stringify(body) })
  expect(await pair({})).toBe(400)
  expect(await Promise.all([pair({ code }), pair({ code })])).toEqual(
    expect.arrayContaining([200, 403]),
  )
  const { key } = await world.enrol('worker')
  expect(await status('/whoami', { headers: { authorization: `Bearer ${key}` } })).toBe(401)
})
