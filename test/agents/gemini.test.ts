import { describe, expect, it } from 'vitest'
import {
  expectAnswered,
  outcomeOf,
  outcomeOfKillWithTool,
  outcomeOfSignal,
  outcomeOfStop,
} from './failing-model.ts'
import { expectPlainRun } from './full-run.ts'
import { expectExactAlways, expectHeldToEdit, expectNothingWritten } from './permission-modes.ts'
import { whatActs } from './isolated-cli.ts'
import { actedAround, takesVariables } from './planted.ts'
import { RealAgents } from './real-agents.ts'

describe('the real gemini', () => {
  it('takes a spec through all phases', () => expectPlainRun('gemini'))

  it('tells its session and tokens, and no cost', async () => {
    await using world = await RealAgents.open('write')
    const outcome = await world.run('gemini', { prompt: `TARGET=${world.path('out.txt')}` })
    expect(outcome).toMatchObject({ status: 'completed', message: 'done', problem: null })
    expect(outcome.usage).toEqual({ inputTokens: 2400, outputTokens: 68 })
    expect(outcome.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await world.text('out.txt')).toBe('hi')
  })

  it.each([
    ['http401', { problem: { kind: 'auth' }, message: expect.stringContaining('401') }],
    ['http429', { problem: { kind: 'quota', retryAt: null } }],
    ['http403', { problem: { kind: 'forbidden' } }],
    ['http500', { problem: { kind: 'server' }, message: expect.stringContaining('500') }],
    ['cut', { problem: { kind: 'network' }, message: 'terminated' }],
  ])('A7 A11 fails with what %s means', async (scenario, expected) => {
    const outcome = await outcomeOf('gemini', scenario)
    expect(outcome).toMatchObject({ status: 'failed', cause: 'agent-error', exitCode: 1 })
    expect(outcome).toMatchObject(expected)
  })

  it('waits for a quota until the time that the server names', async () => {
    const resetsAt = Math.floor(Date.now() / 1000) + 7200
    const { status, problem } = await outcomeOf('gemini', `quota.${resetsAt}`)
    expect({ status, kind: problem?.kind }).toEqual({ status: 'failed', kind: 'quota' })
    expect(Date.parse(problem?.retryAt ?? '')).toBeGreaterThanOrEqual(resetsAt * 1000)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'fails when it gets %s in the middle',
    async (signal) => {
      expect(await outcomeOfSignal('gemini', signal)).toMatchObject({ status: 'failed', signal })
    },
  )

  it('is stopped while the model hangs', async () => {
    expect(await outcomeOfStop('gemini')).toMatchObject({ status: 'interrupted' })
  })

  it('leaves no tool behind when it is killed', async () => {
    const outcome = await outcomeOfKillWithTool('gemini', { permission: 'full' })
    expect(outcome).toMatchObject({ status: 'failed', cause: 'signal', signal: 'SIGKILL' })
  })

  it('names the tool it was denied, though it ends well', async () => {
    await using world = await RealAgents.open('shell')
    const outcome = await world.run('gemini', { prompt: 'SHELL=echo ran >ran.txt' })
    expect(outcome).toMatchObject({ status: 'completed', deniedTools: ['run_shell_command'] })
  })

  it('asks, and does what the user allowed', () => expectAnswered('gemini', 'write_file'))

  it('A4 always allows exactly what was shown', () => expectExactAlways('gemini'))

  it('A5 is held to edit', () => expectHeldToEdit('gemini'))

  it.each(['plan', 'ask'] as const)('A5 writes nothing in mode %s', (permission) =>
    expectNothingWritten('gemini', permission),
  )

  it('T11 runs nothing around a project that the user is not asked about, and nothing at all where it is isolated', async () => {
    const { acted, asked } = await actedAround('gemini', { isGit: true })
    expect(asked).toEqual(expect.arrayContaining(acted))
    expect(acted).toEqual(['outer/repo/app/.gemini/settings.json'])
    expect((await actedAround('gemini', { isGit: true, isIsolated: true })).acted).toEqual([])
  })

  it('T11 takes no variables from a file above the project, unless the user says so', async () => {
    expect(await takesVariables({})).toBe(false)
    expect(await takesVariables({ GEMINI_CLI_TRUST_WORKSPACE: 'true' })).toBe(true)
  })

  it('T4 runs no hook and no server of the project where it is not trusted', async () => {
    expect(await whatActs('gemini', true)).toEqual({ hook: false, server: false, plugin: false })
  })
})
