import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { RealAgents } from './real-agents.ts'

/** Writes where it may and where it may not, and once more after being refused. */
const MISCHIEF = (world: RealAgents): string =>
  [
    `DO write ${world.path('before.txt')}`,
    `DO write ${world.path('.git/hooks/pre-commit')}`,
    `DO write ${join(world.home, '.bashrc')}`,
    `DO shell echo x >>${join(world.home, '.profile')}`,
    `DO write ${world.path('after.txt')}`,
  ].join('\n')

const written = (world: RealAgents): string[] =>
  [
    world.path('before.txt'),
    world.path('after.txt'),
    world.path('.git/hooks/pre-commit'),
    join(world.home, '.bashrc'),
    join(world.home, '.profile'),
  ].filter((path) => existsSync(path))

/** In mode `edit` it changes nothing outside the workspace and nothing in .git, and continues. */
export async function expectHeldToEdit(agent: string): Promise<void> {
  await using world = await RealAgents.open('acts')
  const outcome = await world.run(agent, { prompt: MISCHIEF(world), permission: 'edit' })
  expect(outcome).toMatchObject({ status: 'completed', cause: 'success' })
  expect(written(world)).toEqual([world.path('before.txt'), world.path('after.txt')])
}

/** In `plan`, and in `ask` without an answer, it changes nothing at all, and continues. */
export async function expectNothingWritten(
  agent: string,
  permission: 'plan' | 'ask',
): Promise<void> {
  await using world = await RealAgents.open('acts')
  const wish = { prompt: MISCHIEF(world), permission, answerTimeoutMs: 1 }
  const outcome = await world.run(agent, wish)
  expect(outcome).toMatchObject({ status: 'completed', cause: 'success' })
  expect(written(world)).toEqual([])
}

/**
 * "Always" allows exactly the same call again; anything else is asked for. Some agents run commands
 * without asking, in a sandbox in which nothing can be written.
 */
export async function expectExactAlways(agent: string, asksForCommands = true): Promise<void> {
  await using world = await RealAgents.open('acts')
  const [one, two] = [world.path('one.txt'), world.path('two.txt')]
  const prompt = [`DO write ${one}`, 'DO shell echo one >>ran.txt', 'DO shell echo one >>ran.txt']
    .concat('DO shell echo two >>ran.txt', `DO write ${two}`)
    .join('\n')
  const agentId = world.start(agent, { prompt, permission: 'ask' })
  const asked: string[] = []
  for (let number = 1; ; number += 1) {
    const question = await world.question(`q${number}`).catch(() => null)
    if (question === null) break
    asked.push(question.summary)
    const isNew = question.summary.endsWith('two.txt') || question.summary.startsWith('echo two')
    world.registry.answer(agentId, question.id, isNew ? 'deny' : 'allow-always')
  }
  expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
  expect(asked.at(-1)).toBe(two)
  expect(asked.includes('echo two >>ran.txt')).toBe(asksForCommands)
  expect(existsSync(one)).toBe(true)
  expect(existsSync(two)).toBe(false)
  if (asksForCommands) expect(await world.text('ran.txt')).toBe('one\none')
  else expect(existsSync(world.path('ran.txt'))).toBe(false)
}
