import { sameItem, type SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { isSpecRow, type ItemRow } from '../../../src/contracts/views/board.ts'
import { DiskError, observedFiles, type FileCall } from '../../../src/testkit/observed-files.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, refusal } from '../flows/flow-world.ts'

const KINDS = ['append', 'sync'] as const satisfies FileCall['kind'][]

/** A disk that is full while the test says so. */
function disk(failing: FileCall['kind']) {
  const state = { isFull: false }
  const files = observedFiles(({ kind }) => {
    if (state.isFull && kind === failing) throw new DiskError('ENOSPC')
  })
  return { state, files }
}

async function rowOf(world: ProjectWorld, name: SpecItem): Promise<ItemRow | undefined> {
  const board = await world.host.call('board', {})
  if (!board.ok) throw new Error(board.error.code)
  return board.value.rows.filter(isSpecRow).find(({ item }) => sameItem(item, name))
}

const scenario = { overrides: [{ phase: 'design', call: 1, hold: 'gate' }] } as const

describe('an event log that cannot be written', () => {
  it.each(KINDS)(
    'H6 is shown in the row, every command is answered, and the run continues when the disk works again: %s',
    async (failing) => {
      const { state, files } = disk(failing)
      await using world = await openWorld({ scenario, files })
      const a = await world.newSpec('a')
      await rowOf(world, a)
      const ending = world.run(a)
      await agentStarted(world, a, { phase: 'design' })
      state.isFull = true
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'error', reason: 'host-failed' })

      const failed = world.notifications.filter(({ kind }) => kind === 'journal.failed')
      expect(failed).toMatchObject([
        { item: a, level: 'error', needsPerson: true, detail: 'no space left on device' },
      ])
      expect(await rowOf(world, a)).toMatchObject({
        run: { status: 'error', reason: 'host-failed' },
        detail: expect.stringContaining('no space left on device'),
      })
      expect(world.events).toContainEqual(
        expect.objectContaining({
          type: 'row',
          row: expect.objectContaining({ run: expect.objectContaining({ status: 'error' }) }),
        }),
      )

      const { coordinator } = world.host
      expect(refusal(await coordinator.start(a))).toMatchObject({
        code: 'HOST_FAILED',
        detail: 'no space left on device',
      })
      expect(refusal(await coordinator.resume(a)).code).toBe('HOST_FAILED')
      expect(refusal(await coordinator.stop(a)).code).toBe('HOST_FAILED')
      expect(await rowOf(world, a)).toMatchObject({ run: { status: 'error' } })

      state.isFull = false
      expect(await world.resume(a)).toMatchObject({ status: 'completed' })
      expect(await rowOf(world, a)).toMatchObject({ run: { status: 'completed' } })
      expect(agentsOf(world, a).slice(-1)).toEqual(['inspection 1'])
    },
  )

  it('H6 a start that could not be recorded is refused and shown, and the next one runs', async () => {
    const { state, files } = disk('append')
    await using world = await openWorld({ files })
    const a = await world.newSpec('a')
    state.isFull = true
    expect(refusal(await world.host.coordinator.start(a)).code).toBe('HOST_FAILED')
    expect(refusal(await world.host.coordinator.start(a)).code).toBe('HOST_FAILED')
    expect(await rowOf(world, a)).toMatchObject({ run: { status: 'error' } })
    state.isFull = false
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
  })
})
