import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { times } from '../world/campaign.ts'
import { FleetWorld } from '../world/fleet-world.ts'

const COMMANDS = times('SDD_COMMANDS', { gate: 10, campaign: 1000 })

it('F1 a run ends on workers as it does on one machine, with its documents on its branch', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  expect(await world.start(one, item)).toMatchObject({ ok: true })
  await world.entry(item, 'run.completed')
  await using local = new RepositoryWorld()
  await local.open()
  const same = await local.newSpec('login')
  await local.run(same)
  expect(await world.types(item)).toEqual(local.types(same))
  const files = world.git(world.repository, 'ls-tree', '-r', '--name-only', 'feature/login')
  expect(files.split('\n')).toEqual([
    ...['design', 'document-review-1-reply', 'document-review-1', 'inspection-1'].map(document),
    ...['requirements', 'tasks'].map(document),
    'README.md',
  ])
  expect(world.errors).toEqual([])
})

const document = (name: string): string => `.kiro/specs/login/${name}.md`

it('F5 two coordinators that get the same command at the same moment make one decision', async () => {
  await using world = await FleetWorld.make()
  const both = [await world.coordinator(), await world.coordinator()]
  for (let turn = 0; turn < COMMANDS; turn++) {
    const item = await world.newSpec(`spec-${turn}`)
    const answers = await Promise.all(
      [...both, ...both].map((coordinator) => world.start(coordinator, item)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const types = await world.types(item)
    expect(types.filter((type) => type === 'run.started')).toHaveLength(1)
    expect(types.filter((type) => type === 'step.started')).toHaveLength(1)
  }
  const { rows } = await world.database.pool.query('select count(*) as made from sdd.attempts')
  expect(rows).toEqual([{ made: COMMANDS }])
})
