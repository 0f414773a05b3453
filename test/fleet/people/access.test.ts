import { SUCCEEDED } from '../../../src/contracts/launch/agent-outcomes.ts'
import { expect, it, vi } from 'vitest'
import { agentIdSchema, type AgentId } from '../../../src/contracts/ids.ts'
import { revoke, enrol, makeCode } from '../../../src/fleet/gateway/worker-keys.ts'
import { NotCurrent } from '../../../src/fleet/gateway/worker-calls.ts'
import { connectGateway } from '../../../src/fleet/worker/gateway-client.ts'
import { WebSocket } from 'ws'
import { packageVersion } from '../../../src/host/shell/package-files.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'

/** How the gateway answers a connection: its HTTP status, or 101 when it is let in. */
function knock(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/worker`, { headers })
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => undefined)
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
  })
}

const END = {
  outcome: SUCCEEDED,
  ranMs: 1,
} as const

it('F8 no one comes in without a key of the fleet, or with another version', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  const version = { 'x-sdd-version': packageVersion() }
  const { key } = await world.enrol('first')
  expect(await knock(url, version)).toBe(401)
  expect(await knock(url, { ...version, authorization: `Bearer ${'x'.repeat(43)}` })).toBe(401)
  expect(await knock(url, { ...version, authorization: `Basic ${key}` })).toBe(401)
  const authorization = `Bearer ${key}`
  expect(await knock(url, { authorization, 'x-sdd-version': '0.0.0' })).toBe(426)
  expect(await knock(url, { ...version, authorization })).toBe(101)
})

it('F8 a code lets one worker in, once, and only while it is fresh', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  const { pool } = world.database
  const come = async (code: string): Promise<number> =>
    (await fetch(`${url}/enrol`, { method: 'POST', body: JSON.stringify({ code, name: 'w' }) }))
      .status
  const code = await makeCode(pool, ['default'])
  const answers = await Promise.all([come(code), come(code), come(code)])
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  const old = await makeCode(pool, ['default'])
  await pool.query(`update sdd.codes set expires_at = now() - interval '1 second'`)
  expect(await come(old)).toBe(403)
  expect(await come('no such code')).toBe(403)
  const { rows } = await pool.query('select key_hash, pools from sdd.workers')
  expect(rows).toEqual([{ key_hash: expect.stringMatching(/^[0-9a-f]{64}$/), pools: ['default'] }])
})

it('F8 a key reads and writes nothing of other attempts, and nothing once it is revoked', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item)
  const [mine, other] = [await world.enrol('mine'), await world.enrol('other')]
  const calls = connectGateway(one.url, mine.key)
  const stranger = connectGateway(one.url, other.key)
  try {
    const given = await calls.claim()
    const agentId = given?.request.launch.key.agentId ?? agentIdSchema.parse('agent_x_1_1')
    expect(await stranger.claim()).toBeNull()
    await expect(refusals(stranger, agentId)).resolves.toEqual(REFUSED)
    expect(await stranger.touch([agentId])).toEqual([agentId])
    expect(await calls.touch([agentId])).toEqual([])
    await calls.output(agentId, { number: 0, begins: 0, bytes: Buffer.from('hello') })
    await revoke(world.database.pool, 'mine')
    // Its connection may have been closed by then.
    await expect(calls.touch([agentId])).rejects.toThrow()
    const before = await world.types(item)
    await expect(
      calls.ended(agentId, {
        end: { ...END, outcome: { ...END.outcome, deniedTools: [] } },
        head: null,
        refs: null,
        isLost: false,
        claim: null,
      }),
    ).rejects.toThrow()
    expect(await world.types(item)).toEqual(before)
  } finally {
    await Promise.all([calls.close(), stranger.close()])
  }
})

const REFUSED = ['stands', 'started', 'output', 'ended']

/** The calls about that attempt that are refused because it belongs to another worker. */
async function refusals(
  calls: ReturnType<typeof connectGateway>,
  agentId: AgentId,
): Promise<string[]> {
  const end = { ...END, outcome: { ...END.outcome, deniedTools: [] } }
  const tried: Record<string, Promise<unknown>> = {
    stands: calls.assertCurrent(agentId),
    started: calls.started(agentId),
    output: calls.output(agentId, { number: 0, begins: 0, bytes: Buffer.from('x') }),
    ended: calls.ended(agentId, { end, head: null, refs: null, isLost: false, claim: null }),
  }
  const ends = await Promise.allSettled(Object.values(tried))
  return Object.keys(tried).filter((_, at) => {
    const end = ends[at]
    return end?.status === 'rejected' && end.reason instanceof NotCurrent
  })
}

it('F8 a worker that is no longer let in is not kept waiting by a call that no one answers', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const { key } = await world.enrol('revoked')
  await revoke(world.database.pool, 'revoked')
  const calls = connectGateway(one.url, key)
  try {
    await expect(calls.claim()).rejects.toThrow()
  } finally {
    await calls.close()
  }
})

it('F8 what a revoked worker had is repeated by another', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const one = await world.coordinator()
  await world.worker(one, 'revoked')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await vi.waitFor(() => expect(world.mock.calls()).toHaveLength(1), { timeout: 250_000 })
  await revoke(world.database.pool, 'revoked')
  await world.worker(one, 'second')
  await vi.waitFor(() => expect(world.mock.calls().length).toBeGreaterThanOrEqual(2), {
    timeout: 250_000,
  })
  world.mock.release('gate')
  await world.entry(item, 'run.completed')
  const { pool } = world.database
  const code = await makeCode(pool, ['default'])
  expect(await enrol(pool, { code, name: 'third' })).not.toBeNull()
})
