import type { SpecItem } from '../../src/contracts/work-item.ts'
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RpcInput, RpcMethod } from '../../src/contracts/rpc.ts'
import { observedFiles } from '../../src/testkit/observed-files.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentStarted, refusal } from './flows/flow-world.ts'

async function ask<M extends RpcMethod>(world: ProjectWorld, method: M, input: RpcInput<M>) {
  const reply = await world.host.call(method, input)
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

const read = (world: ProjectWorld, item: SpecItem, document: string) =>
  ask(world, 'document', { item, document })

describe('documents', () => {
  it('are listed and read, markdown only', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    world.write(a, 'design.md', '\uFEFF# 設計\n')
    world.write(a, 'document-review-1.md', 'x')
    world.write(a, 'notes.txt', 'x')
    const { documents, comments } = await ask(world, 'folder', { item: a })
    expect(documents).toMatchObject([
      { name: 'design.md', bytes: 12 },
      { name: 'document-review-1.md', bytes: 1 },
    ])
    expect(comments).toEqual([])
    const content = await read(world, a, 'design.md')
    expect(content).toMatchObject({ name: 'design.md', text: '# 設計\n', truncated: false })
    expect(content.version).toMatch(/^[0-9a-f]{16}$/)
    const missing = await world.host.call('document', { item: a, document: 'x.md' })
    expect(refusal(missing)).toMatchObject({ code: 'NO_DOCUMENT', document: 'x.md' })
  })

  it('that are very large are cut and cannot be saved', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    world.write(a, 'design.md', '設'.repeat(1_000_000))
    const content = await read(world, a, 'design.md')
    expect(content.truncated).toBe(true)
    expect(content.text).toBe('設'.repeat(Math.floor((2 * 1024 * 1024) / 3)))
    const save = { item: a, document: 'design.md', text: 'x', base: content.version }
    expect(refusal(await world.host.call('saveDocument', save)).code).toBe('DOCUMENT_TOO_LARGE')
    const huge = { item: a, document: 'new.md', text: 'x'.repeat(2_097_153), base: null }
    expect(refusal(await world.host.call('saveDocument', huge)).code).toBe('DOCUMENT_TOO_LARGE')
  })

  it('are saved on the version they were made from, with their mode, line ends and mark', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const path = join(world.specDir(a), 'design.md')
    world.write(a, 'design.md', '\uFEFFone\r\ntwo\r\n')
    chmodSync(path, 0o600)
    const { version: base } = await read(world, a, 'design.md')
    const journal = world.read(a, 'event-log.jsonl')
    const save = { item: a, document: 'design.md', text: 'one\n2\r\n', base }
    const { version } = await ask(world, 'saveDocument', save)
    expect(readFileSync(path, 'utf8')).toBe('\uFEFFone\r\n2\r\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await read(world, a, 'design.md')).version).toBe(version)
    expect(world.read(a, 'event-log.jsonl')).toBe(journal)
    const fresh = { item: a, document: 'research.md', text: 'new\n', base: null }
    await ask(world, 'saveDocument', fresh)
    expect(world.read(a, 'research.md')).toBe('new\n')
  })

  it('that have changed, gone or come meanwhile are not overwritten', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    world.write(a, 'design.md', 'one')
    const { version: base } = await read(world, a, 'design.md')
    const save = { item: a, document: 'design.md', text: 'mine', base }
    world.write(a, 'design.md', 'two')
    const { version } = await read(world, a, 'design.md')
    const refused = { code: 'DOCUMENT_CHANGED', item: a, document: 'design.md', version }
    expect(refusal(await world.host.call('saveDocument', save))).toEqual(refused)
    const asNew = { ...save, base: null }
    expect(refusal(await world.host.call('saveDocument', asNew))).toEqual(refused)
    expect(world.read(a, 'design.md')).toBe('two')
    rmSync(join(world.specDir(a), 'design.md'))
    expect(refusal(await world.host.call('saveDocument', save))).toEqual({
      ...refused,
      version: null,
    })
  })

  it('that an agent changes while they are being written are not overwritten', async () => {
    let meddle = (): void => undefined
    await using world = await openWorld({
      files: observedFiles(({ kind, file }) => {
        if (kind === 'replace' && file === 'design.md') meddle()
      }),
    })
    const a = await world.newSpec('a')
    world.write(a, 'design.md', 'one')
    const { version: base } = await read(world, a, 'design.md')
    meddle = () => world.write(a, 'design.md', "the agent's")
    const save = { item: a, document: 'design.md', text: 'mine', base }
    expect(refusal(await world.host.call('saveDocument', save)).code).toBe('DOCUMENT_CHANGED')
    expect(world.read(a, 'design.md')).toBe("the agent's")
  })

  it('of two saves at once one wins and the other is told', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    world.write(a, 'design.md', 'one')
    const { version: base } = await read(world, a, 'design.md')
    const replies = await Promise.all(
      ['x', 'y'].map((text) =>
        world.host.call('saveDocument', { item: a, document: 'design.md', text, base }),
      ),
    )
    expect(replies.map(({ ok }) => ok)).toEqual([true, false])
    expect(world.read(a, 'design.md')).toBe('x')
  })

  it('of two saves of a steering document at once one wins and the other is told', async () => {
    await using world = await openWorld()
    const replies = await Promise.all(
      ['x', 'y'].map((text) =>
        world.host.call('saveSteering', { name: 'product.md', text, base: null }),
      ),
    )
    expect(replies).toMatchObject([
      { ok: true },
      { ok: false, error: { code: 'DOCUMENT_CHANGED', document: 'product.md' } },
    ])
    const saved = join(world.folders.kiroDir, 'steering', 'product.md')
    expect(readFileSync(saved, 'utf8')).toBe('x')
  })

  it('can be saved while a run is live', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    const save = { item: a, document: 'research.md', text: 'mine', base: null }
    expect(await world.host.call('saveDocument', save)).toMatchObject({ ok: true })
  })

  it('that are no text are left as they are', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const bytes = Buffer.from([0x61, 0xff, 0x62])
    writeFileSync(join(world.specDir(a), 'design.md'), bytes)
    const { version: base } = await read(world, a, 'design.md')
    const save = { item: a, document: 'design.md', text: 'a?b', base }
    expect(refusal(await world.host.call('saveDocument', save)).code).toBe('SPEC_UNREADABLE')
    expect(readFileSync(join(world.specDir(a), 'design.md'))).toEqual(bytes)
  })
})

describe('comments', () => {
  it('are added, resolved, opened again and deleted; what others wrote is kept', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const theirs = {
      id: 'theirs',
      document: 'design.md',
      line: 2,
      quote: 'q',
      text: 'why?',
      author: 'them',
      createdAt: '2025-01-01T00:00:00.000Z',
      colour: 'green',
    }
    world.write(a, 'comments.json', JSON.stringify([theirs]))
    const about = { item: a, document: 'tasks.md', line: 3, quote: 'x' }
    const [first, second] = await Promise.all([
      ask(world, 'comment', { ...about, text: 'one' }),
      ask(world, 'comment', { ...about, text: 'two' }),
    ])
    expect(first.author).not.toBe('')
    const stored = () => JSON.parse(world.read(a, 'comments.json')) as Record<string, unknown>[]
    expect(stored()).toEqual([theirs, first, second])
    await ask(world, 'resolveComment', { item: a, id: 'theirs', resolved: true })
    expect(stored()[0]).toMatchObject({ colour: 'green', resolvedAt: expect.any(String) })
    await ask(world, 'resolveComment', { item: a, id: 'theirs', resolved: false })
    expect(stored()[0]).toMatchObject({ colour: 'green', resolvedAt: null })
    await ask(world, 'deleteComment', { item: a, id: first.id })
    expect(stored().map(({ id }) => id)).toEqual(['theirs', second.id])
    const folder = await ask(world, 'folder', { item: a })
    expect(folder.comments.map(({ id }) => id)).toEqual(['theirs', second.id])
    const unknown = await world.host.call('deleteComment', { item: a, id: first.id })
    expect(refusal(unknown)).toEqual({ code: 'NO_COMMENT', id: first.id })
  })

  it('in a file that cannot be read are refused, and the file is left as it is', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    world.write(a, 'comments.json', '[{')
    world.write(a, 'design.md', 'x')
    const comment = { item: a, document: 'design.md', line: 1, quote: '', text: 'x' }
    const error = refusal(await world.host.call('comment', comment))
    expect(error).toMatchObject({ code: 'SPEC_UNREADABLE' })
    expect(JSON.stringify(error)).toContain('comments.json')
    expect(world.read(a, 'comments.json')).toBe('[{')
    const { documents } = await ask(world, 'folder', { item: a })
    expect(documents).toHaveLength(1)
  })
})

describe('the journal of a spec', () => {
  it('comes newest first, page by page, without what cannot be read', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    await world.host.rested()
    const all = world.journal(a)
    const lines = world.read(a, 'event-log.jsonl').split('\n')
    lines.splice(3, 0, 'not an entry', '{"seq":4}')
    world.write(a, 'event-log.jsonl', lines.join('\n'))
    const seen = []
    let before: number | null = null
    for (;;) {
      const page: Awaited<ReturnType<typeof ask<'journal'>>> = await ask(world, 'journal', {
        item: a,
        before,
        limit: 7,
      })
      seen.push(...page.entries)
      before = page.entries.at(-1)?.seq ?? null
      expect(page.entries.length).toBeLessThanOrEqual(7)
      if (!page.hasMore) break
    }
    expect(seen).toEqual(all.toReversed())
    rmSync(join(world.specDir(a), 'event-log.jsonl'))
    const none = await ask(world, 'journal', { item: a, before: null, limit: 7 })
    expect(none).toEqual({ entries: [], hasMore: false })
  })
})
