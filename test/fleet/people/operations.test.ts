import { expect, it } from 'vitest'
import { agentIdSchema, type AgentId } from '../../../src/contracts/ids.ts'
import type { ToldWorker } from '../../../src/fleet/gateway/worker-calls.ts'
import { connectGateway } from '../../../src/fleet/worker/gateway-client.ts'
import { keepIntroduced } from '../../../src/fleet/worker/introduce.ts'
import { listWorkers, setDraining } from '../../../src/fleet/served/workers.ts'
import { CommitDocuments } from '../../../src/fleet/git/commit-documents.ts'
import { Mirrors } from '../../../src/fleet/git/mirrors.ts'
import { ProjectBoard } from '../../../src/fleet/served/project-board.ts'
import { FleetWorld } from '../world/fleet-world.ts'

it('health, readiness and what Prometheus counts', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item)
  await world.enrol('first')
  const status = async (path: string): Promise<number> => (await fetch(`${one.url}${path}`)).status
  expect(await Promise.all(['/healthz', '/readyz'].map(status))).toEqual([200, 200])
  const text = await (await fetch(`${one.url}/metrics`)).text()
  expect(text).toContain('sdd_steps{project="shop",state="queued"} 1')
  expect(text).toContain('sdd_workers{state="offline"} 1')
  expect(text).toContain('process_resident_memory_bytes')
})

it('a worker says what it is, is drained and used again', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const { pool } = world.database
  const item = await world.newSpec('login')
  await world.start(one, item)
  const { key, id } = await world.enrol('first')
  const calls = connectGateway(one.url, key)
  const reportError = (error: unknown) => world.errors.push(error)
  const end = keepIntroduced({ calls, slots: 3, env: world.env, reportError })
  try {
    await expect
      .poll(async () => (await listWorkers(pool))[0])
      .toMatchObject({ name: 'first', slots: 3, isOnline: true, isDraining: false })
    const [worker] = await listWorkers(pool)
    expect(worker?.agents.map(({ name }) => name)).toContain('simulated')
    await setDraining(pool, id, true)
    expect(await calls.claim()).toBeNull()
    await setDraining(pool, id, false)
    expect((await calls.claim())?.request.item).toEqual(item)
  } finally {
    end()
    await calls.close()
  }
})

it('an answer that was given while its worker was away is kept for it', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item)
  const { key } = await world.enrol('first')
  const before = connectGateway(one.url, key)
  const given = await before.claim()
  const agentId: AgentId = given?.request.launch.key.agentId ?? agentIdSchema.parse('agent_x_1_1')
  await before.started(agentId)
  const askedAt = new Date().toISOString()
  const question = { id: 'q1', tool: 'Bash', summary: 'npm install', askedAt }
  await before.asked(agentId, question)
  await before.close()
  const calledBy = { kind: 'person', via: 'cli' } as const
  const reply = await one.runs.command(world.ref(item), {
    type: 'answer',
    item,
    answer: 'allow',
    calledBy,
  })
  expect(reply).toMatchObject({ ok: true })
  const after = connectGateway(one.url, key)
  const told: ToldWorker[] = []
  const leave = after.onTold((one) => told.push(one))
  try {
    await expect
      .poll(() => told)
      .toEqual([{ type: 'answer', agentId, questionId: 'q1', answer: 'allow' }])
    // It asks again when it was cut off before it heard that its question had arrived.
    await after.asked(agentId, question)
    const asked = (await world.types(item)).filter((type) => type === 'agent.asked')
    expect(asked).toHaveLength(1)
  } finally {
    leave()
    await after.close()
  }
})

it('a board looks at all of its items once at a time, however often it is asked', async () => {
  await using world = await FleetWorld.make()
  await world.newSpec('login')
  using commits = new CommitDocuments(new Mirrors(world.root, world.env))
  const { pool } = world.database
  const board = await ProjectBoard.open('shop', { pool, commits, emit: () => undefined })
  const looking = board.lookAtAll()
  expect(board.lookAtAll()).toBe(looking)
  await looking
  expect(board.lookAtAll()).not.toBe(looking)
  await board.lookAtAll()
  expect(board.rows()).toHaveLength(1)
})
