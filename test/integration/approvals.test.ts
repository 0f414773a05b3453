import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ApprovalView } from '../../src/contracts/views/documents.ts'
import type { WorkItem } from '../../src/contracts/work-item.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

async function approvalOf(
  world: ProjectWorld,
  item: WorkItem,
  document = 'requirements.md',
): Promise<ApprovalView | null> {
  const reply = await world.host.call('approval', { item, document })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

const kept = (world: ProjectWorld): string => join(world.folders.runtimeDir, 'approved', 'spec-a')

it('an approval covers the text that was approved, and says so when the document changes', async () => {
  await using world = await openWorld()
  const a = await world.newSpec('a')
  expect(await approvalOf(world, a)).toBeNull()
  world.write(a, 'requirements.md', '# Requirements\n\nOne.\n')
  expect(await world.host.coordinator.approve(a, 'requirements')).toMatchObject({ ok: true })
  expect(await approvalOf(world, a)).toMatchObject({ by: 'person', state: 'same', text: null })
  expect(await approvalOf(world, a, 'design.md')).toBeNull()
  world.write(a, 'requirements.md', '# Requirements\n\nTwo.\n')
  expect(await approvalOf(world, a)).toMatchObject({
    state: 'changed',
    text: '# Requirements\n\nOne.\n',
  })
  world.write(a, 'requirements.md', '# Requirements\n\nOne.\n')
  expect(await approvalOf(world, a)).toMatchObject({ state: 'same' })
  await world.host.coordinator.reject(a, 'requirements', 'not yet')
  expect(await approvalOf(world, a)).toBeNull()
})

it('what auto execution approved on its way is covered too', async () => {
  await using world = await openWorld()
  const a = await world.newSpec('a')
  await world.run(a)
  expect(await approvalOf(world, a, 'design.md')).toMatchObject({
    by: 'auto-execution',
    state: 'same',
  })
})

it('a kept text that is not what was approved is not shown', async () => {
  await using world = await openWorld()
  const a = await world.newSpec('a')
  world.write(a, 'requirements.md', 'One.\n')
  await world.host.coordinator.approve(a, 'requirements')
  world.write(a, 'requirements.md', 'Two.\n')
  mkdirSync(kept(world), { recursive: true })
  for (const name of readdirSync(kept(world))) writeFileSync(join(kept(world), name), 'forged')
  expect(await approvalOf(world, a)).toMatchObject({ state: 'changed', text: null })
})
