import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { evolve, initialState } from '../../../src/core/state/evolve.ts'
import { seed } from '../../seed.ts'
import { times } from '../world/campaign.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'

const ITEMS = times('SDD_ITEMS', { gate: 4, campaign: 200 })
const WORKERS = times('SDD_WORKERS', { gate: 2, campaign: 20 })
const KILLS = times('SDD_KILLS', { gate: 3, campaign: 0 })
/** When the items are done before that, more are started. */
const MINUTES = times('SDD_MINUTES', { gate: 0, campaign: 20 })
const MORE = Math.ceil(ITEMS / 10)
const LIMIT = Math.max(2, WORKERS - 1)

/** The same numbers for the same seed. */
function numbersFrom(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

interface Member {
  child: ChildProcess
  line: Line
  url: string
}

const LASTS = MINUTES === 0 ? `${KILLS} kills` : `kills for ${MINUTES} minutes`

it(`F6 ${ITEMS} items on ${WORKERS} workers and two coordinators, ${LASTS} at random: all end, nothing twice (seed ${seed})`, async () => {
  const any = numbersFrom(seed)
  await using world = await FleetWorld.make({}, {}, REAL_LEASE)
  const { pool } = world.database
  await pool.query(`insert into sdd.limits values ('project:shop', ${LIMIT})`)
  const coordinators = [await world.coordinatorProcess(), await world.coordinatorProcess()]
  const one = await world.coordinator()
  const workers: Member[] = []
  let made = 0
  const begin = async (line: Line, url: string): Promise<Member> => {
    const child = await world.workerProcess({ url }, `worker-${made++}`)
    return { child, line, url }
  }
  for (let number = 0; number < WORKERS; number++) {
    const line = new Line(coordinators[number % 2]?.url ?? '')
    workers.push(await begin(line, await line.url()))
  }
  let most = 0
  const watching = setInterval(() => {
    const text = 'select count(*) as holding from sdd.slots where is_holding'
    void pool.query<{ holding: number }>(text).then(({ rows }) => {
      most = Math.max(most, rows[0]?.holding ?? 0)
    })
  }, 50)
  const items: SpecItem[] = []
  const startMore = async (count: number): Promise<void> => {
    const more: SpecItem[] = []
    for (let number = 0; number < count; number++)
      more.push(await world.newSpec(`spec-${items.length + number}`))
    for (const item of more) await world.start(one, item, ['tasks'])
    items.push(...more)
  }
  await startMore(ITEMS)

  const acts = [
    async () => {
      const at = any(workers.length)
      const member = workers[at]
      if (member === undefined) return
      await kill(member.child)
      workers[at] = await begin(member.line, member.url)
    },
    async () => {
      const at = any(coordinators.length)
      const old = coordinators[at]
      if (old === undefined) return
      await kill(old.child)
      const next = await world.coordinatorProcess()
      coordinators[at] = next
      for (const { line } of workers) if (line.target === old.url) line.mend(next.url)
    },
    async () => {
      const member = workers[any(workers.length)]
      member?.line.cut()
      await pause(any(3000))
      member?.line.mend()
    },
    async () => {
      const member = workers[any(workers.length)]
      member?.child.kill('SIGSTOP')
      await pause(any(15_000))
      member?.child.kill('SIGCONT')
    },
  ]
  const isOver = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ left: number }>('select count(*) as left from sdd.slots')
    return rows[0]?.left === 0
  }
  const until = Date.now() + MINUTES * 60_000
  let done = 0
  while (done < KILLS || Date.now() < until) {
    if (await isOver()) {
      if (Date.now() >= until) break
      await startMore(MORE)
    }
    await acts[any(acts.length)]?.()
    await pause(any(2000))
    done++
  }
  for (const item of items) await world.entry(item, 'run.completed')
  clearInterval(watching)
  process.stdout.write(
    `fleet: seed ${seed}, ${items.length} items, ${done} kills, at most ${most} of ${LIMIT} slots\n`,
  )
  expect(most).toBeLessThanOrEqual(LIMIT)
  for (const item of items) {
    const entries = await world.journal(item)
    const ends = entries.flatMap((entry) =>
      entry.type === 'agent.ended' && entry.status === 'completed' && !entry.ignored
        ? [entry.stepId]
        : [],
    )
    expect(new Set(ends).size).toBe(ends.length)
    expect(ends).toHaveLength(2)
    const log = world.git(world.repository, 'log', '--format=%s', `feature/${item.name}`)
    expect(log.split('\n')).toEqual([
      `${item.name}: design`,
      `${item.name}: requirements`,
      'The shop',
    ])
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    const replayed = entries.reduce(evolve, initialState(item))
    expect(await one.runs.stateOf(world.ref(item))).toEqual(replayed)
  }
  await Promise.all(workers.map(({ line }) => line[Symbol.asyncDispose]()))
}, 3_600_000)
