import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf } from '../flows/flow-world.ts'

describe('a run of a bug', () => {
  it('B2 S6 goes from the report to the verification, each phase by its own document', async () => {
    await using world = await openWorld()
    const bug = await world.newBug('double-charge')

    const { bugs } = world.host
    expect(await world.follow(bug, () => bugs.start(bug))).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: 'deploy',
      executedPhases: ['analyze', 'fix', 'verify'],
    })

    expect(agentsOf(world, bug)).toEqual(['analyze', 'fix', 'verify 1'])
    expect(world.spec(bug)).toMatchObject({
      bug_name: 'double-charge',
      phase: 'verified',
      verification: { rounds: [{ number: 1, result: 'verified' }] },
    })
    expect(world.read(bug, 'report.md')).toContain('It charges twice.')
  })

  it.each(['analyze', 'fix', 'verify'] as const)(
    'B2 an old document of %s is not what its agent has written',
    async (phase) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase, skipDocument: true }] },
      })
      const bug = await world.newBug('crash')
      const file = { analyze: 'analysis.md', fix: 'fix.md', verify: 'verification.md' }[phase]
      world.write(bug, file, '# Old\n\nVerdict: NOT VERIFIED\n')
      await world.follow(bug, () => world.host.bugs.retryFrom(bug, 'analyze'))
      expect(await world.host.bugs.stateOf(bug)).toMatchObject({
        status: 'error',
        reason: 'postcondition',
        phase,
      })
    },
  )

  it('B4 a verification that says no leads back to the fix, with its report in the prompt', async () => {
    await using world = await openWorld({
      scenario: { record: true, verified: ['NOT VERIFIED', 'FAILED', 'VERIFIED'] },
    })
    const bug = await world.newBug('crash')

    expect(await world.run(bug)).toMatchObject({ status: 'completed', phase: 'deploy' })

    expect(agentsOf(world, bug)).toEqual([
      'analyze',
      'fix',
      'verify 1',
      'fix',
      'verify 2',
      'fix',
      'verify 3',
    ])
    const fixes = world.mock.calls().filter(({ phase }) => phase === 'fix')
    const prompts = fixes.map(({ agentId }) => world.mock.recorded(agentId).prompt)
    expect(prompts.map((prompt) => /Verdict: (NOT VERIFIED|FAILED)/.exec(prompt)?.[1])).toEqual([
      undefined,
      'NOT VERIFIED',
      'FAILED',
    ])
    expect(world.spec(bug)).toMatchObject({ phase: 'verified' })
  })

  it('B4 after three more fixes the user is asked, and a resume grants one more', async () => {
    await using world = await openWorld({ scenario: { verified: ['NOT VERIFIED'] } })
    const bug = await world.newBug('crash')

    expect(await world.run(bug)).toMatchObject({
      status: 'paused',
      reason: 'not-verified',
      phase: 'verify',
    })
    const verifications = () => agentsOf(world, bug).filter((agent) => agent.startsWith('verify'))
    expect(verifications()).toHaveLength(4)
    expect(world.spec(bug)).toMatchObject({ phase: 'fixed' })

    expect(await world.resume(bug)).toMatchObject({ status: 'paused', reason: 'not-verified' })
    expect(verifications()).toHaveLength(5)
  })

  it.each(['', 'MAYBE', 'VERIFIED\nVerdict: NOT VERIFIED'])(
    'B4 a verdict that says nothing or two things pauses the run: %j',
    async (verdict) => {
      await using world = await openWorld({ scenario: { verified: [verdict] } })
      const bug = await world.newBug('crash')
      expect(await world.run(bug)).toMatchObject({
        status: 'paused',
        reason: 'unreadable-verdict',
        phase: 'verify',
      })
      expect(world.spec(bug)).toMatchObject({ phase: 'fixed' })
      expect(entriesOf(world, bug, 'verification.completed')).toEqual([])
    },
  )
})
