import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Listening } from '../../../src/fleet/database/listening.ts'
import { Jobs } from '../../../src/fleet/jobs/jobs.ts'
import { idOf } from '../../../src/fleet/runs/item-row.ts'
import { FleetDatabase, SOCKET } from '../world/fleet-database.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

it('a timer that cannot be heard holds up no other', async () => {
  await using world = await FleetWorld.make()
  const { pool } = world.database
  const timers = [
    { name: 'bad', news: 'not JSON' },
    { name: 'good', news: JSON.stringify({ type: 'wait-over', runId: 'run_0' }) },
  ]
  for (const [index, { name, news }] of timers.entries()) {
    const item = await idOf(pool, world.ref(await world.newSpec(name)))
    await pool.query(
      `insert into sdd.timers (item, name, news, due)
       values ($1, 'wait', $2, now() - interval '1 hour' + $3 * interval '1 second')`,
      [item, news, index],
    )
  }
  await world.coordinator()
  await expect
    .poll(async () => (await pool.query('select news from sdd.timers')).rows, { timeout: 20_000 })
    .toEqual([{ news: 'not JSON' }])
  expect(String(world.errors[0])).toContain('JSON')
})

it('a queue that could not be made is made when it is needed again', async () => {
  await using database = await FleetDatabase.make()
  const { url, pool } = database
  await using jobs = await Jobs.start(url, { reportError: () => undefined })
  await pool.query('alter table pgboss.queue rename to away')
  await expect(jobs.queueOf('late')).rejects.toThrow()
  await pool.query('alter table pgboss.away rename to queue')
  expect(await jobs.queueOf('late')).toBe('steps/late')
})

it('what hears the database leaves no connection when it is closed while it connects again', async () => {
  await using database = await FleetDatabase.make()
  const folder = mkdtempSync(join(tmpdir(), 'sdd-socket-'))
  const came: Socket[] = []
  const server = createServer((socket) => void came.push(socket))
  server.listen(join(folder, SOCKET))
  const passed = async (index: number): Promise<Socket> => {
    const near = await vi.waitFor(() => came[index] ?? Promise.reject(new Error('not yet')), WAIT)
    const far = connect(database.socket)
    near.pipe(far).pipe(near)
    return near
  }
  try {
    const opening = Listening.open(database.urlThrough(folder), {
      channels: ['sdd_test'],
      heard: () => undefined,
      connected: () => undefined,
    })
    const first = await passed(0)
    const listening = await opening
    first.destroy()
    await vi.waitFor(() => expect(came).toHaveLength(2), WAIT)
    await listening[Symbol.asyncDispose]()
    const next = await passed(1)
    await expect.poll(() => next.closed).toBe(true)
  } finally {
    for (const socket of came) socket.destroy()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
