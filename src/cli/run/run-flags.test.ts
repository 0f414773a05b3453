import { expect, it } from 'vitest'
import { CliWorld } from '../../testkit/worlds/cli-world.ts'

it('H5 the agent of a run that was interrupted does the resumed one, as printed', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  const env = { SDD_CLAUDE_COMMAND: '/nowhere/claude' }
  const running = world.start(['run', 'login', '--agent', 'simulated', '--nogo', 'design'], { env })
  await running.prints('Agent simulated started')
  running.signal('SIGINT')
  expect((await running.ended).stdout).toContain('resume login')
  world.configure({ simulated: { fast: true } })

  const resumed = await world.sdd(['resume', 'login'], { env })

  expect(resumed).toMatchObject({ code: 0 })
  const started = world.journal('login').filter((entry) => entry.type === 'agent.started')
  expect(started.map(({ agent }) => agent)).toEqual(['simulated', 'simulated'])
})

it('H5 resume, retry and phase take another agent', async () => {
  await using world = new CliWorld({ exitCode: 1 })
  world.configure({ simulated: { fast: true } })
  await world.spec('login')
  const simulated = ['--agent', 'simulated']
  expect((await world.sdd(['run', 'login', '--nogo', 'design'])).code).toBe(4)
  expect((await world.sdd(['resume', 'login', ...simulated])).code).toBe(0)
  expect((await world.sdd(['retry', 'login', '--from', 'requirements', ...simulated])).code).toBe(0)
  expect((await world.sdd(['phase', 'login', 'requirements', ...simulated])).code).toBe(0)
})

it.each([
  [['--permission', 'ful'], 'Did you mean full?'],
  [['--allow-tools', 'Bsh'], 'Did you mean Bash?'],
  [['--allow-tools=--dangerously'], '--dangerously is not a tool'],
  [['--allow-tools', 'Bash(a)(b)'], 'Bash(a)(b) is not a tool'],
  [['--agent', 'clude'], 'Did you mean claude?'],
])('R24 refuses %j with what was meant', async (flags, words) => {
  await using world = new CliWorld()
  await world.spec('login')
  const { code, stderr } = await world.sdd(['run', 'login', ...flags])
  expect(code).toBe(2)
  expect(stderr).toContain(words)
  expect(world.mock.calls()).toEqual([])
})
