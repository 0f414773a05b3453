import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ApprovalView } from '../../src/contracts/views/documents.ts'
import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { HostWorld } from './host-world.ts'

const OPENSPEC = specNamed('add-search@openspec')
const SPEC_KIT = specNamed('001-clerk-search@spec-kit')
const DELTA = 'specs/search/spec.md'

class DocumentsWorld extends HostWorld {
  constructor() {
    super(FIXTURE_PROJECTS.at(-1)?.files ?? {})
  }

  async documents(item: SpecItem): Promise<string[]> {
    const reply = await (await this.host()).call('folder', { item })
    return reply.ok ? reply.value.documents.map(({ name }) => name) : []
  }
}

it('what a format keeps in folders of an item are documents of it', async () => {
  await using world = new DocumentsWorld()
  expect(await world.documents(OPENSPEC)).toEqual(['proposal.md', 'tasks.md', DELTA])
  const names = await world.documents(SPEC_KIT)
  expect(names).toContain('checklists/requirements.md')
  expect(names).toContain('contracts/search.yaml')
  const host = await world.host()
  const read = await host.call('document', { item: OPENSPEC, document: DELTA })
  expect(read).toMatchObject({ ok: true, value: { name: DELTA } })
})

it('such a document is saved and commented on like any other', async () => {
  await using world = new DocumentsWorld()
  const host = await world.host()
  const read = await host.call('document', { item: OPENSPEC, document: DELTA })
  if (!read.ok) throw new Error(read.error.code)
  const { version: base } = read.value
  const saved = await host.call('saveDocument', {
    item: OPENSPEC,
    document: DELTA,
    text: 'Changed\n',
    base,
  })
  expect(saved.ok).toBe(true)
  const file = join(world.project, 'openspec/changes/add-search', DELTA)
  expect(readFileSync(file, 'utf8')).toBe('Changed\n')
  const said = { line: 1, quote: 'Changed', text: 'Why?' }
  expect((await host.call('comment', { item: OPENSPEC, document: DELTA, ...said })).ok).toBe(true)
  expect(await host.call('folder', { item: OPENSPEC })).toMatchObject({
    value: { comments: [{ document: DELTA, text: 'Why?' }] },
  })
})

it('X16 no link is followed to one, and no other folder is reached', async () => {
  await using world = new DocumentsWorld()
  const host = await world.host()
  const item = join(world.project, 'openspec/changes/add-search')
  const outside = join(world.root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'spec.md'), 'secret\n')
  symlinkSync(outside, join(item, 'specs/linked'))
  symlinkSync(join(outside, 'spec.md'), join(item, 'specs/search/other.md'))
  mkdirSync(join(item, 'notes'))
  writeFileSync(join(item, 'notes/spec.md'), 'not a document\n')
  expect(await world.documents(OPENSPEC)).toEqual(['proposal.md', 'tasks.md', DELTA])
  for (const document of ['specs/linked/spec.md', 'specs/search/other.md', 'notes/spec.md']) {
    const about = { item: OPENSPEC, document }
    expect(await host.call('document', about)).toMatchObject({ error: { code: 'NO_DOCUMENT' } })
    const write = { ...about, text: 'changed\n', base: null }
    expect(await host.call('saveDocument', write)).toMatchObject({ ok: false })
  }
  expect(readFileSync(join(outside, 'spec.md'), 'utf8')).toBe('secret\n')
  const absent = { item: OPENSPEC, document: 'specs/none/spec.md', text: 'x', base: null }
  expect(await host.call('saveDocument', absent)).toMatchObject({ ok: false })
})

async function approvalOf(world: DocumentsWorld, document: string): Promise<ApprovalView | null> {
  const host = await world.host()
  const reply = await host.call('approval', { item: OPENSPEC, document })
  if (!reply.ok) throw new Error(reply.error.code)
  return reply.value
}

const CHANGE = 'openspec/changes/add-search'
const OTHER = 'specs/alarm/spec.md'

it('the approval of a proposal covers the requirements in its folders', async () => {
  await using world = new DocumentsWorld()
  const before = readFileSync(join(world.project, CHANGE, DELTA), 'utf8')
  const { coordinator } = await world.host()
  expect(await approvalOf(world, DELTA)).toBeNull()
  expect(await coordinator.approve(OPENSPEC, 'requirements')).toMatchObject({ ok: true })
  expect(await approvalOf(world, DELTA)).toMatchObject({ by: 'person', state: 'same', others: [] })
  expect(await approvalOf(world, 'proposal.md')).toMatchObject({ state: 'same', others: [] })
  world.write(`${CHANGE}/${DELTA}`, 'Changed\n')
  world.write(`${CHANGE}/${OTHER}`, 'New\n')
  expect(await approvalOf(world, DELTA)).toMatchObject({ state: 'changed', text: before })
  expect(await approvalOf(world, OTHER)).toMatchObject({ state: 'changed', text: '' })
  expect(await approvalOf(world, 'proposal.md')).toMatchObject({
    state: 'same',
    others: [OTHER, DELTA],
  })
  rmSync(join(world.project, CHANGE, DELTA))
  expect(await approvalOf(world, 'proposal.md')).toMatchObject({ others: [OTHER, DELTA] })
})

it('R8 a rejected proposal counts again once its requirements have changed', async () => {
  await using world = new DocumentsWorld()
  const { coordinator } = await world.host()
  await coordinator.approve(OPENSPEC, 'requirements')
  await coordinator.reject(OPENSPEC, 'requirements', 'The scenario is missing')
  expect(await coordinator.approve(OPENSPEC, 'requirements')).toMatchObject({ ok: false })
  world.write(`${CHANGE}/${DELTA}`, 'Changed\n')
  expect(await coordinator.approve(OPENSPEC, 'requirements')).toMatchObject({ ok: true })
})
