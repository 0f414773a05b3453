import { afterAll, beforeAll, expect, it } from 'vitest'
import { SUCCEEDED } from '../../../src/contracts/launch/agent-outcomes.ts'
import type { Coordinator } from '../../../src/fleet/coordinator.ts'
import type { EndedStep } from '../../../src/fleet/gateway/worker-calls.ts'
import { connectGateway, type GatewayCalls } from '../../../src/fleet/worker/gateway-client.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { person } from '../world/person.ts'

let world: FleetWorld
let one: Coordinator
let calls: GatewayCalls

beforeAll(async () => {
  world = await FleetWorld.make()
  one = await world.coordinator()
  calls = connectGateway(one.url, (await world.enrol('hostile')).key)
})

afterAll(async () => {
  await calls.close()
  await world[Symbol.asyncDispose]()
})

it('F11 what the database says about a call is for the log of the coordinator, not for its worker', async () => {
  const asked = calls.introduced({ slots: 1, version: 'a\0b', agents: [] })
  await expect(asked).rejects.toThrow(/^it could not be done/)
  expect(world.errors.map(String)).toEqual([expect.stringContaining('invalid byte sequence')])
})

it('F11 nor for people', async () => {
  const before = world.errors.length
  const ada = await person(world, one.url, 'admin')
  const reply = await ada.callHost('pair', { name: 'a\0b', role: 'viewer' })
  expect(JSON.stringify(reply)).toContain('HOST_FAILED')
  expect(JSON.stringify(reply)).not.toContain('byte sequence')
  expect(world.errors.slice(before).map(String)).toEqual([
    expect.stringContaining('invalid byte sequence'),
  ])
  ada.close()
})

const COMMIT = 'a'.repeat(40)
const PLACE = { path: '/x', branch: 'feature/login', base: 'main', from: COMMIT }
const END: EndedStep = {
  end: { outcome: SUCCEEDED, ranMs: 1 },
  head: null,
  refs: null,
  isLost: false,
  claim: null,
}
const RESULTS: Record<string, NonNullable<EndedStep['end']['result']>> = {
  'a branch of another item': { type: 'workspace', ...PLACE, branch: 'feature/other' },
  'a branch that is an option': { type: 'workspace', ...PLACE, branch: '--exec=x' },
  'a base that leads elsewhere': { type: 'workspace', ...PLACE, base: '../../x' },
  'a beginning that is an option': { type: 'workspace', ...PLACE, from: '--exec=x' },
  'a commit that is an option': { type: 'moved', commit: '--exec=x' },
  'a tree that is an option': {
    type: 'ready',
    path: '/x',
    commit: COMMIT,
    tree: '--x',
    onto: COMMIT,
  },
  'an address that is a script': { type: 'pull-request', url: 'javascript:1', commit: COMMIT },
  'a ref that is none of ours': { type: 'cleaned', saved: 'refs/heads/main', kept: null },
}

it('F11 a result that the next worker would take for a path or an option is refused', async () => {
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  const { agentId } = (await calls.claim())?.request.launch.key ?? {}
  if (agentId === undefined) throw new Error('no step was given')
  for (const [what, result] of Object.entries(RESULTS)) {
    const told = calls.ended(agentId, { ...END, end: { ...END.end, result } })
    await expect(told, what).rejects.toThrow('not understood')
  }
  expect(await world.types(item)).not.toContain('agent.ended')
})
