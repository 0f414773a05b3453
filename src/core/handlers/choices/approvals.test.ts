import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../contracts/journal.ts'
import { contentOf } from '../../decide/written.ts'
import { Simulation, type BareCommand } from '../../../testkit/simulation/simulation.ts'
import type { Deed } from '../../../testkit/simulation/virtual-spec.ts'

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

function asPerson(): Simulation {
  const world = new Simulation()
  world.disk.specJson = { ...world.disk.specJson, autoExecution: { approvals: 'person' } }
  return world
}

function send(world: Simulation, command: BareCommand): void {
  world.command(command)
  world.drain()
}

const started = (world = asPerson()): Simulation => {
  send(world, { type: 'start', go: [], nogo: [] })
  return world
}

function ended(world: Simulation, deed: Deed = GOOD): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, deed)
  world.drain()
}

const approve = (world: Simulation, phase: 'requirements' | 'design' | 'tasks'): void => {
  ended(world)
  send(world, { type: 'approve', phase, andThen: 'resume' })
}

const launched = (world: Simulation): string[] => world.launches.map(({ phase }) => phase)
const autoApproved = (world: Simulation): JournalEntry[] =>
  world.journal.filter((entry) => entry.type === 'approval.granted' && entry.by !== 'person')

describe('a spec whose documents the user approves', () => {
  it('pauses after each document until they do, and approves nothing itself', () => {
    const world = started()
    for (const phase of ['requirements', 'design', 'tasks'] as const) {
      ended(world)
      expect(world.state).toMatchObject({ status: 'paused', reason: 'needs-approval', phase })
      send(world, { type: 'approve', phase, andThen: 'resume' })
    }
    expect(launched(world)).toEqual(['requirements', 'design', 'tasks', 'document-review'])
    ended(world)
    ended(world)
    const phase = 'document-review'
    expect(world.state).toMatchObject({ status: 'paused', reason: 'needs-approval', phase })
    send(world, { type: 'approve', phase, andThen: 'resume' })
    ended(world)
    ended(world)
    expect(world.state).toMatchObject({ status: 'completed', phase: 'deploy' })
    expect(autoApproved(world)).toEqual([])
  })

  it('needs the user: the notice says so', () => {
    const world = started()
    ended(world)
    expect(world.notices.at(-1)).toMatchObject({ kind: 'run.paused', needsPerson: true })
  })

  it('writes the document again, with what was asked for, when changes are requested', () => {
    const world = started()
    approve(world, 'requirements')
    ended(world)
    send(world, { type: 'reject', phase: 'design', reason: 'Use fewer parts', andThen: 'resume' })
    expect(world.launches.at(-1)).toMatchObject({ phase: 'design', rejection: 'Use fewer parts' })
    ended(world)
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase: 'design' })
  })

  it('stays rejected when only the time of the file has changed', () => {
    const world = started()
    ended(world)
    send(world, { type: 'reject', phase: 'requirements', reason: 'Too long' })
    const { fingerprint } = world.disk.files.get('requirements.md') ?? {}
    const touched = `9999-${contentOf(fingerprint ?? null)}`
    world.disk.files.set('requirements.md', { fingerprint: touched, empty: false })
    const approved = world.command({ type: 'approve', phase: 'requirements' })
    world.drain()
    expect(world.replies.get(approved)).toMatchObject({ error: { code: 'NOT_GENERATED' } })
    world.disk.write('requirements.md')
    const changed = world.command({ type: 'approve', phase: 'requirements' })
    world.drain()
    expect(world.replies.get(changed)).toMatchObject({ ok: true })
  })

  it('reviews again when changes are requested of a review without findings', () => {
    const world = started()
    for (const phase of ['requirements', 'design', 'tasks'] as const) approve(world, phase)
    ended(world)
    ended(world)
    const phase = 'document-review'
    send(world, { type: 'reject', phase, reason: 'Look at the errors', andThen: 'resume' })
    expect(world.launches.at(-1)).toMatchObject({
      phase,
      round: 2,
      rejection: 'Look at the errors',
    })
    ended(world)
    ended(world)
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase })
  })

  it('asks again when it is only resumed, without another round or launch', () => {
    const world = started()
    for (const phase of ['requirements', 'design', 'tasks'] as const) approve(world, phase)
    ended(world)
    ended(world)
    const before = world.launches.length
    send(world, { type: 'resume' })
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase: 'document-review' })
    expect(world.launches).toHaveLength(before)
  })

  it('still discusses and fixes what a review found before it asks', () => {
    const world = started()
    for (const phase of ['requirements', 'design', 'tasks'] as const) approve(world, phase)
    ended(world)
    ended(world, { ...GOOD, fixRequired: 1 })
    expect(world.launches.at(-1)).toMatchObject({ phase: 'document-review', round: 2 })
    ended(world)
    ended(world, { ...GOOD, needsDiscussion: 1 })
    expect(world.state).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
  })

  it('asks before it ends at a NOGO', () => {
    const world = started()
    send(world, { type: 'permit', go: [], nogo: ['design'] })
    ended(world)
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase: 'requirements' })
    send(world, { type: 'approve', phase: 'requirements', andThen: 'resume' })
    expect(world.state).toMatchObject({ status: 'completed', reason: 'nogo', phase: 'design' })
  })

  it('can be chosen while its agent writes, and holds for that document', () => {
    const world = new Simulation()
    started(world)
    send(world, { type: 'choose', approvals: 'person' })
    ended(world)
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase: 'requirements' })
    send(world, { type: 'choose', approvals: 'auto' })
    send(world, { type: 'resume' })
    expect(launched(world)).toEqual(['requirements', 'design'])
    expect(autoApproved(world)).toHaveLength(1)
  })

  it('is not undone by an agent that writes spec.json', () => {
    const world = started()
    ended(world, { ...GOOD, mischief: 'spec' })
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase: 'requirements' })
    expect(world.disk.specJson).toMatchObject({ autoExecution: { approvals: 'person' } })
  })

  it('is paused for the same approval by a host that crashed just before', () => {
    const world = started()
    const [agent] = world.working()
    if (!agent) throw new Error('no agent works')
    world.crash()
    world.endAgent(agent, GOOD)
    world.restart()
    world.drain()
    expect(world.state).toMatchObject({ reason: 'needs-approval', phase: 'requirements' })
    expect(launched(world)).toEqual(['requirements'])
  })
})

it('an item that says nothing follows the settings', () => {
  const world = new Simulation()
  world.disk.plan = { defaultChoices: { approvals: 'person', clarify: 'assume' } }
  started(world)
  ended(world)
  expect(world.state).toMatchObject({ reason: 'needs-approval' })
})
