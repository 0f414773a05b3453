import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'

async function approvedByPerson(): Promise<CliWorld> {
  const world = new CliWorld()
  await world.spec('login')
  expect((await world.sdd(['choose', 'login', '--approvals', 'person'])).code).toBe(0)
  return world
}

const types = (world: CliWorld): string[] => world.journal('login').map(({ type }) => type)

describe('sdd choose', () => {
  it('shows and changes who approves and whether the agent asks, as the page does', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const before = world.tree()
    const shown = await world.sdd(['choose', 'login', '--json'])
    expect(jsonLines(shown.stdout)).toEqual([
      { type: 'choices', feature: 'login', approvals: 'auto', clarify: 'assume' },
    ])
    expect(world.tree()).toEqual(before)
    const args = ['choose', 'login', '--approvals', 'person', '--clarify', 'ask']
    expect((await world.sdd(args)).code).toBe(0)
    expect(world.journal('login').at(-1)).toMatchObject({
      type: 'choices.changed',
      approvals: 'person',
      clarify: 'ask',
    })
    expect((await world.sdd(args)).stdout).toContain('Nothing changed')
    const { stdout } = await world.sdd(['choose', 'login'])
    expect(stdout).toContain('approvals  person')
    expect(stdout).toContain('clarify    ask')
  })

  it('refuses words that are none of them, and changes nothing', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const before = world.tree()
    const ends = await Promise.all([
      world.sdd(['choose', 'login', '--approvals', 'maybe']),
      world.sdd(['choose', 'login', '--clarify', 'person']),
      world.sdd(['choose', 'nothing', '--clarify', 'ask']),
    ])
    expect(ends.map(({ code }) => code)).toEqual([2, 2, 2])
    expect(ends[0]?.stderr).toContain('One of: auto, person')
    expect(world.tree()).toEqual(before)
  })
})

describe('a run that pauses for an approval', () => {
  it('is approved and continued in one act', async () => {
    await using world = await approvedByPerson()
    expect((await world.sdd(['run', 'login'])).code).toBe(3)
    const resumed = await world.sdd(['approve', 'login', 'requirements', '--resume'])
    // It pauses again, for the design.
    expect([resumed.code, resumed.stderr]).toEqual([3, ''])
    expect(types(world).filter((type) => type === 'approval.granted')).toHaveLength(1)
    expect(types(world).filter((type) => type === 'run.resumed')).toHaveLength(1)
  })

  it('is sent back and continued in one act: the document is rewritten at once', async () => {
    await using world = await approvedByPerson()
    expect((await world.sdd(['run', 'login'])).code).toBe(3)
    const reason = ['--reason', 'Shorter.', '--resume']
    const resumed = await world.sdd(['reject', 'login', 'requirements', ...reason])
    expect([resumed.code, resumed.stderr]).toEqual([3, ''])
    expect(types(world)).toContain('approval.revoked')
    expect(world.mock.calls().map(({ phase }) => phase)).toEqual(['requirements', 'requirements'])
  })
})
