import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCommandId } from '../../../src/client/call-ids.ts'
import type { RpcInput, RpcMethod } from '../../../src/contracts/rpc.ts'
import { bugItem, specNamed, type WorkItem } from '../../../src/contracts/work-item.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { person, type Person } from '../world/person.ts'

let world: FleetWorld
let people: Person[]

beforeAll(async () => {
  world = await FleetWorld.make({})
  const coordinators = [await world.coordinator(), await world.coordinator()]
  people = await Promise.all(coordinators.map(({ url }) => person(world, url, 'operator')))
})

afterAll(async () => {
  for (const who of people) who.close()
  await world[Symbol.asyncDispose]()
})

async function rowOf({ name }: WorkItem): Promise<Record<string, unknown>> {
  const { rows } = await world.database.pool.query(
    'select head, comments, archived_how from sdd.items where name = $1',
    [name],
  )
  return (rows[0] ?? {}) as Record<string, unknown>
}

const SPEC = specNamed('once')
const BUG = bugItem(specNamed('broken').name)
const commentsOf = async (item: WorkItem): Promise<{ id: string }[]> =>
  JSON.parse(String((await rowOf(item))['comments'])) as { id: string }[]
const entries = async (item: WorkItem, wanted: string): Promise<number> =>
  (await world.types(item)).filter((type) => type === wanted).length

interface Case<M extends RpcMethod> {
  method: M
  input: () => RpcInput<M> | Promise<RpcInput<M>>
  /** What there is of it afterwards: once. */
  count: () => Promise<number>
}

const one = <M extends RpcMethod>(given: Case<M>): Case<RpcMethod> => given as never

const comment = { document: 'requirements.md', line: 1, quote: '', text: 'Why?' }
const isAway = async (item: WorkItem): Promise<number> =>
  (await rowOf(item))['archived_how'] === null ? 0 : 1

const CASES = [
  one({
    method: 'create',
    input: () => ({ item: SPEC, description: 'New.', language: null }),
    count: () => entries(SPEC, 'spec.created'),
  }),
  one({
    method: 'create',
    input: () => ({ item: BUG, description: 'Wrong.', language: null }),
    count: () => entries(BUG, 'spec.created'),
  }),
  one({
    method: 'tell',
    input: () => ({ item: SPEC, text: 'Be brief.', now: false }),
    count: () => entries(SPEC, 'instruction.added'),
  }),
  one({
    method: 'budget',
    input: () => ({ item: SPEC, usd: 3 }),
    count: () => entries(SPEC, 'budget.changed'),
  }),
  one({
    method: 'comment',
    input: () => ({ item: SPEC, ...comment }),
    count: async () => (await commentsOf(SPEC)).length,
  }),
  one({
    method: 'deleteComment',
    input: async () => ({ item: SPEC, id: (await commentsOf(SPEC))[0]?.id ?? '' }),
    count: async () => 1 - (await commentsOf(SPEC)).length,
  }),
  one({
    method: 'saveDocument',
    input: () => ({ item: SPEC, document: 'requirements.md', text: '# R\n', base: null }),
    count: async () => {
      const log = world.git(world.repository, 'log', '--format=%s', 'feature/once')
      return log.split('\n').filter((line) => line.includes('requirements.md edited')).length
    },
  }),
  one({ method: 'archive', input: () => ({ item: SPEC }), count: () => isAway(SPEC) }),
  one({
    method: 'restore',
    input: async () => {
      const { rows } = await world.database.pool.query<{ id: number }>(
        'select id from sdd.items where name = $1',
        [SPEC.name],
      )
      return { id: String(rows[0]?.id) }
    },
    count: async () => 1 - (await isAway(SPEC)),
  }),
  one({
    method: 'start',
    input: () => ({ item: SPEC, go: [], nogo: [] }),
    count: () => entries(SPEC, 'run.started'),
  }),
  one({ method: 'stop', input: () => ({ item: SPEC }), count: () => entries(SPEC, 'run.paused') }),
  one({ method: 'deleteSpec', input: () => ({ item: BUG }), count: () => isAway(BUG) }),
]

describe('two coordinators that get one call under the same id', () => {
  it.each(CASES)('H7 F5 carry it out once and give one answer: $method', async (given) => {
    const { method, input, count } = given
    const sent = await input()
    const id = newCommandId()
    const replies = await Promise.all(
      [...people, ...people].map((who) => who.call(method, sent, id)),
    )
    const [first] = replies
    expect(first).toMatchObject({ ok: true })
    expect(replies).toEqual(replies.map(() => first))
    expect(await people[1]?.call(method, sent, id)).toEqual(first)
    expect(await count()).toBe(1)
    expect(world.errors).toEqual([])
  })
})
