import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createMockCli } from '../../src/testkit/mock-cli/mock-cli.ts'
import { scriptRun } from '../../src/testkit/script-run.ts'
import { FleetWorld } from './fleet-world.ts'

it('F1 a run goes through all phases on a worker, with its documents on its branch', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  const mock = createMockCli(join(world.root, 'mock'))
  const env = { PATH: process.env['PATH'], HOME: world.root, XDG_STATE_HOME: join(world.root, 'state'), XDG_CONFIG_HOME: join(world.root, 'config'), ...scriptRun(), ...mock.env }
  world.worker(one, 'w1', env)
  expect(await world.start(one, item)).toMatchObject({ ok: true })
  try {
  await vi.waitFor(async () => expect(await world.types(item)).toContain('run.completed'), { timeout: 30_000, interval: 20 })
  } finally {
  console.log(await world.types(item), world.errors)
  console.log((await world.journal(item)).slice(-6))
  console.log(world.git(world.repository, 'log', '--graph', '--oneline', '--all', '--stat'))
  }
})
