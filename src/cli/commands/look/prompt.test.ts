import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'

it('sdd log --prompt prints what an agent was given, word for word', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  expect(await world.sdd(['log', 'login', '--prompt'])).toMatchObject({ code: 2 })
  await world.sdd(['phase', 'login', 'requirements'])
  await world.sdd(['approve', 'login', 'requirements'])
  await world.sdd(['phase', 'login', 'design'])
  const [first, last] = world.mock.calls()
  if (first === undefined || last === undefined) throw new Error('two agents are needed')
  const fileOf = (agentId: string): string => join(world.folders.agentsDir, agentId, 'prompt.md')
  const { code, stdout } = await world.sdd(['log', 'login', '--prompt'])
  expect(code).toBe(0)
  expect(stdout.trimEnd()).toBe(readFileSync(fileOf(last.agentId), 'utf8').trimEnd())
  expect(stdout).toContain('# Write the design of `login`')
  expect(statSync(fileOf(last.agentId)).mode & 0o777).toBe(0o600)
  const of = ['log', 'login', '--prompt', '--agent', first.agentId, '--json']
  expect(jsonLines((await world.sdd(of)).stdout)).toEqual([
    expect.objectContaining({
      type: 'prompt',
      agentId: first.agentId,
      phase: 'requirements',
      text: readFileSync(fileOf(first.agentId), 'utf8'),
    }),
  ])
})

it('an agent of another spec is not taken for one of this', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  await world.spec('search')
  await world.sdd(['phase', 'search', 'requirements'])
  const [agent] = world.mock.calls()
  for (const more of [[], ['--agent', agent?.agentId ?? ''], ['--agent', '../../x']])
    expect(await world.sdd(['log', 'login', '--prompt', ...more])).toMatchObject({ code: 2 })
})
