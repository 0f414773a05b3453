import { isSpecRow } from '../../../src/contracts/views/board.ts'
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStatuses } from '../../../src/host/items/spec-status.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, refusal, specAt } from '../flows/flow-world.ts'

const MB = 1024 * 1024

/** Makes a sparse file: it has this size but takes no space. */
function grow(dir: string, file: string, size: number): string {
  const path = join(dir, file)
  const fd = openSync(path, 'a')
  ftruncateSync(fd, size)
  closeSync(fd)
  return path
}

describe('a document beyond 16 MB', () => {
  it.each(['requirements.md', 'design.md', 'tasks.md', 'document-review-1.md'])(
    'H4 is refused with its size before anything is launched: %s',
    async (file) => {
      await using world = await openWorld()
      const spec = await specAt(world, 'alpha', 'impl')
      const path = grow(world.specDir(spec), file, 17.5 * MB)
      expect(refusal(await world.host.coordinator.start(spec))).toEqual({
        code: 'DOCUMENT_OVERSIZED',
        file: path,
        size: 17.5 * MB,
        limit: 16 * MB,
      })
      expect(agentsOf(world, spec)).toEqual([])
      const board = await world.host.call('board', {})
      if (!board.ok) throw new Error(board.error.code)
      expect(board.value.rows.filter(isSpecRow)[0]?.problem).toContain('17.5 MB')
      expect(readStatuses(world.folders, spec)).toHaveLength(1)
    },
  )

  it('H4 ends a run that meets it, with its name and size', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', hold: 'gate' }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    const ending = world.run(spec)
    await agentStarted(world, spec, { phase: 'impl' })
    const path = grow(world.specDir(spec), 'design.md', 20 * MB)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'error', reason: 'postcondition' })
    expect(entriesOf(world, spec, 'run.failed')[0]?.detail).toBe(
      `${path} is 20.0 MB; files over 16 MB are not read`,
    )
  })

  it('H4 a spec.json of that size is unreadable, and says why', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    grow(world.specDir(spec), 'spec.json', 64 * MB)
    expect(refusal(await world.host.coordinator.start(spec))).toMatchObject({
      code: 'SPEC_UNREADABLE',
      detail: expect.stringContaining('64.0 MB'),
    })
  })

  it('H4 one of exactly 16 MB is read', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'inspection')
    world.write(spec, 'design.md', `# Design\n${'x'.repeat(16 * MB - 9)}`)
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  })
})
