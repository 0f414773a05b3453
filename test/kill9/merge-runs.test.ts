import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RepositoryWorld } from '../../src/testkit/worlds/repository-world.ts'
import { entriesOf } from '../integration/flows/flow-world.ts'
import { chosenOf, crashPoints } from './crash-points.ts'
import { HostProcess, type CrashPoint, type DurableCall } from './host-process.ts'
import {
  byBytes,
  inLanes,
  journalLength,
  killedAt,
  SPEC,
  told,
  type Moment,
} from './kill9-world.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

const LANES = 2
const MANY_MS = 60 * 60_000
/** `npm run campaign:kill9` plays every point. */
const isCampaign = process.env['SDD_CAMPAIGN'] === '1'
const MOST = isCampaign
  ? { points: Infinity, between: Infinity, randomRuns: 72 }
  : { points: 3, between: 1, randomRuns: 2 }
const random = randomOf(seed)
const START = { command: 'start', item: SPEC } as const
const CONFIG = { worktree: true, checks: [{ name: 'test', command: ['test', '-f', 'app.txt'] }] }

let undisturbed: ReturnType<typeof outcomeOf>
let calls: DurableCall[]
let bytes: number
let kills = 0

async function prepared(): Promise<RepositoryWorld> {
  const world = new RepositoryWorld({ scenario: { taskCount: 2 }, config: CONFIG })
  await world.newSpec(SPEC.name)
  await world.open()
  await world.host.coordinator.permit(SPEC, { go: ['deploy'], nogo: [] })
  await world.closeHost()
  return world
}

/** What is left in the end, without ids and times. */
function outcomeOf(world: RepositoryWorld) {
  const { projectDir } = world.folders
  const git = join(projectDir, '.git')
  return {
    phase: world.spec(SPEC)['phase'],
    log: world.git('log', '--format=%s', 'main').split('\n'),
    tree: world.git('ls-tree', '-r', '--name-only', 'main').split('\n'),
    branches: world.git('for-each-ref', '--format=%(refname)', 'refs/heads'),
    own: world.git('for-each-ref', '--format=%(refname)', 'refs/sdd/work', 'refs/sdd/ready'),
    saved: world.git('for-each-ref', '--format=%(refname)', 'refs/sdd/saved').split('\n').length,
    worktrees: world.git('worktree', 'list').split('\n').length,
    status: world.git('status', '--porcelain', '--untracked-files=no'),
    tasks: readFileSync(join(world.specDir(SPEC), 'tasks.md'), 'utf8').includes('- [ ]'),
    locks: execFileSync('find', [git, '-name', '*.lock'], { encoding: 'utf8' }),
    fsck: world.git('fsck', '--no-dangling'),
  }
}

beforeAll(async () => {
  // oxlint-disable-next-line no-console
  console.log(`kill9 of merges: seed ${seed}${isCampaign ? ', every crash point' : ''}`)
  await using world = await prepared()
  await using host = new HostProcess(world, { begin: START, config: CONFIG })
  calls = (await host.line('closed')).calls
  bytes = journalLength(world, SPEC)
  undisturbed = outcomeOf(world)
  expect(undisturbed).toMatchObject({ phase: 'deploy-complete', worktrees: 1, locks: '', fsck: '' })
}, MANY_MS)
afterAll(() => {
  // oxlint-disable-next-line no-console
  console.log(`kill9 of merges: ${kills} kills`)
})

async function play(moments: Moment[]): Promise<void> {
  await using world = await prepared()
  for (const moment of moments)
    if (await killedAt(world, { ...START, config: CONFIG }, moment)) kills += 1
  await world.open()
  expect(await world.run(SPEC).catch(String)).toMatchObject({ status: 'completed' })
  await world.host.coordinator.drain()
  await world.closeHost()
  expect(outcomeOf(world)).toEqual(undisturbed)
  expect(entriesOf(world, SPEC, 'run.paused')).toEqual([])
  expect(world.processes()).toEqual([])
}

const playAt = (crash: CrashPoint): Promise<void> => told({ seed, crash }, () => play([{ crash }]))

describe('kill -9 of a host whose run ends in a merge', { timeout: MANY_MS }, () => {
  it('W8 P10 around and inside its durable calls', async () => {
    const points = chosenOf(crashPoints(calls), { most: MOST.points, seed })
    await inLanes(points.slice(0, MOST.points), LANES, playAt)
  })

  it('W8 P10 between the lines that say it is deployed', async () => {
    const longest = Math.max(...calls.slice(-12).map(({ lines }) => lines))
    const call = calls.findLastIndex(({ lines }) => lines === longest) + 1
    const points = crashPoints(calls).filter((point) => point.call === call)
    const between = points.filter(({ at }) => typeof at === 'number')
    expect(between.length).toBeGreaterThan(2)
    await inLanes(chosenOf(between, { most: MOST.between, seed }), LANES, playAt)
  })

  it('W8 P10 at random moments, once or twice', async () => {
    const moment = (): Moment => ({
      bytes: Math.floor((0.4 + random() * 0.58) * bytes),
      laterMs: Math.floor(random() * 60),
    })
    const runs = Array.from({ length: MOST.randomRuns }, (_, index) =>
      Array.from({ length: 1 + (index % 2) }, moment).toSorted(byBytes),
    )
    await inLanes(runs, LANES, (moments) => told({ seed, moments }, () => play(moments)))
  })
})
