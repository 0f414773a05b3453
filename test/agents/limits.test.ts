import { describe, expect, it } from 'vitest'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { FEATURE, SpecRun } from './spec-run.ts'

const ENDED_WELL = { code: 0, status: 'completed', reason: 'nogo' }

describe('a run with real agents', () => {
  it('waits until the quota is back and continues by itself', async () => {
    const failures = [{ phase: 'design', scenario: 'quota.in-4', times: 1 }] as const
    await using world = await SpecRun.open({ agent: 'claude' }, { failures })
    delete world.env['ANTHROPIC_API_KEY']
    world.env['CLAUDE_CODE_OAUTH_TOKEN'] = 'sk-ant-oat01-dummy'
    expect(await world.run('--nogo', 'tasks')).toMatchObject(ENDED_WELL)
    expect(world.entry('run.waiting')).toMatchObject({
      for: 'quota',
      agent: 'claude',
      until: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(world.steps.filter((step) => step === 'design: claude')).toHaveLength(2)
  })

  it('A7 waits until the network is back and continues by itself', async () => {
    await using world = await SpecRun.open({ agent: 'claude' }, {})
    await world.model.away()
    const phase = world.start(['phase', FEATURE, 'requirements', '--json'])
    await until(() => world.entry('run.waiting') !== undefined)
    expect(world.entry('run.waiting')).toMatchObject({ for: 'network', agent: 'claude' })
    await world.model.back()
    expect(await phase.ended).toMatchObject({ code: 0 })
    expect(world.steps).toEqual(['requirements: claude', 'requirements: claude'])
  })

  it('gives the step to the next agent when the first is not logged in', async () => {
    const failures = [{ phase: 'design', scenario: 'http401', api: 'anthropic' }] as const
    const config = { agent: 'claude', fallback: ['codex'] }
    await using world = await SpecRun.open(config, { failures })
    expect(await world.run('--nogo', 'document-review')).toMatchObject(ENDED_WELL)
    expect(world.entry('agent.switched')).toMatchObject({
      from: 'claude',
      to: 'codex',
      why: 'auth',
    })
    expect(world.steps).toEqual([
      'requirements: claude',
      'design: claude',
      'design: codex',
      'tasks: claude',
    ])
  })

  it('pauses before the next agent once the budget is spent', async () => {
    const config = { agent: 'claude', budget: { usd: 0.03 } }
    await using world = await SpecRun.open(config, {})
    expect(await world.run()).toMatchObject({ code: 3, status: 'paused', reason: 'budget' })
    const before = world.steps.length
    expect(before).toBeGreaterThan(0)
    await world.sdd(['budget', FEATURE, '--usd', '100'])
    expect(await world.run('--nogo', 'document-review')).toMatchObject(ENDED_WELL)
    expect(world.steps.length).toBeGreaterThan(before)
  })

  it('A8 says before the run that a budget in money does not hold codex', async () => {
    await using world = await SpecRun.open({ agent: 'codex', budget: { usd: 5 } }, {})
    const { stdout } = await world.sdd(['phase', FEATURE, 'requirements'])
    expect(world.entry('budget.unheld')).toMatchObject({ usd: 5, agents: ['codex'] })
    expect(stdout).toMatch(/codex does not report its cost, so the budget of \$5/)
    expect(stdout.indexOf('does not report its cost')).toBeLessThan(
      stdout.indexOf('Agent codex started'),
    )
  })

  it('puts the question of an agent to the user and continues with the answer', async () => {
    await using world = await SpecRun.open({ agent: 'claude', permission: 'ask' }, {})
    const phase = world.start(['phase', FEATURE, 'requirements', '--json'])
    await until(() => world.entry('agent.asked') !== undefined)
    expect(world.entry('agent.asked')).toMatchObject({ tool: 'Write' })
    const answered = await world.sdd(['answer', FEATURE, 'allow'])
    expect(answered).toMatchObject({ code: 0 })
    expect(await phase.ended).toMatchObject({ code: 0 })
    expect(world.entry('agent.answered')).toMatchObject({ answer: 'allow', by: 'person' })
    expect(world.processes()).toEqual([])
  })
})
