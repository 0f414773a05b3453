import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { HostWorld } from './host-world.ts'

const SPEC_KIT = specNamed('001-clerk-search@spec-kit')

it('the page finds each document under the name that its format has for it', async () => {
  await using world = new HostWorld(FIXTURE_PROJECTS.at(-1)?.files ?? {})
  const host = await world.host()
  const board = await host.call('board', {})
  if (!board.ok) throw new Error(board.error.code)
  const names = board.value.rows.map(({ item, documentFiles }) => [item.name, documentFiles])
  expect(Object.fromEntries(names)).toEqual({
    login: undefined,
    search: undefined,
    '001-clerk-search@spec-kit': { requirements: 'spec.md', design: 'plan.md' },
    'add-search@openspec': { requirements: 'proposal.md' },
    'search@spec-workflow': undefined,
  })
  const read = await host.call('document', { item: SPEC_KIT, document: 'spec.md' })
  expect(read).toMatchObject({ ok: true, value: { name: 'spec.md' } })
  const approved = await host.call('approve', { item: SPEC_KIT, phase: 'requirements' })
  expect(approved.ok).toBe(true)
  const asked = { item: SPEC_KIT, document: 'spec.md' }
  expect(await host.call('approval', asked)).toMatchObject({ value: { state: 'same' } })
  appendFileSync(join(world.project, 'specs/001-clerk-search/spec.md'), '\nOne more.\n')
  expect(await host.call('approval', asked)).toMatchObject({
    value: { state: 'changed', text: expect.stringContaining('Clerk search') as string },
  })
})
