import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { conformanceSuite, type ConformancePlace, type Wanted } from './conformance-suite.ts'

async function onOneMachine(wanted: Wanted): Promise<ConformancePlace> {
  const world = new RepositoryWorld(wanted)
  await world.open()
  return {
    root: world.root,
    mock: world.mock,
    newSpec: (name) => world.newSpec(name),
    newQuick: (name) => world.newQuick(name),
    newBug: (name) => world.newBug(name),
    command: (request) => world.host.coordinator.command(request),
    journal: async (item, after = 0) => world.journal(item).filter(({ seq }) => seq > after),
    git: (...args) => world.git(...args),
    crash: async (item) => {
      await world.closeHost()
      await world.open()
      const calledBy = { kind: 'person', via: 'cli' } as const
      await world.host.coordinator.command({ type: 'recover', item, calledBy })
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

conformanceSuite('on one machine, from files', onOneMachine)
