import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostEvent } from '../../src/contracts/rpc.ts'
import type { AskAbout, Turn } from '../../src/contracts/views/asks.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentIdsOnDisk } from '../../src/host/agents/folder/agents-on-disk.ts'

const SIMULATED = { agent: 'simulated', simulated: { fast: true } }

type Asked = Extract<HostEvent, { type: 'asked' }>

const ended = async (world: ProjectWorld, id: string): Promise<Turn> => {
  const { turn } = await world.event(
    (event): event is Asked =>
      event.type === 'asked' &&
      event.turn.id === id &&
      !['queued', 'running'].includes(event.turn.status),
  )
  return turn
}

async function ask(world: ProjectWorld, about: AskAbout, text: string): Promise<Turn> {
  const fresh = text.startsWith('Something else')
  const reply = await world.host.call('ask', { about, text, fresh })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return ended(world, reply.value.id)
}

const argsOf = (world: ProjectWorld, id: string): string[] => {
  const record = join(world.folders.agentsDir, id, 'record.json')
  return (JSON.parse(readFileSync(record, 'utf8')) as { args: string[] }).args
}

function repository({ folders }: ProjectWorld): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@x.org', ...args], {
      cwd: folders.projectDir,
    })
  git('init', '-q', '-b', 'main')
  writeFileSync(join(folders.projectDir, 'app.txt'), 'one\n')
  git('add', 'app.txt')
  git('commit', '-q', '-m', 'first')
}

describe('a question about a spec', () => {
  it('is answered by an agent that may only read; the next one continues its session', async () => {
    await using world = await openWorld({ config: SIMULATED })
    repository(world)
    const login = await world.newSpec('login')
    const before = world.journal(login)
    const first = await ask(world, login, 'What is open?')
    expect(first).toMatchObject({ status: 'answered', agent: 'simulated', changed: [] })
    expect(first.answer).toContain('You asked: "What is open?"')
    expect(first.usage).not.toBeNull()
    const args = argsOf(world, first.id)
    expect(args[args.indexOf('--permission-mode') + 1]).toBe('plan')
    const session = args[args.indexOf('--session-id') + 1]

    const second = await ask(world, login, 'And then?')
    expect(argsOf(world, second.id)).toContain(`--resume=${session}`)
    const third = await ask(world, login, 'Something else')
    expect(argsOf(world, third.id)).not.toContain(`--resume=${session}`)

    // They belong to no run: only their cost is journalled.
    const added = world.journal(login).slice(before.length)
    expect(added).toMatchObject(
      [first, second, third].map(({ id, usage }) => ({ type: 'ask.ended', agentId: id, usage })),
    )
    const { status } = await world.run(login)
    expect(status).toBe('completed')

    await world.closeHost()
    await world.open()
    const kept = await world.host.call('conversation', { about: login })
    expect(kept).toMatchObject({
      value: {
        turns: [
          { question: 'What is open?', conversation: 0 },
          { question: 'And then?', conversation: 0 },
          { question: 'Something else', conversation: 1 },
        ],
      },
    })
  })

  it('is paid for: it counts in the budget of the spec and in the reports', async () => {
    await using world = await openWorld({ config: SIMULATED })
    const login = await world.newSpec('login')
    const { usage } = await ask(world, login, 'What is open?')
    const used = usage?.outputTokens ?? 0
    expect(used).toBeGreaterThan(0)
    expect(await world.host.call('report', { item: login })).toMatchObject({
      value: { spent: { agents: 1, outputTokens: used } },
    })
    await ask(world, 'project', 'What is this?')
    await ask(world, 'plan', 'Export as CSV')
    const report = await world.host.call('projectReport', { since: '1h' })
    if (!report.ok) throw new Error('no report')
    expect(report.value.spent.agents).toBe(3)
    expect(report.value.spent.outputTokens).toBeGreaterThan(used)
    await world.host.coordinator.budget(login, { tokens: used })
    expect(await world.host.coordinator.start(login)).toMatchObject({
      ok: false,
      error: { code: 'BUDGET_SPENT', kind: 'tokens', spent: used },
    })
  })

  it('names the files that changed although it may only read', async () => {
    await using world = await openWorld()
    repository(world)
    const login = await world.newSpec('login')
    const cli = join(world.root, 'writes.sh')
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'Done',
      session_id: 's',
    }
    writeFileSync(
      cli,
      `#!/bin/sh\ncat > /dev/null\necho two >> "$SDD_PROJECT/app.txt"\necho x > "$SDD_PROJECT/new.txt"\necho '${JSON.stringify(result)}'\n`,
    )
    chmodSync(cli, 0o755)
    await world.closeHost()
    world.more = { SDD_CLAUDE_COMMAND: cli }
    await world.open()
    const turn = await ask(world, login, 'Change something')
    expect(turn).toMatchObject({
      status: 'answered',
      answer: 'Done',
      changed: ['app.txt', 'new.txt'],
    })
  })

  it('is not asked in a project whose files act before they are trusted', async () => {
    await using world = await openWorld({ config: SIMULATED })
    const login = await world.newSpec('login')
    mkdirSync(join(world.folders.projectDir, '.claude'))
    writeFileSync(join(world.folders.projectDir, '.claude', 'settings.json'), '{"hooks":{}}')
    for (const about of [login, 'project', 'plan'] as const)
      expect(await world.host.call('ask', { about, text: 'Why?' })).toMatchObject({
        ok: false,
        error: { code: 'NOT_TRUSTED' },
      })
    expect(agentIdsOnDisk(world.folders)).toEqual([])
  })

  it('T11 is not put to an agent if files that act have come while it waited for its slot', async () => {
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: { overrides: [{ feature: 'busy', hold: 'busy' }] },
    })
    const busy = await world.newSpec('busy')
    const login = await world.newSpec('login')
    await world.host.coordinator.start(busy)
    await world.entry(busy, 'agent.started')
    const begun = await world.host.call('ask', { about: login, text: 'Why?' })
    writeFileSync(join(world.root, '.mcp.json'), '{"mcpServers":{}}')
    world.mock.release('busy')
    expect(await ended(world, begun.ok ? begun.value.id : '')).toMatchObject({
      status: 'failed',
      answer: expect.stringContaining(`not trusted: ${join(world.root, '.mcp.json')} (new)`),
    })
    expect(world.mock.calls().map(({ phase }) => phase)).toEqual(['requirements'])
  })

  it('is refused at once while its agent is not installed, and nothing of it is kept', async () => {
    await using world = await openWorld()
    const login = await world.newSpec('login')
    rmSync(join(world.root, 'mock'), { recursive: true, force: true })
    for (const about of [login, 'project', 'plan', 'steering'] as const) {
      expect(await world.host.call('ask', { about, text: 'Why?' })).toMatchObject({
        ok: false,
        error: { code: 'AGENT_MISSING', agent: 'claude' },
      })
      expect(await world.host.call('conversation', { about })).toMatchObject({
        value: { turns: [] },
      })
    }
  })

  it('waits for a slot like every agent, one at a time, and can be stopped', async () => {
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: { overrides: [{ feature: 'busy', hold: 'busy' }] },
    })
    const busy = await world.newSpec('busy')
    const login = await world.newSpec('login')
    await world.host.coordinator.start(busy)
    await world.entry(busy, 'agent.started')
    const begun = await world.host.call('ask', { about: login, text: 'Why?' })
    expect(begun).toMatchObject({ ok: true, value: { status: 'queued' } })
    expect(await world.host.call('ask', { about: login, text: 'And?' })).toMatchObject({
      ok: false,
      error: { code: 'ASK_BUSY' },
    })
    expect(await world.host.call('stopAsking', { about: login })).toMatchObject({
      value: { changed: true },
    })
    expect(await world.host.call('conversation', { about: login })).toMatchObject({
      value: { turns: [{ question: 'Why?', status: 'stopped' }] },
    })
    world.mock.release('busy')
    await world.entry(busy, 'run.completed')
  })

  it('has no conversation that came with the repository', async () => {
    await using world = await openWorld({ config: SIMULATED })
    const login = await world.newSpec('login')
    await ask(world, login, 'What is open?')
    const file = join(world.folders.runtimeDir, 'asks', 'spec-login.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('What is open?', 'Forged'))
    expect(await world.host.call('conversation', { about: login })).toMatchObject({
      value: { turns: [] },
    })
  })
})

describe('a plan', () => {
  it('asks first, then comes to a description with its decisions', async () => {
    await using world = await openWorld({ config: SIMULATED })
    const first = await ask(world, 'plan', 'Export as CSV')
    expect(first.answer).toContain('1. Who is it for?')
    const second = await ask(world, 'plan', 'For everyone')
    expect(second.answer).toContain('## Description')
    expect(second.answer).toContain('For everyone')
  })
})
