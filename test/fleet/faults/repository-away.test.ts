import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { GitFailed } from '../../../src/host/git/git-process.ts'
import { firstStep } from '../world/attempts.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

/** As when the repository's server is down; returns a function that brings it back. */
function takeAway({ repository, root }: FleetWorld): () => void {
  const away = join(root, 'away.git')
  renameSync(repository, away)
  return () => renameSync(away, repository)
}

/** An item whose first agent is running, and ends when the gate is released. */
async function atWork(world: FleetWorld): Promise<SpecItem> {
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  return item
}

it('F4 a step that cannot be begun is tried again after a while, each time a longer one', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  const bringBack = takeAway(world)
  await world.worker(one, 'first')
  const waits = async (): Promise<number[]> => {
    const { rows } = await world.database.pool.query<{ seconds: number }>(
      `select extract(epoch from claimed_at - lag(ended_at) over (order by claimed_at))::float8
         as seconds
       from sdd.attempts where claimed_at is not null order by claimed_at`,
    )
    return rows.slice(1).map(({ seconds }) => seconds)
  }
  await vi.waitFor(async () => expect((await waits()).length).toBeGreaterThanOrEqual(2), WAIT)
  const [first = 0, second = 0] = await waits()
  expect(first).toBeGreaterThanOrEqual(1)
  expect(second).toBeGreaterThanOrEqual(2)
  bringBack()
  await world.entry(item, 'run.completed')
  expect(world.agentCalls()).toHaveLength(1)
  const seen = await firstStep(world, item)
  expect(seen.slice(0, 4)).toEqual(['1 begins', '1 lost', '2 begins', '2 lost'])
  const ended = (await world.journal(item)).find(({ type }) => type === 'agent.ended')
  expect(ended).toMatchObject({ cause: 'not-started', lost: true })
})

it('F4 what a step has made is brought when the repository is back, and not made twice', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' })
  const item = await atWork(world)
  const bringBack = takeAway(world)
  world.mock.release('gate')
  await vi.waitFor(() => expect(world.errors).toEqual([expect.any(GitFailed)]), WAIT)
  bringBack()
  await world.entry(item, 'run.completed')
  expect(world.agentCalls()).toHaveLength(1)
  expect(await firstStep(world, item)).toEqual(['1 begins', '1 completed'])
  const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
  expect(log.split('\n')).toEqual(['login: requirements', 'The shop'])
})

it('a repository that takes no such branch is said so, and not asked for ever', async () => {
  await using world = await FleetWorld.make()
  world.git(world.repository, 'config', 'receive.hideRefs', 'refs/heads/feature')
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('lock-screen')
  await world.start(one, item, ['design'])
  const failed = await world.entry(item, 'run.failed')
  expect(failed).toMatchObject({ reason: 'agent-failed' })
  expect(failed.message).toContain(
    'the repository does not take a push to refs/heads/feature/lock-screen',
  )
  expect(world.agentCalls()).toEqual([])
})

/** Requirements written by a worker that is gone, on a branch that is deleted. */
async function withoutBranch(world: FleetWorld) {
  const one = await world.coordinator()
  const { worker } = await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await world.entry(item, 'run.completed')
  await worker.stop()
  world.git(world.repository, 'update-ref', '-d', 'refs/heads/feature/login')
  return { one, item }
}

it('work whose branch someone deleted is brought back from the repository', async () => {
  await using world = await FleetWorld.make()
  const { one, item } = await withoutBranch(world)
  await world.worker(one, 'second')
  await world.start(one, item, { go: ['design'], nogo: ['tasks'] })
  await vi.waitFor(async () => {
    const ended = (await world.types(item)).filter((type) => type === 'run.completed')
    expect(ended).toHaveLength(2)
  }, WAIT)
  const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
  expect(log.split('\n')).toEqual(['login: design', 'login: requirements', 'The shop'])
})

it('work that the repository no longer has stops the run, with what to do about it', async () => {
  await using world = await FleetWorld.make()
  const { one, item } = await withoutBranch(world)
  world.git(world.repository, 'gc', '--quiet', '--prune=now')
  await world.worker(one, 'second')
  await world.start(one, item, { go: ['design'] })
  const failed = await vi.waitFor(async () => {
    const last = (await world.journal(item)).findLast(({ type }) => type === 'run.failed')
    if (last === undefined) throw new Error('not yet')
    return last
  }, WAIT)
  expect(failed.message).toContain('its branch was set back or deleted there')
})

it('F4 a step that waits for a worker is not too slow, however long it waits', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  const { pool } = world.database
  const due = `select due > now() as "isLater" from sdd.timers where news like '%timed-out%'`
  const { rowCount } = await pool.query(
    `update sdd.timers set due = now() - interval '1 hour' where news like '%timed-out%'`,
  )
  expect(rowCount).toBe(1)
  await vi.waitFor(
    async () => expect((await pool.query(due)).rows).toEqual([{ isLater: true }]),
    WAIT,
  )
  await world.worker(one, 'first')
  await world.entry(item, 'run.completed')
})

it('F4 an agent that asks keeps all of its time, however long its step waited for a worker', async () => {
  await using world = await FleetWorld.make({}, { asks: 'Bash' })
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  const { pool } = world.database
  // As if it had been queued five minutes earlier.
  await pool.query(
    `update sdd.timers set due = due - interval '5 minutes' where news like '%timed-out%'`,
  )
  await world.worker(one, 'first')
  await world.entry(item, 'agent.asked')
  const { rows } = await pool.query(
    `select (news::json ->> 'afterMs')::bigint - left_ms
       <= extract(epoch from now() - claimed_at) * 1000 as "isWhole"
     from sdd.timers join sdd.attempts on agent_id = name`,
  )
  expect(rows).toEqual([{ isWhole: true }])
})

it('a step that took too long on its worker is ended', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' })
  const item = await atWork(world)
  await world.database.pool.query(`update sdd.attempts set claimed_at = now() - interval '1 day'`)
  await world.database.pool.query(
    `update sdd.timers set due = now() - interval '1 hour' where news like '%timed-out%'`,
  )
  expect(await world.entry(item, 'run.failed')).toMatchObject({ reason: 'timeout' })
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
})
