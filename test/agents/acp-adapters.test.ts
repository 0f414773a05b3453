import { describe, expect, it } from 'vitest'
import { expectExactAlways, expectHeldToEdit, expectNothingWritten } from './permission-modes.ts'
import { actedAround } from './planted.ts'
import { RealAgents } from './real-agents.ts'

describe.each(['acp:claude', 'acp:codex'])('%s, by a row of the configuration', (agent) => {
  it('A2 continues after a tool that it may not use', async () => {
    await using world = await RealAgents.open('acts')
    const prompt = `DO write ${world.path('.git/x')}\nDO write ${world.path('out.txt')}`
    expect(await world.run(agent, { prompt })).toMatchObject({ status: 'completed' })
    expect(await world.text('out.txt')).toBe('hi')
  })

  it('A4 always allows exactly what was shown', () =>
    expectExactAlways(agent, agent === 'acp:claude'))

  it('A5 is held to edit', () => expectHeldToEdit(agent))

  it('T11 runs nothing around a project that the user is not asked about', async () => {
    const cli = agent === 'acp:claude' ? 'claude' : 'codex'
    const { acted, asked } = await actedAround(cli, { isGit: true, by: agent })
    expect(asked).toEqual(expect.arrayContaining(acted))
    const file = cli === 'claude' ? '.mcp.json' : '.codex/config.toml'
    expect(acted).toEqual(expect.arrayContaining([`outer/repo/${file}`, `outer/repo/app/${file}`]))
  })

  it.each(['plan', 'ask'] as const)('A5 writes nothing in mode %s', (permission) =>
    expectNothingWritten(agent, permission),
  )
})
