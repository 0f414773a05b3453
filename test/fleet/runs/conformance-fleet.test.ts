import { conformanceSuite, type ConformancePlace, type Wanted } from './conformance-suite.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'

async function inFleet({ scenario = {}, config = {} }: Wanted): Promise<ConformancePlace> {
  const world = await FleetWorld.make(config, scenario)
  let coordinator = await world.coordinator()
  const line = new Line(coordinator.url)
  await world.worker({ url: await line.url() }, 'first')
  return {
    root: world.root,
    mock: world.mock,
    newSpec: (name) => world.newSpec(name),
    newQuick: (name) => world.newQuick(name),
    newBug: (name) => world.newBug(name),
    command: (request) => coordinator.runs.command(world.ref(request.item), request),
    journal: (item, after) => world.journal(item, after),
    git: (...args) => world.git(world.repository, ...args),
    crash: async () => {
      line.cut()
      await world.close(coordinator)
      coordinator = await world.coordinator()
      line.mend(coordinator.url)
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]()
      await line[Symbol.asyncDispose]()
    },
  }
}

conformanceSuite('in a fleet, from PostgreSQL', inFleet)
