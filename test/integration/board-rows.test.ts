import { specNamed } from '../../src/contracts/work-item.ts'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSpecRow, type Board, type ItemRow } from '../../src/contracts/views/board.ts'
import type { HostEvent } from '../../src/contracts/rpc.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentStarted, edit, specAt, tasks } from './flows/flow-world.ts'

async function boardOf(world: ProjectWorld): Promise<Board> {
  const reply = await world.host.call('board', {})
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

async function rowOf(world: ProjectWorld, name: string): Promise<ItemRow | undefined> {
  return (await boardOf(world)).rows.filter(isSpecRow).find(({ item }) => item.name === name)
}

type Told<T extends HostEvent['type']> = Extract<HostEvent, { type: T }>

const told = <T extends HostEvent['type']>(world: ProjectWorld, type: T): Told<T>[] =>
  world.events.filter((event): event is Told<T> => event.type === type)

const rowsSent = (world: ProjectWorld, name: string): ItemRow[] =>
  told(world, 'row').flatMap(({ row }) => (isSpecRow(row) && row.item.name === name ? [row] : []))

const specFolder = (world: ProjectWorld, name: string): string => join(world.folders.specsDir, name)

function writeSpec(world: ProjectWorld, name: string): void {
  mkdirSync(specFolder(world, name), { recursive: true })
  const json = {
    feature_name: name,
    description: `The ${name}`,
    created_at: '2025-01-01T00:00:00Z',
  }
  writeFileSync(join(specFolder(world, name), 'spec.json'), JSON.stringify(json))
}

describe('the board', () => {
  it('B1 shows what has passed by the same rule as the run: an early document has not', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [
          { phase: 'requirements', alsoWrite: { 'design.md': '# Design\n\nToo early.\n' } },
        ],
      },
    })
    const spec = await world.newSpec('alpha')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['design'] })
    await world.run(spec)

    const row = await rowOf(world, 'alpha')
    expect(row).toMatchObject({
      passed: ['requirements'],
      approvals: { design: { generated: true } },
      run: { status: 'completed', reason: 'nogo', phase: 'design' },
    })

    const changed = '# Design\n\nWritten by a person.\n'
    writeFileSync(join(world.specDir(spec), 'design.md'), changed)
    await until(() => rowsSent(world, 'alpha').at(-1)?.passed.includes('design') === true)
  })

  it('gives a page that asks for the first few those that were active last', async () => {
    await using world = await openWorld()
    const at = (name: string, day: number): void => {
      writeSpec(world, name)
      const document = join(specFolder(world, name), 'requirements.md')
      writeFileSync(document, '# Requirements\n')
      const time = new Date(Date.UTC(2025, 0, day))
      utimesSync(document, time, time)
    }
    at('a', 2)
    at('b', 3)
    at('c', 1)
    const reply = await world.host.call('board', { first: 2 })
    expect(reply.ok && reply.value.rows.filter(isSpecRow).map(({ item }) => item.name)).toEqual([
      'b',
      'a',
    ])
    expect((await boardOf(world)).rows.filter(isSpecRow)).toHaveLength(3)
  })

  it('tells of every spec what its files say', async () => {
    await using world = await openWorld()
    const a = await specAt(world, 'a', 'document-review')
    world.write(a, 'comments.json', comments(null, '2025-01-01T00:00:00Z'))
    await world.newSpec('b', 'Something else')
    const [first, second] = (await boardOf(world)).rows.filter(isSpecRow)
    expect(first).toMatchObject({
      item: specNamed('a'),
      run: { status: 'idle' },
      tasks: { done: 0, total: 4 },
      approvals: {
        requirements: { generated: true, approved: false },
        design: { generated: true },
        tasks: { generated: true },
      },
      openComments: 1,
      usage: { inputTokens: null, outputTokens: null, costUsd: null },
      problem: null,
    })
    expect(second).toMatchObject({
      item: specNamed('b'),
      description: 'Something else',
      approvals: { requirements: { generated: false } },
      tasks: null,
    })
    expect(Date.parse(second?.createdAt ?? '')).toBeGreaterThan(0)
    expect(Date.parse(second?.activeAt ?? '')).toBeGreaterThan(0)
  })

  it('counts a document as written as the run itself does', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    edit(world, a, (json) => ({
      ...json,
      approvals: { requirements: { generated: true, approved: true } },
    }))
    world.write(a, 'requirements.md', '# Requirements\n\n## Project Description (Input)\n\nIdea.\n')
    world.write(a, 'design.md', '  \n')
    expect((await rowOf(world, 'a'))?.approvals).toMatchObject({
      requirements: { generated: false, approved: true },
      design: { generated: false },
    })
    world.write(a, 'requirements.md', '# Requirements\n\nIt shall work.\n')
    await until(() => rowsSent(world, 'a').at(-1)?.approvals.requirements.generated === true)
  })

  it('names a spec that cannot be read', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    world.write(a, 'spec.json', '{ broken')
    expect((await rowOf(world, 'a'))?.problem).toContain('spec.json')
  })

  it('follows a run entry by entry, versions growing, and nothing is reported twice', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await boardOf(world)
    expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 7 })
    await until(() => rowsSent(world, 'a').at(-1)?.run.status === 'completed')
    const rows = rowsSent(world, 'a')
    expect(rows.map(({ version }) => version)).toEqual(
      rows.map(({ version }) => version).toSorted((x, y) => x - y),
    )
    const contents = rows.map((row) => JSON.stringify({ ...row, version: 0 }))
    for (const [index, content] of contents.entries()) expect(content).not.toBe(contents[index - 1])
    expect(rows.some(({ run }) => run.status === 'running')).toBe(true)
    const settled = await rowOf(world, 'a')
    expect(settled).toMatchObject({
      run: { status: 'completed', reason: 'nogo', phase: 'deploy' },
      mode: 'auto',
      inspections: [{ result: 'go' }],
      review: { status: 'approved' },
      redo: [],
    })
    expect(settled?.usage).toMatchObject({ agents: 7, unreportedTokens: 0 })
    expect(settled?.usage.inputTokens).toBeGreaterThan(0)
    expect(settled?.agentId).toBe(world.mock.calls().at(-1)?.agentId)
  })

  it('is silent when nothing has changed', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const b = await world.newSpec('b')
    await boardOf(world)
    world.write(a, 'notes.txt', 'nothing that a row shows')
    await until(() => told(world, 'files-changed').some(({ item }) => item.name === 'a'))
    world.write(b, 'requirements.md', 'text')
    await until(() => rowsSent(world, 'b').length > 0)
    expect(rowsSent(world, 'a')).toEqual([])
  })

  it('shows a run that no one drives as interrupted, and as running once it is taken up', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    await world.closeHost()
    world.events.length = 0
    await world.open()
    expect((await rowOf(world, 'a'))?.run).toMatchObject({
      status: 'paused',
      reason: 'interrupted',
      phase: 'requirements',
    })
    expect(await world.host.recoverAll()).toEqual([specNamed('a')])
    await until(() => rowsSent(world, 'a').at(-1)?.run.status === 'running')
    expect(await world.host.recoverAll()).toEqual([])
  })

  it('tells of specs that appear and go, also when all of them go and come again', async () => {
    await using world = await openWorld()
    await world.newSpec('a')
    await boardOf(world)
    writeSpec(world, 'by-hand')
    await until(() => rowsSent(world, 'by-hand').length > 0)
    rmSync(specFolder(world, 'by-hand'), { recursive: true })
    await until(() => told(world, 'row-gone').some(({ item }) => item.name === 'by-hand'))

    const { specsDir } = world.folders
    const aside = join(world.root, 'aside')
    renameSync(specsDir, aside)
    await until(() => told(world, 'row-gone').some(({ item }) => item.name === 'a'))
    expect((await boardOf(world)).rows.filter(isSpecRow)).toEqual([])
    world.events.length = 0
    mkdirSync(specsDir)
    writeSpec(world, 'later')
    await until(() => rowsSent(world, 'later').length > 0)
    world.events.length = 0
    writeFileSync(join(specFolder(world, 'later'), 'requirements.md'), 'text')
    await until(() => rowsSent(world, 'later').at(-1)?.approvals.requirements.generated === true)
    // A file written before the new folder was watched is reported without its name.
    const isReported = ({ files }: { files: string[] }): boolean =>
      files.length === 0 || files.includes('requirements.md')
    await until(() => told(world, 'files-changed').some(isReported))
  })

  it('shows bugs by their file or by what is written of them', async () => {
    await using world = await openWorld()
    const bug = (name: string, files: Record<string, string>): void => {
      const dir = join(world.folders.bugsDir, name)
      mkdirSync(dir, { recursive: true })
      for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
    }
    bug('told', { 'bug.json': '{"phase":"verified"}', 'report.md': 'x' })
    bug('written', { 'report.md': 'x', 'analysis.md': 'y' })
    bug('broken', { 'bug.json': '{', 'fix.md': 'x' })
    const bugs = (await boardOf(world)).rows.filter((row) => !isSpecRow(row))
    expect(bugs.map(({ item, phase }) => [item.name, phase])).toEqual([
      ['broken', 'fixed'],
      ['told', 'verified'],
      ['written', 'analyzed'],
    ])
    expect(bugs[0]?.problem).toContain('bug.json')
    bug('written', { 'fix.md': 'z' })
    bug('new', { 'report.md': 'x' })
    await until(() => told(world, 'row').some(({ row }) => row.phase === 'fixed'))
    await until(() => told(world, 'row').some(({ row }) => row.item.name === 'new'))
    rmSync(join(world.folders.bugsDir, 'told'), { recursive: true })
    await until(() => told(world, 'row-gone').some(({ item }) => item.name === 'told'))
  })

  it('answers for 1,000 specs without holding up anything else', async () => {
    await using world = await openWorld()
    for (let index = 0; index < 1000; index++) {
      writeSpec(world, `spec-${index}`)
      writeFileSync(join(specFolder(world, `spec-${index}`), 'tasks.md'), tasks(' ', 'x'))
    }
    let turns = 0
    const turning = setInterval(() => turns++, 0)
    const board = await boardOf(world)
    clearInterval(turning)
    expect(board.rows.filter(isSpecRow)).toHaveLength(1000)
    expect(turns).toBeGreaterThan(3)
    const before = world.events.length
    expect((await boardOf(world)).rows.filter(isSpecRow)[0]).toBe(board.rows.filter(isSpecRow)[0])
    expect(world.events.slice(before)).toEqual([])
  })

  it('tells what an agent asks, and no longer once it is answered or its host is gone', async () => {
    await using world = await openWorld({ scenario: { asks: 'Bash' } })
    const a = await specAt(world, 'a', 'inspection')
    await boardOf(world)
    await world.host.coordinator.start(a)
    await until(() => rowsSent(world, 'a').at(-1)?.run.waitingFor === 'answer')
    const asking = rowsSent(world, 'a').at(-1)
    expect(asking?.run).toMatchObject({ status: 'running', waitingFor: 'answer' })
    expect(asking?.run.waitingUntil).not.toBeNull()
    expect(asking?.question).toMatchObject({ tool: 'Bash', summary: 'npm test' })
    await world.closeHost()
    world.events.length = 0
    await world.open()
    expect(await rowOf(world, 'a')).toMatchObject({
      run: { status: 'paused', reason: 'interrupted', waitingFor: null },
      question: null,
    })
    const run = world.resume(a)
    await until(() => rowsSent(world, 'a').at(-1)?.run.waitingFor === 'answer')
    await world.host.call('answer', { item: a, answer: 'allow' })
    expect(await run).toMatchObject({ status: 'completed' })
    expect(await rowOf(world, 'a')).toMatchObject({ question: null, run: { waitingFor: null } })
  })

  it('tells of a running agent what it has said and used', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    const { agent } = await world.event(
      (event): event is Told<'agent'> =>
        event.type === 'agent' && event.agent.lastOutputAt !== null && event.agent.endedAt === null,
    )
    expect(agent).toMatchObject({ item: specNamed('a'), status: 'running' })
    const reply = await world.host.call('agents', {})
    expect(reply).toMatchObject({ ok: true, value: [{ agentId: agent.agentId }] })
  })

  it('knows the agents of earlier hosts, and what they have cost', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    const before = await rowOf(world, 'a')
    expect(before?.usage).toMatchObject({ agents: 7 })
    await world.closeHost()
    await world.open()
    const agents = await world.host.call('agents', {})
    expect(agents.ok && agents.value.map(({ phase }) => phase)).toEqual(
      world.mock.calls().map(({ phase }) => phase),
    )
    expect((await rowOf(world, 'a'))?.usage).toEqual(before?.usage)
  })

  it('a host that no one asks for rows makes none', async () => {
    await using world = await openWorld()
    expect(await world.run(await world.newSpec('a'))).toMatchObject({ status: 'completed' })
    expect(told(world, 'row')).toEqual([])
  })
})

const comments = (...resolved: (string | null)[]): string =>
  JSON.stringify(
    resolved.map((resolvedAt, index) => ({
      id: `c${index}`,
      document: 'design.md',
      line: 1,
      quote: '',
      text: 'why?',
      author: 'me',
      createdAt: '2025-01-01T00:00:00Z',
      resolvedAt,
    })),
  )
