import { openWorld } from '../../src/testkit/project-world.ts'
import { conformanceSuite, type ConformancePlace } from './conformance-suite.ts'
import { FleetWorld } from './fleet-world.ts'

conformanceSuite('on one machine, from files', async (scenario = {}): Promise<ConformancePlace> => {
  const world = await openWorld({ scenario })
  return {
    mock: world.mock,
    newSpec: (name) => world.newSpec(name),
    newBug: (name) => world.newBug(name),
    command: (request) => world.host.coordinator.command(request),
    journal: async (item) => world.journal(item),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
})

conformanceSuite(
  'in a fleet, from PostgreSQL',
  async (scenario = {}): Promise<ConformancePlace> => {
    const world = await FleetWorld.make({}, scenario)
    const coordinator = await world.coordinator()
    await world.worker(coordinator, 'first')
    return {
      mock: world.mock,
      newSpec: (name) => world.newSpec(name),
      newBug: (name) => world.newBug(name),
      command: (request) => coordinator.runs.command(world.ref(request.item), request),
      journal: (item) => world.journal(item),
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    }
  },
)
