import { expect, it } from 'vitest'
import type { SpecJson } from '../../src/contracts/spec-json.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf } from '../integration/flows/flow-world.ts'
import { HostProcess } from './host-process.ts'
import { SPEC } from './kill9-world.ts'

const LIFTED: SpecJson = {
  feature_name: SPEC.name,
  phase: 'implementation-complete',
  autoExecution: { permissions: { design: true, impl: true, deploy: true } },
  agents: { default: 'simulated' },
  budget: { usd: 1_000_000 },
  documentReview: { status: 'approved', roundDetails: [] },
}
const lifting = { 'spec.json': `${JSON.stringify(LIFTED, null, 2)}\n` }

/** Kills a host whose agent has edited spec.json before the host could notice. */
async function killedAfterEdit(world: ProjectWorld): Promise<void> {
  await world.newSpec(SPEC.name)
  await world.open()
  await world.host.coordinator.permit(SPEC, { go: [], nogo: ['design'] })
  await world.host.coordinator.budget(SPEC, { usd: 50 })
  await world.closeHost()
  await using host = new HostProcess(world, { begin: { command: 'start', item: SPEC } })
  await host.line('begun')
  await until(() => world.read(SPEC, 'spec.json') === lifting['spec.json'])
  await host.kill()
}

function expectPeoplesValues(world: ProjectWorld): void {
  const json = world.spec(SPEC)
  expect(json).toMatchObject({
    autoExecution: { permissions: { design: false } },
    budget: { usd: 50 },
  })
  expect(json).not.toHaveProperty('agents')
  expect(json['documentReview']).not.toMatchObject({ status: 'approved' })
  expect(entriesOf(world, SPEC, 'spec.restored')).toHaveLength(1)
  expect(agentsOf(world, SPEC)).toEqual(['requirements'])
}

const EDIT = { phase: 'requirements', alsoWrite: lifting, when: 'after-document' } as const

it('A1 what an agent wrote into spec.json is put back by the next host', async () => {
  await using world = new ProjectWorld({ scenario: { overrides: [{ ...EDIT, hold: 'gate' }] } })
  await killedAfterEdit(world)
  world.mock.release('gate')
  await until(() => world.processes().length === 0)
  await world.open()
  expect(await world.run(SPEC)).toMatchObject({ status: 'completed', reason: 'nogo' })
  await world.host.coordinator.drain()
  expectPeoplesValues(world)
})

it('A1 also when the next host only stops the run whose agent has ended meanwhile', async () => {
  await using world = new ProjectWorld({ scenario: { overrides: [{ ...EDIT, hold: 'gate' }] } })
  await killedAfterEdit(world)
  world.mock.release('gate')
  await until(() => world.processes().length === 0)
  await world.open()
  expect(await world.host.coordinator.stop(SPEC)).toMatchObject({ ok: true })
  await world.entry(SPEC, 'spec.restored')
  await world.host.coordinator.drain()
  expectPeoplesValues(world)
})
