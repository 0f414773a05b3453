import { mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManyStatuses } from '../../src/host/items/spec-status.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { FixtureWorld } from './fixture-world.ts'

it('there are thirty of them at least, and each has something to show', () => {
  expect(FIXTURE_PROJECTS.length).toBeGreaterThanOrEqual(30)
  for (const { shown } of FIXTURE_PROJECTS) expect(Object.keys(shown)).not.toEqual([])
})

it('a link in the place of another tool hides its specs alone', () => {
  using world = new FixtureWorld({
    '.kiro/specs/login/tasks.md': '- [x] 1. One\n',
    'elsewhere/add-search/tasks.md': '- [ ] 1.1 One\n',
  })
  mkdirSync(join(world.project, 'openspec'))
  symlinkSync(join(world.project, 'elsewhere'), join(world.project, 'openspec/changes'))
  symlinkSync(tmpdir(), join(world.project, 'specs'))
  symlinkSync(tmpdir(), join(world.project, '.spec-workflow'))
  expect(Object.keys(world.shown())).toEqual(['login'])
  expect(readManyStatuses(world.folders).unread).toEqual([
    { folder: 'openspec/changes', why: 'link' },
    { folder: '.spec-workflow/specs', why: 'link' },
    { folder: '.spec-workflow/archive/specs', why: 'link' },
  ])
})

describe.each(FIXTURE_PROJECTS)('$name', ({ files, shown }) => {
  it('X13 every item is shown as it stands, and nothing is written by looking', () => {
    using world = new FixtureWorld(files)
    const before = world.bytes()
    expect(world.shown()).toEqual(shown)
    expect(world.statuses().flatMap(({ problem }) => problem ?? [])).toEqual([])
    expect(world.bytes()).toEqual(before)
  })
})
