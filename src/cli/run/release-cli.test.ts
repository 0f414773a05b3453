import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../../testkit/worlds/agent-world.ts'
import { CliWorld } from '../../testkit/worlds/cli-world.ts'

const READY = {
  'requirements.md': '# R\n\nText.\n',
  'design.md': '# D\n\nOne part.\n',
  'tasks.md': '- [x] 1. One\n',
}

it('H8 a release that was cut off stops the run with code 3; --has-run and --run-again continue it', async () => {
  await using world = new CliWorld()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@x', ...args], {
      cwd: world.project,
    })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  const [released, go] = [join(world.root, 'released'), join(world.root, 'go')]
  const release = `echo $$ $PPID >> ${released}; until [ -e ${go} ]; do sleep 0.05; done`
  world.configure({ deploy: { command: ['sh', '-c', release] } })
  await world.spec('login', READY)
  const running = world.start(['run', 'login', '--go', 'deploy'])
  await until(() => existsSync(released))
  running.signal('SIGKILL')
  for (const pid of readFileSync(released, 'utf8').trim().split(' '))
    process.kill(Number(pid), 'SIGKILL')
  await running.ended

  const paused = await world.sdd(['run', 'login'])
  expect([paused.code, paused.stdout]).toEqual([3, expect.stringContaining('--has-run')])
  const both = await world.sdd(['deploy', 'login', '--has-run', '--run-again'])
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('contradict')])
  world.write(go, '')
  const again = await world.sdd(['deploy', 'login', '--run-again'])
  expect([again.code, again.stderr]).toEqual([0, ''])
  expect(readFileSync(released, 'utf8').trim().split('\n')).toHaveLength(2)
  const late = await world.sdd(['deploy', 'login', '--has-run'])
  expect([late.code, late.stderr]).toEqual([
    2,
    expect.stringContaining('No deploy.command of login waits for your decision'),
  ])
})
