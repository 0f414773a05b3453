import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpecJson } from '../../../contracts/spec-json.ts'
import { phaseOfWord } from '../../spec/phase-words.ts'
import { Simulation, type BareCommand } from '../../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../../testkit/simulation/virtual-spec.ts'

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

/** A spec that another tool has written. */
function foreignSpec(json: SpecJson, done = 3, documents = ['requirements', 'design', 'tasks']) {
  const world = new Simulation()
  world.disk.specJson = json
  for (const name of documents) world.disk.write(`${name}.md`)
  world.disk.tasks = { done, total: 3 }
  return world
}

function send(world: Simulation, command: BareCommand): void {
  world.command(command)
  world.drain()
}

const start = { type: 'start', go: [], nogo: [] } satisfies BareCommand
const launched = (world: Simulation): string[] => world.launches.map(({ phase }) => phase)

describe('a spec that is done in another tool', () => {
  it.each(['implemented', 'implementation-completed', 'validated', 'completed'])(
    'X13 nothing is started over %s work, and its record stays as it is',
    (phase) => {
      const json = { phase, approvals: {}, extra: 1 }
      const world = foreignSpec(json)
      send(world, start)
      expect(launched(world)).toEqual([])
      expect(world.state).toMatchObject({ status: 'completed', reason: 'done', phase: null })
      expect(world.disk.specJson).toBe(json)
    },
  )

  it('X13 a document that someone did without is not written afterwards', () => {
    const world = foreignSpec({ phase: 'implemented' }, 3, ['requirements', 'tasks'])
    send(world, start)
    expect(launched(world)).toEqual([])
    expect(world.state).toMatchObject({ status: 'completed', reason: 'done' })
  })

  it('X13 an open box says that it is not done, whatever its word', () => {
    const world = foreignSpec({ phase: 'completed' }, 2)
    send(world, start)
    expect(launched(world)).toEqual(['document-review'])
  })

  it('X13 an unknown word leaves it to the run', () => {
    const world = foreignSpec({ phase: 'someday' })
    send(world, start)
    expect(launched(world)).toEqual(['document-review'])
  })

  it('X8 with its review approved the inspection is next', () => {
    const world = foreignSpec({
      phase: 'implementation-complete',
      documentReview: { status: 'approved' },
    })
    send(world, start)
    expect(launched(world)).toEqual(['inspection'])
  })

  it.each(['inspection', 'document-review', 'design'] as const)(
    'X13 it is started again from %s when someone asks for that',
    (from) => {
      const world = foreignSpec({ phase: 'implemented' })
      send(world, { type: 'retry', from })
      expect(launched(world)).toEqual([from])
      expect(world.disk.specJson['phase']).toBe('implemented')
      const [agent] = world.working()
      if (agent) world.endAgent(agent, GOOD, outcome())
      world.drain()
      if (from !== 'document-review')
        expect(world.disk.specJson['phase']).toBe(
          from === 'design' ? 'design-generated' : 'inspection-complete',
        )
    },
  )
})

describe('a change of the documents beside it', () => {
  const changed = (world: Simulation): void => {
    world.queue.push({ type: 'files.changed', at: world.now })
    world.drain()
  }

  it.each([{ phase: 'implementing' }, { phase: 'initialized' }, {}])(
    'S4 writes nothing into a record %j that this tool has had no part in',
    (json) => {
      const world = foreignSpec(json)
      changed(world)
      expect(world.journal).toEqual([])
      expect(world.disk.specJson).toBe(json)
    },
  )

  it('S4 a raw word is kept until a phase has really passed here', () => {
    const world = foreignSpec({ phase: 'implementing' }, 0)
    send(world, { type: 'permit', go: [], nogo: ['impl'] })
    changed(world)
    expect(world.disk.specJson['phase']).toBe('implementing')
  })
})

describe('whatever another tool has left', () => {
  const WORDS = ['implemented', 'completed', 'validated', 'implementing', 'tasks', 'someday', '']
  const DONE = ['implementation-complete', 'inspection-complete', 'deploy-complete']
  const left = fc.record({
    phase: fc.constantFrom(...WORDS),
    status: fc.constantFrom('approved', 'pending', 'in_progress'),
    verdict: fc.constantFrom('go', 'nogo', null),
    done: fc.integer({ min: 0, max: 3 }),
    documents: fc.subarray(['requirements', 'design']),
  })

  it('X13 a run says that it is done only over ticked boxes and a word of done, and then does nothing', () => {
    fc.assert(
      fc.property(left, ({ phase, status, verdict, done, documents }) => {
        const inspection = { rounds: verdict === null ? 2 : [{ number: 1, result: verdict }] }
        const json = { phase, documentReview: { status }, inspection }
        const world = foreignSpec(json, done, [...documents, 'tasks'])
        send(world, start)
        const isLeftAlone = world.state.status === 'completed' && world.state.phase === null
        if (isLeftAlone) {
          expect(done).toBe(3)
          expect(DONE).toContain(phaseOfWord(phase))
          expect(verdict).toBe(null)
          expect(launched(world)).toEqual([])
          expect(world.disk.specJson).toBe(json)
        } else if (world.state.status === 'completed') {
          expect([done, verdict]).toEqual([3, 'go'])
        } else expect(launched(world)).toHaveLength(1)
      }),
      { numRuns: 500 },
    )
  })
})
