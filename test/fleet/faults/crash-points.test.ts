import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isCampaign } from '../world/campaign.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'
import { WAIT } from '../world/wait.ts'

/** Where the work halts until released; the file `came` exists once something has reached it. */
interface Point {
  came: string
  release(): void
}

const script = (came: string, hold: string): string =>
  `: > ${came}; while [ -e ${hold} ]; do sleep 0.05; done`

/** The check of the project, which every deploy repeats on the base. */
async function inCheck(world: FleetWorld, point: Files): Promise<void> {
  const checks = [{ name: 'test', command: ['sh', '-c', script(point.came, point.hold)] }]
  await world.database.pool.query('update sdd.projects set settings = $1', [
    JSON.stringify({ checks }),
  ])
}

/** A hook of the shared repository, for pushes that move its base. */
function inPush(hook: 'pre-receive' | 'post-receive') {
  return async (world: FleetWorld, { came, hold }: Files): Promise<void> => {
    const file = join(world.repository, 'hooks', hook)
    const body = `while read -r old new ref; do\n[ "$ref" = refs/heads/main ] && { ${script(came, hold)}; }\ndone\nexit 0\n`
    writeFileSync(file, `#!/bin/sh\n${body}`)
    chmodSync(file, 0o755)
  }
}

interface Files {
  came: string
  hold: string
}

const POINTS = {
  'a check runs': inCheck,
  'the base is about to move': inPush('pre-receive'),
  'the base has moved and no one was told': inPush('post-receive'),
}

async function preparePoint(world: FleetWorld, at: keyof typeof POINTS): Promise<Point> {
  const files = { came: join(world.root, 'came'), hold: join(world.root, 'hold') }
  writeFileSync(files.hold, '')
  await POINTS[at](world, files)
  return { came: files.came, release: () => rmSync(files.hold, { force: true }) }
}

async function killAndWait(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const BOTH = Object.keys(POINTS).flatMap((at) => [
  [at, 'worker'] as const,
  [at, 'coordinator'] as const,
])
const FEW = [
  ['the base has moved and no one was told', 'worker'] as const,
  ['a check runs', 'coordinator'] as const,
]

it.each(isCampaign ? BOTH : FEW)(
  'F2 F4 while %s the %s is killed: the work is deployed once',
  async (at, who) => {
    await using world = await FleetWorld.make(
      {},
      { overrides: [{ phase: 'impl', alsoWrite: { '../../../code.txt': 'new\n' } }] },
      REAL_LEASE,
    )
    const point = await preparePoint(world, at as keyof typeof POINTS)
    const [asked, first] = [await world.coordinator(), await world.coordinatorProcess()]
    await using line = new Line(first.url)
    const url = await line.url()
    const worker = await world.workerProcess({ url }, 'first')
    const item = await world.newQuick('login')
    await world.start(asked, item, { go: ['deploy'] })
    await vi.waitFor(() => expect(existsSync(point.came)).toBe(true), WAIT)
    if (who === 'worker') {
      await killAndWait(worker)
      await world.workerProcess({ url }, 'second')
    } else {
      await killAndWait(first.child)
      line.mend((await world.coordinatorProcess()).url)
    }
    point.release()
    await world.entry(item, 'run.completed')
    const log = world.git(world.repository, 'log', '--first-parent', '--format=%s', 'main')
    expect(log.split('\n')).toEqual([expect.any(String), 'The shop'])
    expect(world.git(world.repository, 'show', 'main:code.txt')).toBe('new')
    expect(world.git(world.repository, 'branch', '--list', 'feature/*')).toBe('')
    expect(world.git(world.repository, 'fsck', '--no-dangling')).toBe('')
    await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
  },
)
