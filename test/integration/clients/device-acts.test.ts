import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Phone } from './paired-phone.ts'
import { agentsOf, agentStarted, approvals, entriesOf, specAt } from '../flows/flow-world.ts'

const DONE = { ok: true }

describe('a paired device', () => {
  it('S8 starts a run, stops it and resumes it', async () => {
    await using phone = await Phone.paired({
      scenario: { overrides: [{ phase: 'requirements', call: 1, hangForever: true }] },
    })
    const { world } = phone
    const spec = await world.newSpec('far')
    const start = { item: spec, go: [], nogo: ['design' as const], agent: null }
    expect(await phone.call('start', start)).toMatchObject(DONE)
    await agentStarted(world, spec, { phase: 'requirements' })
    expect(await phone.call('stop', { item: spec })).toMatchObject(DONE)
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'paused',
      reason: 'user',
    })
    expect(world.processes()).toEqual([])
    expect(await phone.call('resume', { item: spec })).toMatchObject(DONE)
    await world.entry(spec, 'run.completed')
    expect(agentsOf(world, spec)).toEqual(['requirements', 'requirements'])
  })

  it('S8 runs a phase manually, approves one document and rejects another', async () => {
    await using phone = await Phone.paired()
    const { world } = phone
    const spec = await world.newSpec('far')
    const byHand = { item: spec, phase: 'requirements' as const, fix: false }
    expect(await phone.call('runPhase', byHand)).toMatchObject(DONE)
    await world.entry(spec, 'run.completed')
    expect(approvals(world, spec)).toMatchObject({ requirements: { approved: false } })
    const requirements = { item: spec, phase: 'requirements' as const }
    expect(await phone.call('approve', requirements)).toMatchObject(DONE)
    expect(approvals(world, spec)).toMatchObject({ requirements: { approved: true } })
    const reason = { ...requirements, reason: 'Too long.' }
    expect(await phone.call('reject', reason)).toMatchObject(DONE)
    expect(approvals(world, spec)).toMatchObject({ requirements: { approved: false } })
    expect(entriesOf(world, spec, 'approval.revoked')).toMatchObject([{ reason: 'Too long.' }])
  })

  it('S8 answers the question of an agent', async () => {
    await using phone = await Phone.paired({ scenario: { asks: 'Bash' } })
    const { world } = phone
    const spec = await specAt(world, 'far', 'inspection')
    const start = { item: spec, go: [], nogo: [], agent: null }
    expect(await phone.call('start', start)).toMatchObject(DONE)
    const { questionId } = await world.entry(spec, 'agent.asked')
    const answer = { item: spec, answer: 'allow' as const, questionId }
    expect(await phone.call('answer', answer)).toMatchObject(DONE)
    await world.entry(spec, 'run.completed')
    expect(readFileSync(join(world.root, 'mock', 'answers.log'), 'utf8')).toMatch(
      /^answered \S+ allow$/m,
    )
    expect(entriesOf(world, spec, 'agent.answered')).toMatchObject([{ by: 'person' }])
  })
})
