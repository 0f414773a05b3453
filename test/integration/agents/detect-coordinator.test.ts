import { specNamed, type SpecItem } from '../../../src/contracts/work-item.ts'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHostAddress } from '../../../src/host/project/host-lock.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { HostProcess } from '../../kill9/host-process.ts'
import {
  agentsOf,
  agentStarted,
  entriesOf,
  refusal,
  review,
  rounds,
  specAt,
} from '../flows/flow-world.ts'
import { coordinatorOf, CoordinatorWorld, HeardRegistry } from './detect-world.ts'

describe('dispose', () => {
  it('D6.1 D6.4 the listener is gone and an agent that ends later is not heard', async () => {
    await using world = new CoordinatorWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.coordinator.start(a)
    await until(() => world.mock.calls().length === 1)
    await world.coordinator.drain()
    expect(world.agents.listeners).toBe(1)
    await world.coordinator.dispose()
    expect(world.agents.listeners).toBe(0)
    const journal = world.read(a, 'event-log.jsonl')
    world.mock.release('gate')
    await until(() => world.agents.list().every((agent) => agent.status === 'completed'))
    await world.coordinator.drain()
    expect(world.read(a, 'event-log.jsonl')).toBe(journal)
    expect(agentsOf(world, a)).toEqual(['requirements'])
    await world.coordinator.dispose()
    expect(world.agents.listeners).toBe(0)
  })

  it('D6.1 a closed host has no file of the project open and answers no one', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.host.watch()
    await world.run(a)
    const address = readHostAddress(world.folders)
    await world.closeHost()
    expect(openFilesUnder(world.root)).toEqual([])
    const socket = connect(address?.port ?? 0, '127.0.0.1')
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
    expect(readHostAddress(world.folders)).toBeNull()
  })

  it.each([
    ['after a run that has ended', {}],
    ['with the timer of a step that is still at work', { hold: 'gate' }],
  ])('D6.1 no timer, socket or file keeps a process from ending, %s', async (_when, scenario) => {
    await using world = new ProjectWorld({ scenario })
    await world.newSpec('a')
    await using host = new HostProcess(world, {
      begin: { command: 'hold' in scenario ? 'launch' : 'start', item: specNamed('a') },
    })
    const closed = await host.line('closed')
    // Only our own pipe to the process remains.
    expect(closed.resources.filter((name) => !name.startsWith('Pipe'))).toEqual([])
    expect(closed.open).toEqual([])
    expect(await host.ended).toMatchObject({ code: 0, signal: null, errors: '' })
    world.mock.close()
  })
})

describe('a registry that cannot be heard', () => {
  it('D6.3 nothing is started, and the refusal says why', async () => {
    await using world = new ProjectWorld()
    const a = await world.newSpec('a')
    const agents = new HeardRegistry(world)
    agents.dispose()
    const coordinator = coordinatorOf(world, agents)
    const before = world.read(a, 'event-log.jsonl')
    const answers = [
      await coordinator.start(a),
      await coordinator.start(a, { nogo: ['impl'] }),
      await coordinator.resume(a),
      await coordinator.retryFrom(a, 'requirements'),
      await coordinator.runPhase(a, 'requirements'),
      await coordinator.recover(a),
    ]
    for (const answer of answers)
      expect(answer).toEqual({
        ok: false,
        error: {
          code: 'HOST_FAILED',
          operation: expect.any(String) as string,
          detail: 'the agent registry is disposed',
        },
      })
    expect(world.read(a, 'event-log.jsonl')).toBe(before)
    expect(world.mock.calls()).toEqual([])
    await coordinator.dispose()
  })

  it('D6.3 a run whose host died is left as it is', async () => {
    await using world = await openWorld({ scenario: { hold: 'gate' } })
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'requirements' })
    await world.closeHost()
    const files = () => ['event-log.jsonl', 'spec.json'].map((name) => world.read(a, name))
    const before = files()
    const agents = new HeardRegistry(world)
    agents.dispose()
    const coordinator = coordinatorOf(world, agents)
    expect(refusal(await coordinator.start(a, { nogo: ['impl'] }))).toMatchObject({
      code: 'HOST_FAILED',
    })
    expect(files()).toEqual(before)
    await coordinator.dispose()

    const host = await world.open()
    world.mock.release('gate')
    expect(await world.follow(a, () => host.coordinator.start(a))).toMatchObject({
      status: 'completed',
    })
  })
})

describe('the calls of the service', () => {
  it('D6.4 start, stop and start again: it continues where it was stopped', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', call: 1, hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    const first = world.run(a)
    await agentStarted(world, a, { phase: 'design' })
    expect(await world.host.coordinator.stop(a)).toEqual({ ok: true, value: { changed: true } })
    expect(await first).toMatchObject({ status: 'paused', reason: 'user', phase: 'design' })
    expect(await world.host.coordinator.stop(a)).toEqual({ ok: true, value: { changed: false } })
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a).slice(0, 4)).toEqual(['requirements', 'design', 'design', 'tasks'])
  })

  it('D6.4 retryFrom runs that phase and those after it again', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'tasks', call: 1, exitCode: 1, skipDocument: true }] },
    })
    const a = await world.newSpec('a')
    expect(await world.run(a)).toMatchObject({ status: 'error', phase: 'tasks' })
    const result = await world.follow(a, () => world.host.coordinator.retryFrom(a, 'design'))
    expect(result).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a).slice(0, 6)).toEqual([
      'requirements',
      'design',
      'tasks',
      'design',
      'tasks',
      'document-review 1',
    ])
  })

  it('D6.4 getNextPermittedPhase passes over NOGO; it only answers', async () => {
    await using world = await openWorld()
    const a = await specAt(world, 'a', 'tasks')
    const { coordinator } = world.host
    expect(coordinator.getNextPermittedPhase(a)).toBe('tasks')
    await coordinator.permit(a, { go: [], nogo: ['tasks', 'document-review'] })
    expect(coordinator.getNextPermittedPhase(a)).toBe('impl')
    await coordinator.permit(a, { go: [], nogo: ['impl', 'inspection'] })
    expect(coordinator.getNextPermittedPhase(a)).toBeNull()
    expect(world.mock.calls()).toEqual([])
  })

  it('D6.4 validatePreconditions names what is missing; it only answers', async () => {
    await using world = await openWorld()
    const a = await specAt(world, 'a', 'tasks')
    const { coordinator } = world.host
    const missing = (phases: string[]) => phases.map((phase) => ({ phase, needs: 'approved' }))
    expect(coordinator.validatePreconditions(a, 'requirements')).toEqual([])
    expect(coordinator.validatePreconditions(a, 'tasks')).toEqual(
      missing(['requirements', 'design']),
    )
    expect(refusal(await coordinator.runPhase(a, 'tasks'))).toMatchObject({
      code: 'PRECONDITION',
      missing: missing(['requirements', 'design']),
    })
    await coordinator.approve(a, 'requirements')
    await coordinator.approve(a, 'design')
    expect(coordinator.validatePreconditions(a, 'tasks')).toEqual([])
    expect(world.mock.calls()).toEqual([])
  })

  it('D6.4 continueToNextReviewRound continues with the next round', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [0, 2],
          [0, 0],
        ],
      },
    })
    const a = await specAt(world, 'a', 'document-review')
    expect(await world.run(a)).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
    const result = await world.follow(a, () => world.host.coordinator.continueToNextReviewRound(a))
    expect(result).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review 2',
      'document-review-reply 2',
      'impl',
      'inspection 1',
    ])
    expect(rounds(world, a)).toHaveLength(2)
  })

  it('D6.4 approveReviewAndContinue approves the review and continues to impl', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[0, 2]] } })
    const a = await specAt(world, 'a', 'document-review')
    expect(await world.run(a)).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
    const result = await world.follow(a, () => world.host.coordinator.approveReviewAndContinue(a))
    expect(result).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a).slice(2)).toEqual(['impl', 'inspection 1'])
    expect(review(world, a)['status']).toBe('approved')
    expect(entriesOf(world, a, 'approval.granted').at(-1)).toMatchObject({
      phase: 'document-review',
      by: 'person',
    })
  })

  it('D6.4 every call answers for a spec that does not exist and for one that cannot be read', async () => {
    await using world = await openWorld()
    const broken = await world.newSpec('broken')
    world.write(broken, 'spec.json', '{ "phase": ')
    const { coordinator } = world.host
    const calls = (name: SpecItem) => [
      coordinator.start(name),
      coordinator.retryFrom(name, 'requirements'),
      coordinator.runPhase(name, 'requirements'),
      coordinator.approve(name, 'requirements'),
      coordinator.reject(name, 'requirements', 'why'),
      coordinator.permit(name, { go: [], nogo: ['impl'] }),
      coordinator.approveReviewAndContinue(name),
    ]
    for (const answer of await Promise.all(calls(specNamed('nowhere'))))
      expect(refusal<unknown>(answer)).toEqual({ code: 'NOT_FOUND', item: specNamed('nowhere') })
    for (const answer of await Promise.all(calls(broken)))
      expect(refusal<unknown>(answer)).toMatchObject({ code: 'SPEC_UNREADABLE' })
    expect(world.read(broken, 'spec.json')).toBe('{ "phase": ')
  })
})

function openFilesUnder(root: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', fd))
      return path.startsWith(root) ? [path] : []
    } catch {
      return []
    }
  })
}
