import { expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf } from '../flows/flow-world.ts'

it('A1 B5 what an agent writes into bug.json that people decide is taken back', async () => {
  const lifted = {
    bug_name: 'crash',
    phase: 'verified',
    autoExecution: { permissions: { deploy: true } },
    note: 'kept',
  }
  await using world = await openWorld({
    scenario: {
      overrides: [{ phase: 'analyze', alsoWrite: { 'bug.json': JSON.stringify(lifted) } }],
    },
  })
  const bug = await world.newBug('crash')
  expect(await world.run(bug)).toMatchObject({ status: 'completed', phase: 'deploy' })
  expect(agentsOf(world, bug)).toEqual(['analyze', 'fix', 'verify 1'])
  const [restored] = entriesOf(world, bug, 'spec.restored')
  expect(restored?.keys).toContain('autoExecution.permissions')
  expect(world.spec(bug)).toMatchObject({
    phase: 'verified',
    autoExecution: { permissions: { deploy: false } },
    note: 'kept',
  })
})

it('A1 B2 a verification that another agent wrote is none', async () => {
  const early = { 'verification.md': '# Verification\n\nVerdict: VERIFIED\n' }
  await using world = await openWorld({
    scenario: { overrides: [{ phase: 'fix', alsoWrite: early }] },
  })
  const bug = await world.newBug('crash')
  await world.run(bug)
  expect(agentsOf(world, bug)).toEqual(['analyze', 'fix', 'verify 1'])
  expect(entriesOf(world, bug, 'documents.strayed')).toMatchObject([{ phase: 'fix' }])
})

it('A1 an agent cannot turn a quick spec into another workflow, and the user can', async () => {
  const other = { feature_name: 'typo', workflow: 'spec' }
  await using world = await openWorld({
    scenario: {
      overrides: [{ phase: 'tasks', call: 1, alsoWrite: { 'spec.json': JSON.stringify(other) } }],
    },
  })
  const spec = await world.newQuick('typo')
  await world.follow(spec, () => world.host.coordinator.start(spec, { nogo: ['impl'] }))
  expect(world.spec(spec)).toMatchObject({ workflow: 'quick' })
  await world.host.rested()
  world.write(spec, 'spec.json', JSON.stringify({ ...world.spec(spec), workflow: 'spec' }))
  await world.follow(spec, () => world.host.coordinator.start(spec, { nogo: ['design'] }))
  expect(agentsOf(world, spec)).toEqual(['tasks', 'requirements'])
  expect(entriesOf(world, spec, 'workflow.followed').map(({ workflow }) => workflow)).toEqual([
    'quick',
    'spec',
  ])
})
