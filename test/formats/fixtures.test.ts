import { describe, expect, it } from 'vitest'
import { FIXTURE_PROJECTS } from './fixture-projects.ts'
import { FixtureWorld } from './fixture-world.ts'

it('there are thirty of them at least, and each has something to show', () => {
  expect(FIXTURE_PROJECTS.length).toBeGreaterThanOrEqual(30)
  for (const { shown } of FIXTURE_PROJECTS) expect(Object.keys(shown)).not.toEqual([])
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
