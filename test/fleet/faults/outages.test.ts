import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { ownPostgres } from '../../../src/fleet/demo/own-postgres.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'
import { WAIT } from '../world/wait.ts'

it('F4 a cut between worker and coordinator: the run goes to its end, the output is whole', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const one = await world.coordinator()
  await using line = new Line(one.url)
  await world.worker({ url: await line.url() }, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  line.cut()
  world.mock.release('gate')
  // The agent ends while nobody can be told.
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
  line.mend()
  await world.entry(item, 'run.completed')
  // On a slow machine the cut may outlast the lease: then the step was begun again.
  const { rows } = await world.database.pool.query<{ number: number; bytes: Buffer }>(
    'select number, bytes from sdd.output where agent_id = $1 order by number',
    [world.agentCalls().at(-1)?.agentId],
  )
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index))
  expect(Buffer.concat(rows.map(({ bytes }) => bytes)).toString('utf8')).toContain('"result"')
})

it('F4 all coordinators are killed and another comes: the run goes to its end', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const killed = await world.coordinatorProcess()
  const also = await world.coordinatorProcess()
  await using line = new Line(killed.url)
  await world.worker({ url: await line.url() }, 'first')
  const item = await world.newSpec('login')
  const asked = await world.coordinator()
  await world.start(asked, item, ['design'])
  await world.close(asked)
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  for (const { child } of [killed, also]) {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  world.mock.release('gate')
  const next = await world.coordinatorProcess()
  line.mend(next.url)
  await world.entry(item, 'run.completed')
})

it('F4 PostgreSQL is killed in the middle of a run and comes back: the run goes to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-pg-own-'))
  const postgres = await ownPostgres(process.env['SDD_POSTGRES'] ?? '', folder)
  try {
    await using world = await FleetWorld.make(
      {},
      { hold: 'gate' },
      { server: postgres.urlOf('postgres'), ...REAL_LEASE },
    )
    const one = await world.coordinator()
    await world.worker(one, 'first')
    const item = await world.newSpec('login')
    await world.start(one, item, ['design'])
    await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
    const before = await world.types(item)
    await postgres.kill()
    world.mock.release('gate')
    await expect(world.start(one, item)).rejects.toThrow()
    await postgres.start()
    await vi.waitFor(
      async () => expect((await world.types(item)).slice(0, before.length)).toEqual(before),
      WAIT,
    )
    await world.entry(item, 'run.completed')
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('F4 a question that an agent asks while the database is away is asked when it is back', async () => {
  await using world = await FleetWorld.make(
    {},
    { overrides: [{ phase: 'requirements', asks: 'Bash' }] },
  )
  const one = await world.coordinator()
  await world.database.pool.query(REFUSES_FIRST_QUESTION)
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await world.entry(item, 'agent.asked')
  const calledBy = { kind: 'person', via: 'cli' } as const
  await one.runs.command(world.ref(item), { type: 'answer', item, answer: 'allow', calledBy })
  await world.entry(item, 'run.completed')
})

/** What a sequence gives is not taken back with the transaction. */
const REFUSES_FIRST_QUESTION = `
  create sequence sdd.questions;
  create function sdd.refuse_first() returns trigger language plpgsql as $$
  begin
    if new.entry like '%"agent.asked"%' and nextval('sdd.questions') = 1 then
      raise exception 'away';
    end if;
    return new;
  end $$;
  create trigger refuse_first before insert on sdd.journal
    for each row execute function sdd.refuse_first()`
