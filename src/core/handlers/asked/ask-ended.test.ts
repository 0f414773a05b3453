import { expect, it } from 'vitest'
import { agentIdSchema } from '../../../contracts/ids.ts'
import { itemInsights } from '../../metrics/item-insights.ts'
import { Simulation } from '../../../testkit/simulation/simulation.ts'

const usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.5 }
const ended = (name: string) =>
  ({
    type: 'ask.ended',
    agentId: agentIdSchema.parse(`ask_${name}_1_1`),
    agent: 'claude',
    usage,
    ranMs: 60_000,
  }) as const

it('a question counts once in what the spec has used, and moves nothing', () => {
  const world = new Simulation()
  for (const name of ['a', 'a', 'b']) {
    world.queue.push({ ...ended(name), at: world.now })
    world.drain()
  }
  expect(world.state).toMatchObject({ status: 'idle', spent: { phases: {}, run: { agents: 0 } } })
  expect(world.state.spent.spec).toMatchObject({ agents: 2, costUsd: 1, ms: 120_000 })
  expect(
    itemInsights(world.journal, '2030-01-01T00:00:00.000Z').spending.map(({ costUsd }) => costUsd),
  ).toEqual([0.5, 1])
})
