import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Phase } from '../../src/contracts/phases.ts'
import { recoveryRank } from '../../src/core/handlers/recovery.ts'
import { MemorySlots } from '../../src/testkit/ports/memory-slots.ts'
import {
  Simulation,
  type BareCommand,
  type SharedHost,
} from '../../src/testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../src/testkit/simulation/virtual-spec.ts'

const SEQUENCES = Number(process.env['SDD_SEQUENCES'] ?? 400)
const SPECS = 3
const CONCURRENCY = 2
const LONG_MS = 30 * 60_000

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

type Action =
  | { kind: 'command'; spec: number; command: BareCommand }
  | { kind: 'steps'; spec: number; count: number }
  | { kind: 'work'; spec: number; deed: Deed }
  | { kind: 'fail' | 'quota' | 'wait-over'; spec: number }
  | { kind: 'crash' }

const START: BareCommand = { type: 'start', go: [], nogo: [], agent: null }
const command = fc.oneof(
  { weight: 4, arbitrary: fc.constant<BareCommand>(START) },
  { weight: 2, arbitrary: fc.constant<BareCommand>({ type: 'stop' }) },
  { weight: 2, arbitrary: fc.constant<BareCommand>({ type: 'resume' }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Phase>('impl', 'inspection')
      .map((from): BareCommand => ({ type: 'retry', from })),
  },
  { weight: 1, arbitrary: fc.constant<BareCommand>({ type: 'reset' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Phase>('impl', 'inspection')
      .map((phase): BareCommand => ({ type: 'runPhase', phase, fix: false })),
  },
)
const deed = fc
  .record({ ticks: fc.constantFrom(0, 1, 3), go: fc.boolean() })
  .map((changes): Deed => ({ ...GOOD, ...changes }))
const spec = fc.nat({ max: SPECS - 1 })

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('command' as const), spec, command }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('steps' as const),
      spec,
      count: fc.integer({ min: 1, max: 8 }),
    }),
  },
  { weight: 14, arbitrary: fc.record({ kind: fc.constant('work' as const), spec, deed }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('fail', 'quota', 'wait-over'), spec }),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'crash' }) },
)

/** Specs of one project in one host; each is at impl or on its way there. */
class Fleet {
  readonly specs: Simulation[]

  constructor() {
    const shared = newQueues()
    this.specs = Array.from(
      { length: SPECS },
      (_, index) => new Simulation({ exclusiveTree: true, name: `spec-${index}`, shared }),
    )
    for (const world of this.specs) this.#prepare(world)
  }

  #prepare(world: Simulation): void {
    for (const file of ['requirements.md', 'design.md', 'tasks.md']) world.disk.write(file)
    world.disk.tasks = { done: 0, total: 3 }
    world.disk.specJson = {
      approvals: {},
      documentReview: { status: 'approved', roundDetails: [] },
    }
    world.onLaunch = () => this.#guard(world)
  }

  /** At a launch: no other spec has an agent in the tree, and there is a free slot. */
  #guard(launching: Simulation): void {
    const others = this.specs.filter((world) => world !== launching)
    const atWork = others.filter((world) => world.working().length > 0)
    expect(atWork.length, 'more agents at once than there are slots').toBeLessThan(CONCURRENCY)
    expect(atWork.flatMap(treePhases), 'two specs in one working tree').toEqual([])
  }

  act(chosen: Action): void {
    if (chosen.kind === 'crash') return this.#crash()
    const world = this.specs[chosen.spec]
    if (world === undefined) return
    const [agent] = world.working()
    switch (chosen.kind) {
      case 'command':
        world.command(chosen.command)
        return
      case 'steps':
        for (let n = 0; n < chosen.count; n++) world.step()
        return
      case 'work':
        this.drain()
        if (agent) world.endAgent(agent, chosen.deed)
        return
      case 'fail':
        if (agent) world.endAgent(agent, null, outcome({ status: 'failed', cause: 'exit-code' }))
        return
      case 'quota':
        if (agent) world.endAgent(agent, null, OUT_OF_QUOTA)
        return
      case 'wait-over':
        this.drain()
        world.endWait()
        return
      default:
        return chosen satisfies never
    }
  }

  /** The next host recovers the dead one's runs before it accepts commands. */
  #crash(): void {
    const shared = newQueues()
    for (const world of this.specs) world.crash()
    const states = this.specs.map((world) => ({ world, rank: recoveryRank(world.folded()) }))
    for (const { world } of states.toSorted((a, b) => a.rank - b.rank)) {
      world.shared = shared
      world.restart()
      world.drain()
    }
  }

  drain(): void {
    while (this.specs.some((world) => world.step()));
  }

  /** Whatever happened before: once every agent does its work, every spec ends. */
  finish(): void {
    for (const world of this.specs) world.restart()
    this.drain()
    for (let turns = 0; this.specs.some(isLive); turns++) {
      expect(turns, 'a spec that waits for ever').toBeLessThan(500)
      for (const world of this.specs) {
        for (const agent of world.working()) world.endAgent(agent, GOOD)
        world.endWait()
      }
      this.drain()
    }
  }
}

const OUT_OF_QUOTA = outcome({
  status: 'failed',
  cause: 'agent-error',
  problem: { kind: 'quota', retryAt: null },
})

const newQueues = (): SharedHost => ({
  slots: new MemorySlots(() => CONCURRENCY),
  tree: new MemorySlots(() => 1),
})

const isLive = ({ state }: Simulation): boolean =>
  state.status === 'running' || state.status === 'queued'

const treePhases = (world: Simulation): string[] =>
  world
    .working()
    .flatMap(({ launch: { phase } }) => (phase === 'impl' || phase === 'inspection' ? [phase] : []))

it(
  `R16 X12 never two specs in one working tree, and none waits forever, over ${SEQUENCES} random sequences`,
  () => {
    const reached = new Map<string, number>()
    fc.assert(
      fc.property(fc.array(action, { minLength: 10, maxLength: 60, size: 'max' }), (actions) => {
        const fleet = new Fleet()
        for (const world of fleet.specs) world.command(START)
        for (const chosen of actions) fleet.act(chosen)
        fleet.finish()
        for (const entry of fleet.specs.flatMap((world) => world.journal)) {
          const name = entry.type === 'run.waiting' ? `${entry.type} ${entry.for}` : entry.type
          reached.set(name, (reached.get(name) ?? 0) + 1)
        }
      }),
      { numRuns: SEQUENCES },
    )
    for (const name of ['run.waiting working-tree', 'run.waiting quota', 'run.recovered'])
      expect(reached.get(name) ?? 0, name).toBeGreaterThan(0)
  },
  LONG_MS,
)
