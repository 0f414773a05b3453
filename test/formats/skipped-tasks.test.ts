import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { design, requirements } from '../../src/testkit/formats/texts.ts'
import { CliWorld, jsonLines } from '../../src/testkit/worlds/cli-world.ts'

const TASKS = '# Tasks\n\n- [x] 1. Keep tokens\n- [~] 2. Draw a picture\n- [ ] ~~3. Send mail~~\n'
const SIMULATED = { agent: 'simulated', simulated: { fast: true } }

it('X7 G1.3 tasks that are put aside are open; with the setting they need not be done', async () => {
  await using world = new CliWorld()
  const dir = join(world.project, '.kiro/specs/search')
  world.configure(SIMULATED)
  world.write(join(dir, 'requirements.md'), requirements(1))
  world.write(join(dir, 'design.md'), design(1))
  world.write(join(dir, 'tasks.md'), TASKS)
  const run = (): ReturnType<CliWorld['sdd']> =>
    world.sdd(['run', 'search', '--nogo', 'impl', '--json'])
  const phases = (): unknown[] =>
    jsonLines(readFileSync(join(dir, 'event-log.jsonl'), 'utf8'))
      .filter(({ type }) => type === 'step.started')
      .map(({ phase }) => phase)
  const counted = async (): Promise<unknown> =>
    jsonLines((await world.sdd(['status', '--json'])).stdout)[0]?.['tasks']
  const doctor = async (): Promise<unknown> =>
    jsonLines((await world.sdd(['doctor', '--json'])).stdout).find(({ name }) => name === 'specs')
  await world.sdd(['approve', 'search', 'document-review'])
  expect((await run()).code).toBe(0)
  expect(phases()).toEqual([])
  expect(await doctor()).toMatchObject({ found: expect.stringContaining('1 tasks-generated') })
  expect(await counted()).toMatchObject({ done: 1, total: 3 })
  world.configure({ ...SIMULATED, skippedTasks: true })
  expect(await counted()).toMatchObject({ done: 1, total: 1 })
  expect(await doctor()).toMatchObject({
    found: expect.stringContaining('1 implementation-complete'),
  })
  expect((await run()).code).toBe(0)
  expect(phases()).toEqual(['inspection'])
  expect(readFileSync(join(dir, 'tasks.md'), 'utf8')).toBe(TASKS)
})
