import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { SUCCEEDED } from '../../../src/contracts/launch/agent-outcomes.ts'
import type { StepEnd } from '../../../src/host/ports/step-runner.ts'
import type { GivenStep } from '../../../src/fleet/gateway/worker-calls.ts'
import { connectGateway, type GatewayCalls } from '../../../src/fleet/worker/gateway-client.ts'
import { FleetWorld } from '../world/fleet-world.ts'

/** Longer than a call may take: one that is kept waiting so long fails. */
const LONG_MS = 30_000
const ended: StepEnd = { outcome: SUCCEEDED, ranMs: 1 }

const agentOf = (given: GivenStep | null): string | undefined => given?.request.launch.key.agentId

const asked = (waitMs: number) => ({ claim: randomUUID(), isAgain: false, waitMs })

/** Waits for a step as a worker does. */
async function taken(calls: GatewayCalls): Promise<GivenStep> {
  for (;;) {
    const given = await calls.claim(asked(2000))
    if (given !== null) return given
  }
}

it('a worker that waits at one coordinator is given what is started at another', async () => {
  await using world = await FleetWorld.make()
  const [one, other] = [await world.coordinator(), await world.coordinator()]
  const item = await world.newSpec('login')
  const calls = connectGateway(other.url, (await world.enrol('first')).key)
  try {
    const given = taken(calls)
    await world.start(one, item)
    expect((await given).request.item).toEqual(item)
  } finally {
    await calls.close()
  }
})

it('of many that wait each is given another step', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const items = await Promise.all(['a', 'b', 'c'].map((name) => world.newSpec(name)))
  const workers = await Promise.all(items.map(({ name }) => world.enrol(`worker-${name}`)))
  const calls = workers.map(({ key }) => connectGateway(one.url, key))
  try {
    const given = calls.map((worker) => taken(worker))
    for (const item of items) await world.start(one, item)
    const names = (await Promise.all(given)).map((step) => step.request.item.name)
    expect(names.toSorted()).toEqual(['a', 'b', 'c'])
  } finally {
    await Promise.all(calls.map((worker) => worker.close()))
  }
})

it('F4 a step whose answer was lost is given again to the one that asks again, and to no other', async () => {
  await using world = await FleetWorld.make()
  const [one, other] = [await world.coordinator(), await world.coordinator()]
  await world.start(one, await world.newSpec('login'))
  const mine = (await world.enrol('mine')).key
  const [before, after] = [connectGateway(one.url, mine), connectGateway(other.url, mine)]
  const stranger = connectGateway(one.url, (await world.enrol('other')).key)
  try {
    const claim = { ...asked(0), isAgain: true }
    const given = await before.claim(claim)
    expect(given).not.toBeNull()
    expect(agentOf(await after.claim(claim))).toBe(agentOf(given))
    expect(await stranger.claim(claim)).toBeNull()
    expect(await after.claim(asked(0))).toBeNull()
  } finally {
    await Promise.all([before, after, stranger].map((calls) => calls.close()))
  }
})

it('F2 the end of a step gives the next one; told again it gives the same', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  const calls = connectGateway(one.url, (await world.enrol('first')).key)
  try {
    const { key } = (await taken(calls)).request.launch
    const head = pushRequirements(world, item.name)
    const told = { end: ended, head, refs: null, isLost: false, claim: randomUUID() }
    const next = await calls.ended(key.agentId, told)
    expect(next).toMatchObject({ head, request: { launch: { phase: 'design' } } })
    expect(agentOf(await calls.ended(key.agentId, told))).toBe(agentOf(next))
    expect(await calls.ended(key.agentId, { ...told, claim: randomUUID() })).toBeNull()
    const { rows } = await world.database.pool.query(
      `select state, count(*)::int from pgboss.job where name = 'steps/default' group by state`,
    )
    expect(rows).toEqual([{ state: 'active', count: 1 }])
  } finally {
    await calls.close()
  }
})

it('one that waits no longer is answered at once, also when that is said first', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const calls = connectGateway(one.url, (await world.enrol('first')).key)
  try {
    const late = asked(LONG_MS)
    const waiting = calls.claim(late)
    await calls.left(late.claim)
    expect(await waiting).toBeNull()
    const early = asked(LONG_MS)
    await calls.left(early.claim)
    expect(await calls.claim(early)).toBeNull()
  } finally {
    await calls.close()
  }
})

it('what is decided at one coordinator is known to the other, which had decided before', async () => {
  await using world = await FleetWorld.make()
  const [one, other] = [await world.coordinator(), await world.coordinator()]
  const item = await world.newSpec('login')
  const ref = world.ref(item)
  await world.start(one, item)
  expect((await other.runs.stateOf(ref))?.status).toBe('running')
  const stop = { type: 'stop', item, calledBy: { kind: 'person', via: 'cli' } } as const
  await one.runs.command(ref, stop)
  expect((await other.runs.stateOf(ref))?.status).toBe('paused')
  await vi.waitFor(async () =>
    expect(await other.runs.stateOf(ref)).toEqual(await one.runs.stateOf(ref)),
  )
})

/** Pushes the document of the first phase to the repository, as its worker would. */
function pushRequirements(world: FleetWorld, name: string): string {
  const work = join(world.root, 'work')
  world.git(world.root, 'clone', '--quiet', world.repository, work)
  const folder = join(work, '.kiro', 'specs', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'requirements.md'), '# Requirements\n\n### Requirement 1: It works\n')
  world.git(work, 'add', '.')
  world.git(work, 'commit', '--quiet', '-m', 'requirements')
  world.git(work, 'push', '--quiet', 'origin', `HEAD:feature/${name}`)
  return world.git(work, 'rev-parse', 'HEAD')
}
