import { specNamed } from '../../src/contracts/work-item.ts'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callTable, type RpcMethod } from '../../src/contracts/rpc.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

const MAKE_FIFO = 'mkfifo'
const SECRET = 'nobody else may read this'

/** Each is valid for its kind, so that it would be shown if it were read. */
const OUTSIDE: Record<string, string> = {
  'requirements.md': SECRET,
  'secret.md': SECRET,
  'comments.json': JSON.stringify([
    { id: 'c', document: 'a.md', line: 1, quote: '', text: SECRET, author: '', createdAt: '' },
  ]),
  'event-log.jsonl': `${JSON.stringify({
    seq: 1,
    time: '',
    type: 'run.reset',
    level: 'info',
    message: SECRET,
  })}\n`,
}

/** Calls the host like the server does: first the schema, then the host. */
async function call(world: ProjectWorld, method: RpcMethod, input: unknown): Promise<unknown> {
  const parsed = callTable[method].input.safeParse(input)
  return parsed.success ? world.host.call(method, parsed.data as never) : 'refused by the schema'
}

async function worldWithSecret(): Promise<ProjectWorld & { outside: string }> {
  const world = await openWorld()
  const outside = join(world.root, 'outside')
  mkdirSync(outside)
  for (const [name, text] of Object.entries(OUTSIDE)) writeFileSync(join(outside, name), text)
  writeFileSync(join(outside, 'spec.json'), JSON.stringify({ description: 'outside' }))
  await world.newSpec('a')
  return Object.assign(world, { outside })
}

const untouched = (outside: string): void => {
  for (const [name, text] of Object.entries(OUTSIDE))
    expect(readFileSync(join(outside, name), 'utf8')).toBe(text)
}

const NAMES = [
  '../secret.md',
  '../../outside/secret.md',
  '/etc/passwd',
  '/etc/secret.md',
  'sub/../../secret.md',
  'sub/./secret.md',
  'sub//secret.md',
  'sub/.secret.md',
  '.sub/secret.md',
  'a/b/c/secret.md',
  'sub/secret.sh',
  'sub\n/secret.md',
  String.raw`..\secret.md`,
  '.secret.md',
  '..md',
  'secret.md\0.md',
  'spec.json',
  'event-log.jsonl',
  '',
]

const HOSTILE_NAMES = [
  '..',
  '.',
  '../a',
  '/etc',
  'a/../..',
  'a//b',
  'a/',
  '',
  'a\\b',
  'a\nb',
  'a\0b',
]

describe('paths', () => {
  it('X16 a document is a name, or a path below its folder: `..` and absolute ones are refused', async () => {
    await using world = await worldWithSecret()
    writeFileSync(join(world.folders.specsDir, 'secret.md'), SECRET)
    for (const document of NAMES) {
      const read = await call(world, 'document', { item: { kind: 'spec', name: 'a' }, document })
      expect(read, document).toBe('refused by the schema')
      const saved = { item: specNamed('a'), document, text: 'x', base: null }
      expect(await call(world, 'saveDocument', saved), document).toBe('refused by the schema')
      const comment = { item: specNamed('a'), document, line: 1, quote: '', text: 'x' }
      expect(await call(world, 'comment', comment), document).toBe('refused by the schema')
    }
  })

  it('X16 a folder of a spec that its format does not have holds no documents', async () => {
    await using world = await worldWithSecret()
    const sub = join(world.folders.specsDir, 'a', 'sub')
    mkdirSync(sub)
    writeFileSync(join(sub, 'secret.md'), SECRET)
    const about = { item: specNamed('a'), document: 'sub/secret.md' }
    const refused = { ok: false, error: { code: 'NO_DOCUMENT' } }
    expect(await call(world, 'document', about)).toMatchObject(refused)
    const saved = { ...about, text: 'x', base: null }
    expect(await call(world, 'saveDocument', saved)).toMatchObject(refused)
    expect(readFileSync(join(sub, 'secret.md'), 'utf8')).toBe(SECRET)
  })

  it('X16 a name leads nowhere but below the folder of all specs or bugs, in every call', async () => {
    await using world = await worldWithSecret()
    for (const name of HOSTILE_NAMES) {
      for (const kind of ['spec', 'bug']) {
        expect(await call(world, 'folder', { item: { kind, name } })).toBe('refused by the schema')
        const document = { item: { kind, name }, document: 'secret.md' }
        expect(await call(world, 'document', document)).toBe('refused by the schema')
      }
      const item = { kind: 'spec', name }
      for (const method of ['changes', 'archive', 'deleteSpec'] as const)
        expect(await call(world, method, { item })).toBe('refused by the schema')
      const page = { item, before: null, limit: 10 }
      expect(await call(world, 'journal', page)).toBe('refused by the schema')
    }
  })

  it('X16 a new spec or bug has a plain name', async () => {
    await using world = await worldWithSecret()
    for (const name of [...HOSTILE_NAMES, 'a/b', 'A', 'a.b', 'a b', '-a', 'a@openspec'])
      for (const kind of ['spec', 'bug']) {
        const made = { item: { kind, name }, description: '', language: null }
        expect(await call(world, 'create', made), name).toBe('refused by the schema')
      }
  })

  it('X16 a document that is a link is neither shown, read, saved nor commented on', async () => {
    await using world = await worldWithSecret()
    const { outside } = world
    const specDir = join(world.folders.specsDir, 'a')
    symlinkSync(join(outside, 'secret.md'), join(specDir, 'design.md'))
    symlinkSync(outside, join(specDir, 'folder.md'))
    symlinkSync(join(outside, 'not-there.md'), join(specDir, 'tasks.md'))
    expect(await call(world, 'folder', { item: { kind: 'spec', name: 'a' } })).toEqual({
      ok: true,
      value: { documents: [], comments: [] },
    })
    for (const document of ['design.md', 'folder.md', 'tasks.md']) {
      const refused = { ok: false, error: { code: 'NO_DOCUMENT', item: specNamed('a'), document } }
      const read = await call(world, 'document', { item: { kind: 'spec', name: 'a' }, document })
      expect(read).toEqual(refused)
      const saved = { item: specNamed('a'), document, text: 'x', base: null }
      expect(await call(world, 'saveDocument', saved)).toEqual(refused)
    }
    untouched(outside)
  })

  it('X16 a spec or bug folder that is a link leads nowhere', async () => {
    await using world = await worldWithSecret()
    const { outside, folders } = world
    mkdirSync(folders.bugsDir)
    symlinkSync(outside, join(folders.specsDir, 'linked'))
    symlinkSync(outside, join(folders.bugsDir, 'linked'))
    symlinkSync(join(folders.specsDir, 'a'), join(folders.specsDir, 'inner'))
    for (const [kind, name] of [
      ['spec', 'linked'],
      ['bug', 'linked'],
      ['spec', 'inner'],
    ]) {
      expect(await call(world, 'folder', { item: { kind, name } })).toMatchObject({ ok: false })
      const read = await call(world, 'document', { item: { kind, name }, document: 'secret.md' })
      expect(read).toMatchObject({ ok: false, error: { code: 'NO_DOCUMENT' } })
    }
    const item = specNamed('linked')
    const saved = { item, document: 'new.md', text: 'x', base: null }
    expect(await call(world, 'saveDocument', saved)).toMatchObject({ ok: false })
    const comment = { item, document: 'secret.md', line: 1, quote: '', text: 'x' }
    expect(await call(world, 'comment', comment)).toMatchObject({ ok: false })
    const page = { item, before: null, limit: 10 }
    expect(await call(world, 'journal', page)).toMatchObject({ ok: false })
    untouched(outside)
  })

  it('X16 specs that as a whole lie outside of the project are not served', async () => {
    await using world = await worldWithSecret()
    const { outside, folders } = world
    rmSync(folders.specsDir, { recursive: true })
    mkdirSync(join(outside, 'b'))
    writeFileSync(join(outside, 'b', 'secret.md'), SECRET)
    symlinkSync(outside, folders.specsDir)
    const read = await call(world, 'document', {
      item: { kind: 'spec', name: 'b' },
      document: 'secret.md',
    })
    expect(read).toMatchObject({ ok: false, error: { code: 'NO_DOCUMENT' } })
  })

  it('X16 comments and journal that are links are not followed either', async () => {
    await using world = await worldWithSecret()
    const { outside } = world
    const specDir = join(world.folders.specsDir, 'a')
    rmSync(join(specDir, 'event-log.jsonl'))
    symlinkSync(join(outside, 'event-log.jsonl'), join(specDir, 'event-log.jsonl'))
    symlinkSync(join(outside, 'comments.json'), join(specDir, 'comments.json'))
    const page = { item: specNamed('a'), before: null, limit: 10 }
    expect(await call(world, 'journal', page)).toEqual({
      ok: true,
      value: { entries: [], hasMore: false },
    })
    const comment = { item: specNamed('a'), document: 'design.md', line: 1, quote: '', text: 'x' }
    expect(await call(world, 'comment', comment)).toMatchObject({
      error: { code: 'LINK_REFUSED', path: join(specDir, 'comments.json') },
    })
    const folder = await call(world, 'folder', { item: { kind: 'spec', name: 'a' } })
    expect(folder).toMatchObject({ ok: true, value: { comments: [] } })
    untouched(outside)
  })

  it('X16 a link under the name of the temporary file does not lead a save outside', async () => {
    await using world = await worldWithSecret()
    const { outside } = world
    const specDir = join(world.folders.specsDir, 'a')
    symlinkSync(join(outside, 'secret.md'), join(specDir, `design.md.${process.pid}.tmp`))
    const saved = { item: specNamed('a'), document: 'design.md', text: 'mine', base: null }
    expect(await call(world, 'saveDocument', saved)).toMatchObject({ ok: true })
    expect(readFileSync(join(specDir, 'design.md'), 'utf8')).toBe('mine')
    untouched(outside)
  })

  it('X16 a pipe in place of a document does not make the host wait', async () => {
    await using world = await worldWithSecret()
    execFileSync(MAKE_FIFO, [join(world.folders.specsDir, 'a', 'design.md')])
    const document = { item: { kind: 'spec', name: 'a' }, document: 'design.md' }
    expect(await call(world, 'document', document)).toMatchObject({ ok: false })
  })

  it('X16 what is brought back from the archive is named by a plain id', async () => {
    await using world = await worldWithSecret()
    const { outside, folders } = world
    mkdirSync(folders.archiveDir)
    for (const id of ['../specs/a', '..', '.', '/etc', 'a/b', '', '../../outside', 'x'])
      expect(await call(world, 'restore', { id })).toMatchObject({
        ok: false,
        error: { code: 'NOT_IN_ARCHIVE' },
      })
    rmSync(folders.archiveDir, { recursive: true })
    symlinkSync(outside, folders.archiveDir)
    expect(await call(world, 'archive', { item: specNamed('a') })).toMatchObject({ ok: false })
    untouched(outside)
  })

  it('X16 agents are named by ids, never by paths', async () => {
    await using world = await worldWithSecret()
    for (const agentId of ['../../specs/a', '/etc', 'agent_x/../..', ''])
      expect(await call(world, 'agent', { agentId })).toBe('refused by the schema')
  })
})
