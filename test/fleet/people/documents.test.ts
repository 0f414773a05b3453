import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RpcReply } from '../../../src/contracts/rpc.ts'
import { bugItem, specNamed, type WorkItem } from '../../../src/contracts/work-item.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { person, type Person } from '../world/person.ts'

let world: FleetWorld
let ada: Person

beforeAll(async () => {
  world = await FleetWorld.make({}, { record: true, taskCount: 2 })
  const one = await world.coordinator()
  await world.worker(one, 'first', { slots: 4 })
  ada = await person(world, one.url, 'operator')
})

afterAll(async () => {
  ada.close()
  await world[Symbol.asyncDispose]()
})

const ORDER = { language: null }
const shownAt = (ref: string, path: string): string =>
  world.git(world.repository, 'show', `${ref}:${path}`)

/** Pushes as someone who only has the repository. */
function pushOnto(branch: string, file: string): void {
  const clone = mkdtempSync(join(world.root, 'theirs-'))
  world.git(world.root, 'clone', '--quiet', '--branch', branch, 'shop.git', clone)
  writeFileSync(join(clone, file), 'theirs\n')
  world.git(clone, 'add', '.')
  world.git(clone, 'commit', '--quiet', '-m', 'Theirs')
  world.git(clone, 'push', '--quiet', 'origin', branch)
}

const valueOf = <T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

async function read(item: WorkItem, document: string) {
  return valueOf<Extract<RpcReply<'document'>, { ok: true }>['value']>(
    await ada.call('document', { item, document }),
  )
}

async function runUntil(item: WorkItem, nogo: 'design'): Promise<void> {
  valueOf(await ada.call('start', { item, go: [], nogo: [nogo] }))
  await world.entry(item, 'run.completed')
}

it('a bug is reported over a fleet: its report is on a branch of its own, and an agent reads it', async () => {
  const item = bugItem(specNamed('crash').name)
  const description = 'The cart is empty after a reload.'
  expect(await ada.call('create', { item, description, ...ORDER })).toEqual({
    ok: true,
    value: null,
  })
  const report = '.kiro/bugs/crash/report.md'
  expect(shownAt('bugfix/crash', report)).toBe(
    '# Bug report: crash\n\nThe cart is empty after a reload.',
  )
  expect((await read(item, 'report.md')).text).toContain(description)
  expect(await ada.call('create', { item, description, ...ORDER })).toMatchObject({
    error: { code: 'ALREADY_EXISTS' },
  })
  valueOf(await ada.call('runPhase', { item, phase: 'analyze', fix: false }))
  await world.entry(item, 'run.completed')
  expect(await ada.call('folder', { item })).toMatchObject({
    value: {
      documents: expect.arrayContaining([
        expect.objectContaining({ name: 'analysis.md' }),
        expect.objectContaining({ name: 'report.md' }),
      ]) as object,
    },
  })
})

it('a name whose branch is already in the repository is refused: no work of others is overwritten', async () => {
  world.git(world.repository, 'branch', 'feature/theirs', 'main')
  world.git(world.repository, 'branch', 'bugfix/theirs', 'main')
  for (const item of [specNamed('theirs'), bugItem(specNamed('theirs').name)])
    expect(await ada.call('create', { item, description: '', ...ORDER })).toMatchObject({
      error: { code: 'GIT_REFUSED' },
    })
})

it('a report whose branch was pushed and that got no further is made again under its name', async () => {
  const item = bugItem(specNamed('cut-short').name)
  const made = { item, description: 'It stops.', ...ORDER }
  valueOf(await ada.call('create', made))
  const pushed = world.git(world.repository, 'rev-parse', 'bugfix/cut-short')
  // As when the coordinator is killed after the push.
  const { pool } = world.database
  await pool.query(`delete from sdd.items where name = 'cut-short'`)
  const other = { ...made, description: 'It is slow.' }
  expect(await ada.call('create', other)).toMatchObject({ error: { code: 'GIT_REFUSED' } })
  valueOf(await ada.call('create', made))
  expect(world.git(world.repository, 'rev-parse', 'bugfix/cut-short')).toBe(pushed)
  expect((await read(item, 'report.md')).text).toContain('It stops.')
  await pool.query(`delete from sdd.items where name = 'cut-short'`)
  pushOnto('bugfix/cut-short', 'theirs.txt')
  expect(await ada.call('create', made)).toMatchObject({ error: { code: 'GIT_REFUSED' } })
})

it('a document is edited over a fleet: a commit on the branch, which the next agent works from', async () => {
  const item = await world.newSpec('edited')
  await runUntil(item, 'design')
  const before = await read(item, 'requirements.md')
  const text = `${before.text}\n## More\n\nThe user stays logged in.\n`
  const edit = { item, document: 'requirements.md', text, base: before.version }
  const { version } = valueOf(await ada.call('saveDocument', edit))
  expect(await read(item, 'requirements.md')).toMatchObject({ text, version })
  expect(
    world.git(world.repository, 'log', '-1', '--format=%s|%(trailers)', 'feature/edited'),
  ).toBe('edited: requirements.md edited|Sdd-By: Ada')
  expect(await ada.call('saveDocument', edit)).toEqual({
    ok: false,
    error: { code: 'DOCUMENT_CHANGED', item, document: 'requirements.md', version },
  })
  expect(await ada.call('approval', { item, document: 'requirements.md' })).toMatchObject({
    value: { by: 'auto-execution', state: 'changed', text: before.text },
  })
  pushOnto('feature/edited', 'theirs.txt')
  const note = { item, document: 'notes.md', text: '# Notes\n', base: null }
  valueOf(await ada.call('saveDocument', note))
  expect(shownAt('feature/edited', 'theirs.txt')).toBe('theirs')
  expect(await ada.call('saveDocument', note)).toMatchObject({
    error: { code: 'DOCUMENT_CHANGED' },
  })
  valueOf(await ada.call('start', { item, go: ['design'], nogo: ['tasks'] }))
  await vi.waitFor(
    async () =>
      expect((await world.types(item)).filter((t) => t === 'run.completed')).toHaveLength(2),
    { timeout: 100_000 },
  )
  expect(shownAt('feature/edited', '.kiro/specs/edited/requirements.md')).toContain('## More')
  expect(shownAt('feature/edited', '.kiro/specs/edited/notes.md')).toBe('# Notes')
})

it('what a worker is working on is not edited, and its push is not disturbed', async () => {
  world.mock.setScenario({
    record: true,
    taskCount: 2,
    overrides: [{ feature: 'held', hold: 'gate' }],
  })
  const item = await world.newSpec('held')
  valueOf(await ada.call('start', { item, go: [], nogo: ['design'] }))
  await vi.waitFor(
    () => expect(world.agentCalls().some(({ feature }) => feature === 'held')).toBe(true),
    { timeout: 100_000 },
  )
  const note = { item, document: 'notes.md', text: '# Notes\n', base: null }
  const refused = { ok: false, error: { code: 'ALREADY_EXECUTING', item } }
  expect(await ada.call('saveDocument', note)).toEqual(refused)
  expect(await ada.call('archive', { item })).toEqual(refused)
  world.mock.release('gate')
  await world.entry(item, 'run.completed')
  valueOf(await ada.call('saveDocument', note))
})

it('lines are commented on over a fleet; the next agent is given what is open', async () => {
  const item = specNamed('noted')
  valueOf(await ada.call('create', { item, description: 'Notes', ...ORDER }))
  const on = { item, document: 'requirements.md', line: 1, quote: '# Requirements' }
  const open = valueOf(await ada.call('comment', { ...on, text: 'Name the passkey too.' }))
  const done = valueOf(await ada.call('comment', { ...on, text: 'This is settled.' }))
  expect(open.author).toBe('Ada')
  valueOf(await ada.call('resolveComment', { item, id: done.id, resolved: true }))
  expect(await ada.call('resolveComment', { item, id: 'comment_0', resolved: true })).toMatchObject(
    {
      error: { code: 'NO_COMMENT' },
    },
  )
  expect(await ada.call('folder', { item })).toMatchObject({
    value: { comments: [open, { ...done, resolvedAt: expect.any(String) as string }] },
  })
  expect(await ada.call('board', {})).toMatchObject({
    value: {
      rows: expect.arrayContaining([expect.objectContaining({ item, openComments: 1 })]) as object,
    },
  })
  await runUntil(item, 'design')
  const call = world.agentCalls().find((one) => one.feature === 'noted')
  const { prompt } = world.mock.recorded(call?.agentId ?? '')
  expect([prompt.includes('Name the passkey too.'), prompt.includes('This is settled.')]).toEqual([
    true,
    false,
  ])
  valueOf(await ada.call('deleteComment', { item, id: open.id }))
  expect(await ada.call('folder', { item })).toMatchObject({
    value: { comments: [{ id: done.id }] },
  })
})

it('what an item changes is shown over a fleet, file by file, against the base of its branch', async () => {
  const item = bugItem(specNamed('seen').name)
  valueOf(await ada.call('create', { item, description: 'It is slow.', ...ORDER }))
  const changes = valueOf(await ada.call('changes', { item }))
  if (changes.state !== 'ok') throw new Error(changes.state)
  expect(changes.base.hash).toBe(world.git(world.repository, 'rev-parse', 'main'))
  expect(changes.files).toMatchObject([
    { path: '.kiro/bugs/seen/report.md', status: 'added', added: 3, owner: { by: 'item' } },
  ])
  const asked = { item, base: changes.base.hash }
  const file = { path: '.kiro/bugs/seen/report.md', from: null }
  const patches = valueOf(await ada.call('patches', { ...asked, files: [file] }))
  expect(patches[0]?.text).toContain('+It is slow.')
  const other = { path: 'README.md', from: null }
  expect(await ada.call('patches', { ...asked, files: [other] })).toMatchObject({
    value: [{ text: null }],
  })
  expect(await ada.call('changes', { item: await world.newSpec('blank') })).toMatchObject({
    value: { state: 'no-commit' },
  })
})

it('an item is archived, listed and restored; its name stays taken meanwhile', async () => {
  const item = specNamed('aside')
  const made = { item, description: '', ...ORDER }
  valueOf(await ada.call('create', made))
  valueOf(await ada.call('archive', { item }))
  expect(await ada.call('status', { item })).toMatchObject({ error: { code: 'NOT_FOUND' } })
  expect(await ada.call('start', { item, go: [], nogo: [] })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  })
  expect(await ada.call('create', made)).toMatchObject({ error: { code: 'ALREADY_EXISTS' } })
  const [archived] = valueOf(await ada.call('archived', {}))
  expect(archived).toMatchObject({ item, how: 'archived' })
  expect(await ada.call('restore', { id: '0' })).toMatchObject({
    error: { code: 'NOT_IN_ARCHIVE' },
  })
  expect(await ada.call('restore', { id: archived?.id ?? '' })).toMatchObject({ value: { item } })
  valueOf(await ada.call('deleteSpec', { item }))
  expect(await ada.call('archived', {})).toMatchObject({ value: [{ item, how: 'deleted' }] })
  valueOf(await ada.call('restore', { id: archived?.id ?? '' }))
  expect(await ada.call('status', { item })).toMatchObject({ value: [{ item }] })
})
