import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bugItem, specNamed } from '../../../src/contracts/work-item.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf } from '../flows/flow-world.ts'

/** A bug as the older tool left it: documents without a record. */
function onlyDocuments(world: ProjectWorld, files: Record<string, string>) {
  const bug = bugItem(specNamed('old').name)
  mkdirSync(world.specDir(bug), { recursive: true })
  for (const [name, text] of Object.entries(files)) world.write(bug, name, text)
  return bug
}

const REPORT = { 'report.md': '# Report\n\nIt crashes.\n' }
const ANALYSIS = { 'analysis.md': '# Analysis\n\nA missing check.\n' }

it('B7 a bug of which only documents are there is shown, and looking writes nothing', async () => {
  await using world = await openWorld()
  const bug = onlyDocuments(world, { ...REPORT, ...ANALYSIS })
  const board = await world.host.call('board', {})
  expect(board).toMatchObject({
    value: { rows: [{ item: bug, phase: 'analyzed', problem: null }] },
  })
  expect(await world.host.call('status', { item: bug })).toMatchObject({
    value: [{ phase: 'analyzed', run: { status: 'idle' } }],
  })
  await world.host.call('folder', { item: bug })
  await world.host.coordinator.filesChanged(bug)
  await world.host.coordinator.drain()
  expect(readdirSync(world.specDir(bug)).toSorted()).toEqual(['analysis.md', 'report.md'])
})

it('B7 it runs from where its documents stand, and has its record then', async () => {
  await using world = await openWorld()
  const bug = onlyDocuments(world, { ...REPORT, ...ANALYSIS })
  expect(await world.run(bug)).toMatchObject({ status: 'completed' })
  expect(agentsOf(world, bug)).toEqual(['fix', 'verify 1'])
  expect(world.spec(bug)).toMatchObject({ bug_name: 'old', phase: 'verified' })
  expect(world.types(bug)).not.toContain('spec.restored')
})

it('B7 a decision about it is written down', async () => {
  await using world = await openWorld()
  const bug = onlyDocuments(world, REPORT)
  await world.host.coordinator.permit(bug, { go: ['deploy'], nogo: ['verify'] })
  await world.host.coordinator.drain()
  expect(world.spec(bug)).toMatchObject({
    bug_name: 'old',
    autoExecution: { permissions: { deploy: true, verify: false } },
  })
})

it('B7 an empty folder is no bug', async () => {
  await using world = await openWorld()
  const bug = onlyDocuments(world, {})
  writeFileSync(join(world.specDir(bug), 'notes.txt'), 'notes\n')
  expect(await world.host.coordinator.start(bug)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  expect(existsSync(join(world.specDir(bug), 'bug.json'))).toBe(false)
})
