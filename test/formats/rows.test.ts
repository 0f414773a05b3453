import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { realFiles } from '../../src/host/files/durable-files.ts'
import { openHost } from '../../src/host/main.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { FixtureWorld } from './fixture-world.ts'

const SPEC_KIT = specNamed('001-clerk-search@spec-kit')

it('the page finds each document under the name that its format has for it', async () => {
  using world = new FixtureWorld(FIXTURE_PROJECTS.at(-1)?.files ?? {})
  const env = { PATH: process.env['PATH'], ...world.env }
  const settings = settingsFrom({})
  const host = await openHost({ folders: world.folders, settings, env, files: realFiles })
  if (host === null) throw new Error('another host is alive')
  try {
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
  } finally {
    await host.close()
  }
})
