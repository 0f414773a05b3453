import { expect, it, vi } from 'vitest'
import { OldOutput } from '../../../src/fleet/upkeep/old-output.ts'
import { times } from '../world/campaign.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'
import { person } from '../world/person.ts'
import { WAIT } from '../world/wait.ts'

const WORKERS = times('SDD_FLOODS', { gate: 3, campaign: 20 })
const FLOOD_MB = 1
const LINES = FLOOD_MB * 1024
const CUTS = 5

it(`F7 ${WORKERS} workers flood while their lines are cut: every page that follows has every line once`, async () => {
  const scenario = { floodMb: FLOOD_MB, hold: 'gate', when: 'before-document' } as const
  await using world = await FleetWorld.make({ concurrency: WORKERS }, scenario)
  const one = await world.coordinator()
  const other = await world.coordinator()
  const lines: Line[] = []
  const ada = await person(world, other.url, 'viewer')
  try {
    for (let index = 0; index < WORKERS; index++) {
      const line = new Line(index % 2 === 0 ? one.url : other.url)
      lines.push(line)
      await world.worker({ url: await line.url() }, `worker-${index}`, { slots: 1 })
    }
    const items = await Promise.all(lines.map((_, index) => world.newSpec(`flood-${index}`)))
    for (const item of items) await world.start(one, item, ['design'])
    await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(WORKERS), WAIT)
    const project = ada.hello.projects[0]?.id ?? ''
    const headers = { authorization: `Bearer ${ada.key}` }
    const followed = world.agentCalls().map(({ agentId }, index) => {
      const { url } = index % 2 === 0 ? other : one
      return follow(`${url}/log/${project}/${agentId}`, headers)
    })
    for (let round = 0; round < CUTS; round++) {
      await vi.waitFor(async () => expect(await stored(world)).toBeGreaterThan(round * 64), WAIT)
      for (const line of lines) line.mend()
    }
    world.mock.release('gate')
    for (const text of await Promise.all(followed)) expect(floodOf(text)).toEqual(NUMBERS)
    for (const item of items) await world.entry(item, 'run.completed')
    expect(await wrongOffsets(world)).toEqual([])
  } finally {
    ada.close()
    for (const line of lines) await line[Symbol.asyncDispose]()
  }
})

it('F7 what agents printed takes less room than it has bytes, and goes when the project has kept it long enough', async () => {
  await using world = await FleetWorld.make({ logRetentionDays: 3 }, { floodMb: 1 })
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  await world.entry(item, 'run.completed')
  const { pool } = world.database
  const room = await pool.query<{ bytes: string; room: string }>(
    'select sum(length(bytes)) as bytes, sum(pg_column_size(bytes)) as room from sdd.output',
  )
  expect(Number(room.rows[0]?.room)).toBeLessThan(Number(room.rows[0]?.bytes) / 2)
  const [old = '', young = ''] = world.agentCalls().map(({ agentId }) => agentId)
  await pool.query(
    "update sdd.attempts set ended_at = ended_at - interval '4 days' where agent_id = $1",
    [old],
  )
  const upkeep = new OldOutput({
    database: pool,
    now: () => new Date(),
    reportError: (error) => world.errors.push(error),
  })
  await upkeep.remove()
  await upkeep[Symbol.asyncDispose]()
  const { rows } = await pool.query<{ agent_id: string }>(
    'select distinct agent_id from sdd.output',
  )
  expect(rows.map(({ agent_id }) => agent_id)).toEqual([young])
})

const NUMBERS = Array.from({ length: LINES }, (_, number) => number)

const floodOf = (text: string): number[] =>
  [...text.matchAll(/"text":"flood (\d+) /g)].map(([, number]) => Number(number))

/** Disconnects twice and continues where it was, like a page that was closed. */
async function follow(url: string, headers: Record<string, string>): Promise<string> {
  const parts: Uint8Array[] = []
  let offset = 0
  for (const limit of [100_000, 400_000, Infinity]) {
    const gone = new AbortController()
    const response = await fetch(`${url}?offset=${offset}`, { headers, signal: gone.signal })
    if (response.body === null) throw new Error('no log')
    const reader = response.body.getReader()
    while (offset < limit) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      offset += value.length
    }
    gone.abort()
  }
  return Buffer.concat(parts).toString('utf8')
}

async function stored(world: FleetWorld): Promise<number> {
  const { rows } = await world.database.pool.query<{ kb: string }>(
    'select coalesce(sum(length(bytes)), 0) / 1024 as kb from sdd.output',
  )
  return Number(rows[0]?.kb) / WORKERS
}

/** Parts that do not begin where the previous one ends. */
async function wrongOffsets(world: FleetWorld): Promise<unknown[]> {
  const { rows } = await world.database.pool.query(
    `select * from (
       select agent_id, number, begins,
         coalesce(lag(begins + length(bytes)) over (partition by agent_id order by number), 0) as due
       from sdd.output) as parts
     where begins <> due`,
  )
  return rows
}
