import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentStarted, entriesOf } from '../flows/flow-world.ts'

it('W1 W3 W5 code and documents of a run are in its worktree, and everything reads them there', async () => {
  await using world = new RepositoryWorld({ scenario: { taskCount: 2, ticksPerRun: [1, 'all'] } })
  const item = await world.newSpec('login')
  await world.open()
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'nogo' })
  await world.host.coordinator.drain()
  expect(entriesOf(world, item, 'workspace.created')).toMatchObject([
    { branch: 'feature/login', base: 'main' },
  ])
  const commits = entriesOf(world, item, 'workspace.committed')
  expect(commits.length).toBeGreaterThanOrEqual(2)
  expect(world.git('log', '--format=%s', 'main')).toBe('first')
  const trailers = world.git(
    'log',
    '--format=%(trailers:key=Sdd-Step,valueonly)',
    'main..feature/login',
  )
  for (const { stepId } of commits) expect(trailers).toContain(stepId)

  expect(world.read(item, 'tasks.md')).toContain('- [ ]')
  expect(existsSync(join(world.specDir(item), 'inspection-1.md'))).toBe(false)
  const tasks = readFileSync(world.live(item, 'tasks.md'), 'utf8')
  expect(tasks).not.toContain('- [ ]')
  expect(existsSync(world.live(item, 'inspection-1.md'))).toBe(true)
  for (const name of ['spec.json', 'event-log.jsonl', 'comments.json'])
    expect(existsSync(world.live(item, name))).toBe(false)

  const { host } = world
  const status = await host.call('status', { item })
  expect(status).toMatchObject({ ok: true, value: [{ tasks: { done: 2, total: 2 } }] })
  const board = await host.call('board', {})
  expect(board).toMatchObject({
    ok: true,
    value: { rows: [{ tasks: { done: 2 }, workspace: { kind: 'worktree', base: 'main' } }] },
  })
  const read = await host.call('document', { item, document: 'tasks.md' })
  if (!read.ok) throw new Error(read.error.code)
  expect(read.value.text).toBe(tasks)
  const saved = await host.call('saveDocument', {
    item,
    document: 'tasks.md',
    text: `${tasks}more\n`,
    base: read.value.version,
  })
  expect(saved.ok).toBe(true)
  expect(readFileSync(world.live(item, 'tasks.md'), 'utf8')).toMatch(/more\n$/)
  expect(world.read(item, 'tasks.md')).not.toMatch(/more/)
  const comment = { item, document: 'tasks.md', line: 1, quote: 'x', text: 'why?' }
  expect((await host.call('comment', comment)).ok).toBe(true)
  expect(existsSync(join(world.specDir(item), 'comments.json'))).toBe(true)

  writeFileSync(join(world.worktree(item), 'new.txt'), 'new\n')
  const changes = await host.call('changes', { item })
  if (!changes.ok || changes.value.state !== 'ok') throw new Error(JSON.stringify(changes))
  expect(changes.value.base.hash).toBe(world.git('rev-parse', 'main'))
  const files = changes.value.files.map(({ path, owner }) => [path, owner.by])
  expect(files).toContainEqual(['new.txt', 'item'])
  expect(files).toContainEqual(['.kiro/specs/login/inspection-1.md', 'item'])

  const heard = world.event(
    (event): event is Extract<typeof event, { type: 'files-changed' }> =>
      event.type === 'files-changed' && event.files.includes('design.md'),
  )
  appendFileSync(world.live(item, 'design.md'), 'edited\n')
  expect((await heard).item).toEqual(item)
})

it('W3 agents get the worktree as working directory and in SDD_WORKSPACE, and its folder as SDD_SPEC_DIR', async () => {
  await using world = new RepositoryWorld()
  const noted = join(world.root, 'noted')
  const cli = join(world.root, 'noting-claude')
  const line = '"$SDD_PHASE $PWD $SDD_WORKSPACE $SDD_SPEC_DIR"'
  writeFileSync(cli, `#!/bin/sh\necho ${line} >> ${noted}\nexec "$SDD_REAL_CLI" "$@"\n`, {
    mode: 0o755,
  })
  const real = world.env['SDD_CLAUDE_COMMAND']
  world.more = { SDD_CLAUDE_COMMAND: cli, SDD_REAL_CLI: real }
  const item = await world.newSpec('login')
  await world.open()
  await world.run(item)
  const lines = readFileSync(noted, 'utf8').split('\n')
  const { projectDir } = world.folders
  expect(lines).toContain(`design ${projectDir} ${projectDir} ${world.specDir(item)}`)
  const worktree = world.worktree(item)
  const live = join(worktree, '.kiro/specs/login')
  expect(lines).toContain(`impl ${worktree} ${worktree} ${live}`)
  expect(lines).toContain(`inspection ${worktree} ${worktree} ${live}`)
})

it('W7 a worktree that was removed pauses the next run with what was found; the journal is whole', async () => {
  await using world = new RepositoryWorld({ scenario: { taskCount: 2, ticksPerRun: [1, 0] } })
  const item = await world.newSpec('login')
  await world.open()
  const first = await world.run(item)
  expect(first.status).not.toBe('completed')
  execFileSync('rm', ['-rf', world.worktree(item)])
  const before = world.journal(item).length
  await world.host.call('reset', { item })
  expect(await world.resume(item).catch(() => world.run(item))).toMatchObject({
    status: 'paused',
    reason: 'workspace',
  })
  const [paused] = entriesOf(world, item, 'run.paused').slice(-1)
  expect(paused?.detail).toMatch(/was removed.*git worktree add --force/)
  expect(world.journal(item).length).toBeGreaterThan(before)
  expect(existsSync(world.worktree(item))).toBe(false)
})

it('W3 W6 a spec that is archived takes its live documents along, and loses none', async () => {
  await using world = new RepositoryWorld()
  const item = await world.newSpec('login')
  await world.open()
  await world.run(item)
  const tasks = readFileSync(world.live(item, 'tasks.md'), 'utf8')
  const copy = world.read(item, 'tasks.md')
  expect((await world.host.call('archive', { item })).ok).toBe(true)
  const archived = join(world.folders.archiveDir, 'login')
  expect(readFileSync(join(archived, 'tasks.md'), 'utf8')).toBe(tasks)
  expect(readFileSync(join(archived, 'tasks.md.checkout'), 'utf8')).toBe(copy)
  expect(existsSync(join(archived, 'inspection-1.md'))).toBe(true)
  expect(world.git('branch', '--list', 'feature/login')).not.toBe('')
})

it('T1 a journal that came with a clone and names another folder as worktree shows nothing of it', async () => {
  await using world = new RepositoryWorld()
  const item = await world.newSpec('login')
  const elsewhere = join(world.root, 'private')
  execFileSync('mkdir', ['-p', join(elsewhere, '.kiro/specs/login')])
  writeFileSync(join(elsewhere, '.kiro/specs/login/tasks.md'), '- [x] 1. secret\n')
  world.write(item, 'tasks.md', '- [ ] 1. mine\n')
  const line = {
    seq: 2,
    time: new Date().toISOString(),
    type: 'workspace.created',
    level: 'info',
    message: '',
    path: elsewhere,
    branch: 'feature/login',
    base: 'main',
    from: 'a'.repeat(40),
  }
  appendFileSync(join(world.specDir(item), 'event-log.jsonl'), `${JSON.stringify(line)}\n`)
  await world.open()
  const read = await world.host.call('document', { item, document: 'tasks.md' })
  expect(read).toMatchObject({ ok: true, value: { text: '- [ ] 1. mine\n' } })
})

it('W4 R16 items with worktrees of their own write code at once, also where the checkout is for one at a time', async () => {
  await using world = new RepositoryWorld({
    config: { exclusiveWorkingTree: true },
    scenario: { overrides: [{ phase: 'impl', hold: 'impl' }] },
  })
  const items = [await world.newSpec('one'), await world.newSpec('two')]
  await world.open()
  const ends = items.map((item) => world.run(item))
  for (const item of items) await agentStarted(world, item, { phase: 'impl' })
  expect(items.map((item) => entriesOf(world, item, 'run.waiting'))).toEqual([[], []])
  world.mock.release('impl')
  expect(await Promise.all(ends)).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
})
