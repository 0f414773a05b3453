import { existsSync } from 'node:fs'
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
import { actedAround } from './planted.ts'
import { RealAgents } from './real-agents.ts'

describe('the real opencode', () => {
  it('takes a spec through all phases', () => expectPlainRun('opencode'))

  it('tells its session and cost, and continues with an earlier session', async () => {
    await using world = await RealAgents.open('write')
    const first = await world.run('opencode', { prompt: `TARGET=${world.path('out.txt')}` })
    expect(first).toMatchObject({ status: 'completed', message: 'done', problem: null })
    expect(first.usage?.costUsd).toBeCloseTo(0.00702)
    expect(await world.text('out.txt')).toBe('hi')
    const again = { resumeSessionId: first.sessionId, prompt: 'Once more.' }
    const second = await world.run('opencode', again)
    expect(second).toMatchObject({ status: 'completed', sessionId: first.sessionId })
    expect(second.usage).toMatchObject({ inputTokens: 1200, outputTokens: 34 })
    expect(second.usage?.costUsd).toBeCloseTo(0.00351)
    const said = JSON.stringify(world.model.requests.at(-1)?.request.turns)
    expect(said).toContain('TARGET=')
    expect(said).toContain('Once more.')
  })

  // Its retries cannot be configured: the last two take a minute each.
  it.each([
    ['http401', { problem: { kind: 'auth' }, message: expect.stringContaining('API key') }],
    // It passes on the server's words without the status.
    ['http403', { problem: null, message: expect.stringContaining('may not use') }],
    ['http429', { problem: { kind: 'quota', retryAt: null } }],
    ['http500', { message: expect.stringContaining('internal') }],
    ['cut', { problem: { kind: 'network' }, message: expect.stringContaining('onnection') }],
  ])('A7 A11 fails with what %s means', async (scenario, expected) => {
    const outcome = await outcomeOf('opencode', scenario)
    expect(outcome).toMatchObject({ status: 'failed', cause: 'agent-error', exitCode: 1 })
    expect(outcome).toMatchObject(expected)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'fails when it gets %s in the middle',
    async (signal) => {
      expect(await outcomeOfSignal('opencode', signal)).toMatchObject({ status: 'failed', signal })
    },
  )

  it('is stopped while the model hangs', async () => {
    expect(await outcomeOfStop('opencode')).toMatchObject({ status: 'interrupted' })
  })

  it('leaves no tool behind when it is killed', async () => {
    const outcome = await outcomeOfKillWithTool('opencode', { permission: 'full' })
    expect(outcome).toMatchObject({ status: 'failed', cause: 'signal', signal: 'SIGKILL' })
  })

  it('names the tool it was denied, though it ends well', async () => {
    await using world = await RealAgents.open('shell')
    const outcome = await world.run('opencode', { prompt: 'SHELL=echo ran >ran.txt' })
    expect(outcome).toMatchObject({ status: 'completed', deniedTools: ['bash'] })
  })

  it('is driven as any other ACP agent by a row of the configuration', async () => {
    await using world = await RealAgents.open('shell')
    const prompt = 'SHELL=echo $MARK >mark.txt'
    const outcome = await world.run('acp:other', { prompt, permission: 'full' })
    expect(outcome).toMatchObject({ status: 'completed', message: 'done' })
    expect(await world.text('mark.txt')).toBe('row')
  })

  it('asks, and does what the user allowed', () => expectAnswered('opencode', 'write'))

  it('A2 continues after a command that it may not run', async () => {
    await using world = await RealAgents.open('acts')
    const prompt = `DO shell ls -la\nDO write ${world.path('out.txt')}`
    const outcome = await world.run('opencode', { prompt })
    expect(outcome).toMatchObject({ status: 'completed', message: 'done', deniedTools: ['bash'] })
    expect(await world.text('out.txt')).toBe('hi')
  })

  it('A8 counts all its steps and what its sub-agents used', async () => {
    await using world = await RealAgents.open('acts')
    const prompt = `DO delegate Say something.\nDO write ${world.path('out.txt')}`
    const { usage } = await world.run('opencode', { prompt })
    // It does not count the request with which it asks for a title.
    const steps = world.model.requests.filter(({ request }) => request.tools.length > 0).length
    expect(steps).toBe(4)
    expect(usage).toMatchObject({ inputTokens: steps * 1200, outputTokens: steps * 34 })
    expect(usage?.costUsd).toBeCloseTo(steps * 0.00351)
    expect(usage).not.toHaveProperty('isPartial')
  })

  it('A4 always allows exactly what was shown', () => expectExactAlways('opencode'))

  it('A5 is held to edit', () => expectHeldToEdit('opencode'))

  it.each(['plan', 'ask'] as const)('A5 writes nothing in mode %s', (permission) =>
    expectNothingWritten('opencode', permission),
  )

  it('A5 is refused a mode when no one has reported it to ask', async () => {
    await using world = await RealAgents.open('write')
    const prompt = `TARGET=${world.path('out.txt')}`
    const outcome = await world.run('acp:other', { prompt, permission: 'edit' })
    expect(outcome).toMatchObject({ status: 'failed', problem: { kind: 'denied' } })
    expect(outcome.message).toContain('cannot be held to permission mode edit')
    expect(existsSync(world.path('out.txt'))).toBe(false)
  })

  it('T11 runs nothing around a project that the user is not asked about, and is not started without plugins above', async () => {
    const { acted, asked } = await actedAround('opencode', { isGit: false })
    expect(asked).toEqual(expect.arrayContaining(acted))
    const each = ['.opencode/plugin/p.ts', '.opencode/tool/t.ts', 'opencode.json']
    const folders = ['outer', 'outer/repo', 'outer/repo/app']
    expect(acted).toEqual(
      folders.flatMap((folder) => each.map((path) => `${folder}/${path}`)).toSorted(),
    )
    const isolated = await actedAround('opencode', { isGit: false, isIsolated: true })
    // It runs plugins even then, now and again: it is refused because of them.
    expect(isolated.acted.filter((path) => !path.endsWith('plugin/p.ts'))).toEqual([])
    expect(isolated.refusal).toMatchObject({ code: 'AGENT_NOT_ISOLATED' })
  })

  it('T4 starts no server of the project where it is not trusted, and does where it is', async () => {
    expect(await whatActs('opencode', true)).toMatchObject({ hook: false, server: false })
    expect(await whatActs('opencode', false)).toMatchObject({ server: true })
  })
})
