import { describe, expect, it } from 'vitest'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import {
  outcomeOf,
  outcomeOfKillWithTool,
  outcomeOfSignal,
  outcomeOfStop,
} from './failing-model.ts'
import { expectLongRun } from './full-run.ts'
import { expectHeldToEdit, expectNothingWritten } from './permission-modes.ts'
import { whatActs } from './isolated-cli.ts'
import {
  expectFittingAdvice,
  expectLimitsKept,
  expectNothingSkipped,
  expectQuestionHeard,
} from './mischief.ts'
import { actedAround, expectAskedAbove } from './planted.ts'
import { RealAgents } from './real-agents.ts'

describe('the real codex', () => {
  it('takes a spec through all phases, two review rounds and an open task', () =>
    expectLongRun('codex'))

  it('writes a file and tells its session and tokens, and no cost', async () => {
    await using world = await RealAgents.open('write')
    const outcome = await world.run('codex', { prompt: `TARGET=${world.path('out.txt')}` })
    expect(outcome).toMatchObject({ status: 'completed', message: 'done', problem: null })
    expect(outcome.usage).toEqual({ inputTokens: 2400, outputTokens: 68 })
    expect(outcome.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await world.text('out.txt')).toBe('hi')
  })

  it('runs commands though its home lies in the temp folder', async () => {
    await using world = await RealAgents.open('shell')
    const agentId = world.start('codex', { prompt: 'SHELL=echo ran >ran.txt' })
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    expect(await world.text('ran.txt')).toBe('ran')
    // Without its helpers, whether commands work depends on the machine.
    expect(world.errorOutput(agentId)).not.toContain('Refusing to create helper')
  })

  it.each([
    ['http401', { problem: { kind: 'auth' }, message: expect.stringContaining('401') }],
    ['http429', { problem: { kind: 'quota' }, message: expect.stringContaining('429') }],
    ['http403', { problem: { kind: 'forbidden' } }],
    // It reports every server failure as “high demand”.
    ['http500', { problem: { kind: 'overloaded' } }],
    ['http503', { problem: { kind: 'overloaded' } }],
    [
      'cut',
      { problem: { kind: 'network' }, message: expect.stringContaining('stream disconnected') },
    ],
  ])('A7 A11 fails with what %s means', async (scenario, expected) => {
    const outcome = await outcomeOf('codex', scenario)
    expect(outcome).toMatchObject({ status: 'failed', cause: 'agent-error', exitCode: 1 })
    expect(outcome).toMatchObject(expected)
  })

  it('A7 waits by itself until the network is back', async () => {
    await using world = await RealAgents.open('text')
    await world.model.away()
    const agentId = world.start('codex')
    await until(() => world.output(agentId).includes('waiting for network'))
    await world.model.back()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
  })

  it('waits for a quota until the time that the server names', async () => {
    const resetsAt = Math.floor(Date.now() / 1000) + 7200
    const outcome = await outcomeOf('codex', `quota.${resetsAt}`)
    // It reports the time in whole minutes.
    const retryAt = new Date((Math.floor(resetsAt / 60) + 1) * 60_000).toISOString()
    expect(outcome).toMatchObject({ status: 'failed', problem: { kind: 'quota', retryAt } })
  })

  it('A11 waits for as long as the server says', async () => {
    const before = Date.now()
    const { problem, message } = await outcomeOf('codex', 'wait.in-21600')
    expect(problem?.kind).toBe('quota')
    expect(Date.parse(problem?.retryAt ?? '') - before).toBeGreaterThan(21_590_000)
    expect(message).not.toContain('headers')
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'fails when it gets %s in the middle',
    async (signal) => {
      const outcome = await outcomeOfSignal('codex', signal)
      expect(outcome).toMatchObject({ status: 'failed', cause: 'signal', signal, problem: null })
    },
  )

  it('is stopped while the model hangs', async () => {
    expect(await outcomeOfStop('codex')).toMatchObject({ status: 'interrupted' })
  })

  it('leaves no tool behind when it is killed', async () => {
    const outcome = await outcomeOfKillWithTool('codex', {})
    expect(outcome).toMatchObject({ status: 'failed', cause: 'signal', signal: 'SIGKILL' })
  })

  it('leaves nothing behind that a tool has started', async () => {
    await using world = await RealAgents.open('shell')
    const prompt = 'SHELL=setsid sleep 1000 >/dev/null 2>&1 & echo started >started.txt'
    const agentId = world.start('codex', { prompt, permission: 'full' })
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    expect(await world.text('started.txt')).toBe('started')
    expect(world.processesOf(agentId)).toEqual([])
  })

  it('names the tool it was denied, though it ends well', async () => {
    await using world = await RealAgents.open('write')
    const prompt = `TARGET=${world.path('out.txt')}`
    const outcome = await world.run('codex', { prompt, permission: 'plan' })
    expect(outcome).toMatchObject({ status: 'completed', deniedTools: ['apply_patch'] })
  })

  it('continues with an earlier session', async () => {
    await using world = await RealAgents.open('text')
    const first = await world.run('codex', { prompt: 'The word is basil.' })
    const second = await world.run('codex', { resumeSessionId: first.sessionId })
    expect(second).toMatchObject({ status: 'completed', sessionId: first.sessionId })
    const said = world.model.requests.at(-1)?.request.turns
    expect(JSON.stringify(said)).toContain('The word is basil.')
  })

  it('fails when the session to continue with is unknown', async () => {
    await using world = await RealAgents.open('text')
    const resumeSessionId = '00000000-0000-4000-8000-000000000000'
    const outcome = await world.run('codex', { resumeSessionId })
    expect(outcome).toMatchObject({ status: 'failed', cause: 'exit-code', problem: null })
    expect(outcome.message).toContain(resumeSessionId)
  })

  it('gets the model and the effort that were chosen', async () => {
    await using world = await RealAgents.open('text')
    await world.run('codex', { model: 'gpt-5.1-codex', effort: 'low' })
    expect(world.model.requests.at(-1)?.request).toMatchObject({ model: 'gpt-5.1-codex' })
  })

  it('A5 is held to edit', () => expectHeldToEdit('codex'))

  it.each(['plan', 'ask'] as const)('A5 writes nothing in mode %s', (permission) =>
    expectNothingWritten('codex', permission),
  )

  it('T4 starts no server of the project where it is not trusted, and does where it is', async () => {
    expect(await whatActs('codex', true)).toEqual({ hook: false, server: false, plugin: false })
    expect(await whatActs('codex', false)).toMatchObject({ server: true })
  })

  it('T11 starts nothing around a project that the user is not asked about, and nothing at all where it is isolated', async () => {
    const { acted, asked } = await actedAround('codex', { isGit: true })
    expect(asked).toEqual(expect.arrayContaining(acted))
    expect(acted).toEqual(['outer/repo/.codex/config.toml', 'outer/repo/app/.codex/config.toml'])
    expect((await actedAround('codex', { isGit: true, isIsolated: true })).acted).toEqual([])
  })

  it('T11 starts a server above the project only after the user was asked', () =>
    expectAskedAbove('codex'))

  it('A1 is held to what the user chose, whatever it writes into spec.json', () =>
    expectLimitsKept('codex'))

  it('A6 is reminded when it asks; then the user answers', () => expectQuestionHeard('codex'))

  it('A9 what it was refused is allowed by the command that is printed', () =>
    expectFittingAdvice('codex'))

  it('A10 skips no phase and no task by writing what is not its to write', () =>
    expectNothingSkipped('codex'))
})
