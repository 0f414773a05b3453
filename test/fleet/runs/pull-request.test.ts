import { appendFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ScriptedForge } from '../../../src/testkit/scripted-forge.ts'
import { FleetWorld } from '../world/fleet-world.ts'

it('P7 a run of a fleet ends with a pull request, and its branch is what the item has made', async () => {
  await using world = await FleetWorld.make({ deploy: { mode: 'pull-request' } })
  const home = join(world.root, 'home')
  const forge = new ScriptedForge(home)
  rmSync(forge.remote, { recursive: true })
  renameSync(world.repository, forge.remote)
  // The coordinator uses the forge's URL too; this redirects it to the local repository.
  appendFileSync(
    join(world.root, '.gitconfig'),
    `[url "${forge.remote}"]\n  insteadOf = ${forge.url}\n`,
  )
  await world.database.pool.query('update sdd.projects set repository = $1', [forge.url])
  const one = await world.coordinator()
  await world.worker(one, 'first', { env: { PATH: forge.env['PATH'] } })
  const item = await world.newQuick('login')
  await world.start(one, item, { go: ['deploy'] })
  expect(await world.entry(item, 'run.completed')).toMatchObject({ reason: 'done' })
  const deployed = (await world.journal(item)).find(
    (entry) => entry.type === 'git.completed' && entry.act === 'pull-request',
  )
  const commit = forge.tipOf('feature/login')
  expect(deployed).toMatchObject({ result: { type: 'pull-request', url: forge.address, commit } })
  expect(forge.log()).toContain('[--head=feature/login]')
  const log = world.git(forge.remote, 'log', '--format=%s', 'feature/login')
  expect(log).not.toContain('at work')
  expect(world.git(forge.remote, 'log', '--format=%s', 'main')).toBe('The shop')
})
