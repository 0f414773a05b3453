import { beforeAll, describe, expect, it } from 'vitest'
import { chosenOf, crashPoints } from './crash-points.ts'
import {
  byBytes,
  COURSES,
  inLanes,
  playKilled,
  playUndisturbed,
  told,
  type Moment,
  type Undisturbed,
} from './kill9-world.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

const LANES = 3
const MANY_RUNS_MS = 30 * 60_000
/** `npm run campaign:kill9` plays every point; `npm test` a selection with each kind. */
const isCampaign = process.env['SDD_CAMPAIGN'] === '1'
const MOST = isCampaign ? { points: Infinity, randomRuns: 36 } : { points: 7, randomRuns: 2 }

let undisturbed: Undisturbed

beforeAll(async () => {
  // oxlint-disable-next-line no-console
  console.log(`kill9 of bugs: seed ${seed}${isCampaign ? ', every crash point' : ''}`)
  undisturbed = await playUndisturbed(COURSES.bug)
})

const play = (moments: Moment[], delayMs = 0): Promise<number> =>
  told({ seed, moments, delayMs }, () =>
    playKilled(COURSES.bug, moments, { delayMs, outcome: undisturbed.outcome }),
  )

describe('kill -9 of a host that runs a bug', { timeout: MANY_RUNS_MS }, () => {
  it('B5 X14 before, in the middle of and after its writes, syncs and replacements', async () => {
    const points = chosenOf(crashPoints(undisturbed.calls), { most: MOST.points, seed })
    await inLanes(points, LANES, async (crash) => {
      expect(await play([{ crash }])).toBe(1)
    })
  })

  it('B5 X14 R7 at random moments, once or twice in a run', async () => {
    const random = randomOf(seed)
    const moment = (): Moment => ({
      bytes: Math.floor(random() * undisturbed.bytes * 0.98),
      laterMs: Math.floor(random() ** 2 * 20),
    })
    const runs = Array.from({ length: MOST.randomRuns }, (_, index) => ({
      delayMs: random() < 0.5 ? 0 : 10,
      moments: Array.from({ length: 1 + (index % 2) }, moment).toSorted(byBytes),
    }))
    await inLanes(runs, LANES, async ({ moments, delayMs }) => {
      await play(moments, delayMs)
    })
  })
})
