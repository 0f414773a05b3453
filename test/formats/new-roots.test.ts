import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { delta, openspecTasks, proposal, specKitSpec } from '../../src/testkit/formats/texts.ts'
import { HostWorld } from './host-world.ts'

const CHANGE = {
  'openspec/changes/add-search/proposal.md': proposal,
  'openspec/changes/add-search/tasks.md': openspecTasks({ done: 4 }),
  'openspec/changes/add-search/specs/search/spec.md': delta,
}

/** Reads the rows that the host sends to an open page. */
async function rowsIn(world: HostWorld): Promise<() => Promise<string[]>> {
  const host = await world.host()
  await host.watch()
  return async () => {
    const board = await host.call('board', {})
    return board.ok ? board.value.rows.map(({ item }) => item.name) : []
  }
}

const put = (world: HostWorld, files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) world.write(path, text)
}

it('a folder of a format that is made while the host runs is noticed, and what changes in it', async () => {
  await using world = new HostWorld({ '.kiro/specs/login/tasks.md': '- [ ] 1. One\n' })
  const names = await rowsIn(world)
  expect(await names()).toEqual(['login'])
  put(world, CHANGE)
  await expect.poll(names).toEqual(['add-search@openspec', 'login'])
  put(world, { 'specs/001-mail/spec.md': specKitSpec() })
  await expect.poll(names).toEqual(['001-mail@spec-kit', 'add-search@openspec', 'login'])
  put(world, { 'openspec/changes/add-mail/proposal.md': proposal })
  await expect.poll(names).toContain('add-mail@openspec')
})

it('one that is made step by step, is gone, and comes again under its name is noticed', async () => {
  await using world = new HostWorld({ '.kiro/specs/login/tasks.md': '- [ ] 1. One\n' })
  const names = await rowsIn(world)
  const root = join(world.project, '.spec-workflow/specs')
  mkdirSync(dirname(root))
  mkdirSync(root)
  mkdirSync(join(root, 'search'))
  put(world, { '.spec-workflow/specs/search/tasks.md': '- [ ] 1. One\n' })
  await expect.poll(names).toEqual(['login', 'search@spec-workflow'])
  const aside = join(world.root, 'aside')
  renameSync(root, aside)
  await expect.poll(names).toEqual(['login'])
  renameSync(aside, root)
  await expect.poll(names).toEqual(['login', 'search@spec-workflow'])
  rmSync(dirname(root), { recursive: true })
  await expect.poll(names).toEqual(['login'])
})
