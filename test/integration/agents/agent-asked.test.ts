import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf, specAt, tasks } from '../flows/flow-world.ts'
import { CONTRACT_ITEMS } from '../flows/contract-items.ts'

const asks = { skipDocument: true, says: 'Which database should it be, Postgres or SQLite?' }

describe('an agent that asks instead of working', () => {
  it.each(CONTRACT_ITEMS)(
    'B5 A6 is reminded once in its session, then the run waits with the question ($kind)',
    async ({ make, first }) => {
      await using world = await openWorld({ scenario: { record: true, ...asks } })
      const spec = await make(world, 'alpha')

      expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'agent-asked' })

      expect(agentsOf(world, spec)).toEqual([first, first])
      const [call, again] = world.mock.calls().map(({ agentId }) => world.mock.recorded(agentId))
      const session = /--session-id[ =](\S+)/.exec(call?.args.join(' ') ?? '')?.[1] ?? ''
      expect(again?.args.join(' ')).toMatch(new RegExp(`--resume[ =]${session}`))
      expect(again?.prompt).toContain('no one can answer')
      expect(entriesOf(world, spec, 'run.paused')[0]?.detail).toContain(asks.says)
      expect(world.notifications.at(-1)).toMatchObject({ kind: 'run.paused', needsPerson: true })
      expect(world.notifications.at(-1)?.message).toContain(asks.says)
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 A6 continues by itself when the reminder was enough ($kind)',
    async ({ make, first, second }) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase: first, call: 1, ...asks }] },
      })
      const spec = await make(world, 'alpha')

      expect(await world.run(spec)).toMatchObject({ status: 'completed' })

      expect(agentsOf(world, spec).slice(0, 3)).toEqual([first, first, second])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 A6 the answer is in the next prompt, in its session ($kind)',
    async ({ make, first, second }) => {
      await using world = await openWorld({
        scenario: {
          record: true,
          overrides: [1, 2].map((call) => ({ phase: first, call, ...asks })),
        },
      })
      const spec = await make(world, 'alpha')
      await world.run(spec)
      await world.host.coordinator.permit(spec, { go: [], nogo: [second] })
      await world.host.coordinator.tell(spec, 'Take SQLite.')

      expect(await world.resume(spec)).toMatchObject({ status: 'completed', reason: 'nogo' })

      const resumed = world.mock.recorded(world.mock.calls()[2]?.agentId ?? '')
      expect(resumed.args.join(' ')).toContain('--resume')
      expect(resumed.prompt).toContain('- Take SQLite.')
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 A6 X4 one that asks nothing has failed, and its last words are heard ($kind)',
    async ({ make, first }) => {
      const says = 'I was not allowed to write the file.'
      await using world = await openWorld({ scenario: { skipDocument: true, says } })
      const spec = await make(world, 'alpha')

      expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'postcondition' })

      expect(agentsOf(world, spec)).toEqual([first])
      expect(entriesOf(world, spec, 'run.failed')[0]?.detail).toContain(says)
    },
  )

  it('A6 an impl agent that asks and ticks nothing does not use up the re-runs', async () => {
    await using world = await openWorld({
      scenario: { ticksPerRun: 0, says: 'Shall I delete the old table first?' },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', tasks(' ', ' '))

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'agent-asked' })

    expect(agentsOf(world, spec)).toEqual(['impl', 'impl'])
  })
})
