import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  expectAnswered,
  outcomeOf,
  outcomeOfKillWithTool,
  outcomeOfSignal,
  outcomeOfStop,
} from './failing-model.ts'
import { expectLongRun } from './full-run.ts'
import { expectExactAlways, expectHeldToEdit, expectNothingWritten } from './permission-modes.ts'
import { whatActs } from './isolated-cli.ts'
import {
  expectFittingAdvice,
  expectLimitsKept,
  expectNothingSkipped,
  expectQuestionHeard,
} from './mischief.ts'
import { actedAround, expectAskedAbove } from './planted.ts'
import { RealAgents } from './real-agents.ts'

const IS_ROOT = process.getuid?.() === 0

describe('the real claude', () => {
  it('takes a spec through all phases, two review rounds and an open task', () =>
    expectLongRun('claude'))

  it('writes a file and tells its session, tokens and cost', async () => {
    await using world = await RealAgents.open('write')
    const outcome = await world.run('claude', { prompt: `TARGET=${world.path('out.txt')}` })
    expect(outcome).toMatchObject({ status: 'completed', cause: 'success', message: 'done' })
    expect(outcome).toMatchObject({ deniedTools: [], problem: null })
    expect(outcome.usage).toMatchObject({ inputTokens: 2800, outputTokens: 68 })
    expect(outcome.usage?.costUsd).toBeGreaterThan(0)
    expect(await world.text('out.txt')).toBe('hi')
  })

  it.each([
    ['http401', { message: expect.stringContaining('401'), problem: { kind: 'auth' } }],
    ['http429', { problem: { kind: 'quota' } }],
    ['http403', { problem: { kind: 'forbidden' } }],
    ['http500', { problem: { kind: 'server' } }],
    ['http503', { problem: { kind: 'overloaded' } }],
    ['http529', { problem: { kind: 'overloaded' } }],
  ])('A11 fails with what %s means', async (scenario, expected) => {
    const outcome = await outcomeOf('claude', scenario)
    expect(outcome).toMatchObject({ status: 'failed', cause: 'agent-error', exitCode: 1 })
    expect(outcome).toMatchObject(expected)
  })

  it('survives a connection that is cut, by asking again', async () => {
    expect(await outcomeOf('claude', 'cut')).toMatchObject({ status: 'completed' })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'fails when it gets %s in the middle',
    async (signal) => {
      const outcome = await outcomeOfSignal('claude', signal)
      expect(outcome).toMatchObject({ status: 'failed', cause: 'signal', signal, problem: null })
    },
  )

  it('is stopped while the model hangs', async () => {
    expect(await outcomeOfStop('claude')).toMatchObject({ status: 'interrupted' })
  })

  it('leaves no tool behind when it is killed', async () => {
    const outcome = await outcomeOfKillWithTool('claude', { allowTools: ['Bash'] })
    expect(outcome).toMatchObject({ status: 'failed', cause: 'signal', signal: 'SIGKILL' })
  })

  it('names the tool it was denied, though it ends well', async () => {
    await using world = await RealAgents.open('shell')
    const outcome = await world.run('claude', { prompt: 'SHELL=curl -s http://127.0.0.1:1/' })
    expect(outcome).toMatchObject({ status: 'completed', deniedTools: ['Bash(curl:*)'] })
  })

  it('asks, and does what the user allowed', () => expectAnswered('claude', 'Write'))

  it('continues without what no one allowed in time', async () => {
    await using world = await RealAgents.open('write')
    const prompt = `TARGET=${world.path('out.txt')}`
    const outcome = await world.run('claude', { permission: 'ask', answerTimeoutMs: 1, prompt })
    expect(outcome).toMatchObject({ status: 'completed', deniedTools: ['Write'] })
    expect(existsSync(world.path('out.txt'))).toBe(false)
  })

  it('is stopped while it waits for an answer', async () => {
    await using world = await RealAgents.open('write')
    const prompt = `TARGET=${world.path('out.txt')}`
    const agentId = world.start('claude', { permission: 'ask', prompt })
    await world.question()
    await world.registry.stop(agentId)
    expect(await world.end(agentId)).toMatchObject({ status: 'interrupted' })
    expect(world.processesOf(agentId)).toEqual([])
  })

  it('waits for a quota until the time that the server names', async () => {
    const resetsAt = Math.floor(Date.now() / 1000) + 7200
    await using world = await RealAgents.open(`quota.${resetsAt}`)
    // Only subscriptions have such a limit, and they log in with a token.
    delete world.env['ANTHROPIC_API_KEY']
    world.env['CLAUDE_CODE_OAUTH_TOKEN'] = 'sk-ant-oat01-dummy'
    const retryAt = new Date(resetsAt * 1000).toISOString()
    const outcome = await world.run('claude')
    expect(outcome).toMatchObject({ status: 'failed', problem: { kind: 'quota', retryAt } })
  })

  it('A11 waits for as long as the server says', async () => {
    const before = Date.now()
    const { problem } = await outcomeOf('claude', 'wait.in-21600')
    expect(problem?.kind).toBe('quota')
    expect(Date.parse(problem?.retryAt ?? '') - before).toBeGreaterThan(21_590_000)
  })

  it('ends when its budget is spent, and tells what it spent', async () => {
    await using world = await RealAgents.open('write')
    const prompt = `TARGET=${world.path('out.txt')}`
    const outcome = await world.run('claude', { budgetUsd: 0.001, prompt })
    expect(outcome).toMatchObject({ status: 'failed', problem: { kind: 'budget' } })
    expect(outcome.usage?.inputTokens).toBeGreaterThan(0)
    expect(outcome.usage?.costUsd).toBeGreaterThan(0)
  })

  it('says why it may not do everything as root', async () => {
    await using world = await RealAgents.open('text')
    const outcome = await world.run('claude', { permission: 'full' })
    const refused = { status: 'failed', problem: { kind: 'denied' } }
    expect(outcome).toMatchObject(IS_ROOT ? refused : { status: 'completed' })
    if (IS_ROOT) expect(outcome.message).toContain('root')
  })

  it('continues with an earlier session', async () => {
    await using world = await RealAgents.open('text')
    const first = await world.run('claude', { prompt: 'The word is basil.' })
    const second = await world.run('claude', { resumeSessionId: first.sessionId })
    expect(second).toMatchObject({ status: 'completed', sessionId: first.sessionId })
    const said = world.model.requests.findLast(({ request }) => request.tools.length > 0)
    expect(JSON.stringify(said?.request.turns)).toContain('The word is basil.')
  })

  it('fails when the session to continue with is unknown', async () => {
    await using world = await RealAgents.open('text')
    const resumeSessionId = '00000000-0000-4000-8000-000000000000'
    const outcome = await world.run('claude', { resumeSessionId })
    expect(outcome).toMatchObject({ status: 'failed', cause: 'agent-error', problem: null })
  })

  it('A3 is done when it has said so, whatever it left in the background', async () => {
    await using world = await RealAgents.open('acts', { lingerMs: 1000 })
    // The user may have allowed background work again.
    world.env['CLAUDE_CODE_DISABLE_BACKGROUND_TASKS'] = ''
    const prompt = `DO write ${world.path('out.txt')}\nDO background sleep 1000`
    const agentId = world.start('claude', { prompt, allowTools: ['Bash'] })
    const outcome = await world.end(agentId)
    expect(outcome).toMatchObject({ status: 'completed', cause: 'success', message: 'done' })
    expect(await world.text('out.txt')).toBe('hi')
    expect(world.processesOf(agentId)).toEqual([])
  })

  it('A8 counts what its sub-agents used', async () => {
    await using world = await RealAgents.open('acts')
    const outcome = await world.run('claude', { prompt: 'DO delegate Say something.' })
    expect(outcome).toMatchObject({ status: 'completed' })
    const asked = world.model.requests.length
    expect(asked).toBeGreaterThan(2)
    expect(outcome.usage).toMatchObject({ inputTokens: asked * 1400, outputTokens: asked * 34 })
  })

  it('A8 tells of an agent that was stopped what it used at least', async () => {
    await using world = await RealAgents.open('acts')
    const prompt = 'DO shell echo $$ >tool.pid; sleep 1000'
    const agentId = world.start('claude', { prompt, allowTools: ['Bash'] })
    await world.text('tool.pid')
    await world.registry.stop(agentId)
    const { usage } = await world.end(agentId)
    expect(usage).toMatchObject({ inputTokens: 1400, outputTokens: 34, isPartial: true })
    expect(usage).not.toHaveProperty('costUsd')
  })

  it('A4 always allows exactly what was shown', () => expectExactAlways('claude'))

  it('A5 is held to edit', () => expectHeldToEdit('claude'))

  it.each(['plan', 'ask'] as const)('A5 writes nothing in mode %s', (permission) =>
    expectNothingWritten('claude', permission),
  )

  it('T4 runs no hook and no server of the project where it is not trusted, and both where it is', async () => {
    expect(await whatActs('claude', true)).toEqual({ hook: false, server: false, plugin: false })
    expect(await whatActs('claude', false)).toMatchObject({ hook: true, server: true })
  })

  const IN_REPOSITORY = [
    '.claude/agents/NAME.md',
    '.claude/agents/node_modules/x/NAME.md',
    '.claude/commands/NAME.md',
    '.claude/skills/NAME/SKILL.md',
  ]
  const IN_PROJECT = [
    ...IN_REPOSITORY,
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/skills/NAME/.claude-plugin/plugin.json',
    '.mcp.json',
  ]

  it.each([
    {
      isGit: true,
      outer: ['.mcp.json'],
      repo: [...IN_REPOSITORY, '.claude/settings.local.json', '.mcp.json'],
    },
    {
      isGit: false,
      outer: [...IN_REPOSITORY, '.mcp.json'],
      repo: [...IN_REPOSITORY, '.mcp.json'],
    },
  ])(
    'T11 runs nothing around a project that the user is not asked about; with git: $isGit',
    async ({ isGit, outer, repo }) => {
      const { acted, asked } = await actedAround('claude', { isGit })
      expect(asked).toEqual(expect.arrayContaining(acted))
      const names = acted.map((path) => path.replace(/\bp\d+/g, 'NAME')).toSorted()
      expect(names).toEqual(
        [
          ...outer.map((path) => `outer/${path}`),
          ...repo.map((path) => `outer/repo/${path}`),
          ...IN_PROJECT.map((path) => `outer/repo/app/${path}`),
          'outer/repo/app/pkg/.claude/skills/NAME/SKILL.md',
        ].toSorted(),
      )
    },
  )

  it('T11 runs nothing in or around a project that it is to be isolated from', async () => {
    expect((await actedAround('claude', { isGit: false, isIsolated: true })).acted).toEqual([])
  })

  it('T11 starts a server above the project only after the user was asked', () =>
    expectAskedAbove('claude'))

  it('A1 is held to what the user chose, whatever it writes into spec.json', () =>
    expectLimitsKept('claude'))

  it('A6 is reminded when it asks; then the user answers', () => expectQuestionHeard('claude'))

  it('A9 what it was refused is allowed by the command that is printed', () =>
    expectFittingAdvice('claude'))

  it('A10 skips no phase and no task by writing what is not its to write', () =>
    expectNothingSkipped('claude'))
})
