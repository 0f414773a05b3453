import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { MIGRATIONS } from '../../../src/fleet/database/migrations.ts'
import { migrate } from '../../../src/fleet/database/migrate.ts'
import { makeCode } from '../../../src/fleet/gateway/worker-keys.ts'
import { connectGateway } from '../../../src/fleet/worker/gateway-client.ts'
import { newCode } from '../../../src/fleet/secrets.ts'
import { FleetWorld, REAL_LEASE, nextOutput } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'
import { PROGRAM } from '../world/program.ts'
import { WAIT } from '../world/wait.ts'

it('sdd worker --drain waits until the worker has finished what it has, and is gone', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const one = await world.coordinator()
  const worker = await world.workerProcess(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  const env = { ...world.env, XDG_STATE_HOME: join(world.root, 'state-first') }
  const args = [PROGRAM, '--json', 'worker', '--url', one.url, '--drain']
  const [finishes, exit] = [nextOutput(worker), once(worker, 'exit')]
  const drained = promisify(execFile)(process.execPath, args, { env })
  expect(await finishes).toContain('first finishes what it has')
  world.mock.release('gate')
  expect(JSON.parse((await drained).stdout)).toEqual({ type: 'result', status: 'completed' })
  expect(await exit).toEqual([0, null])
  const ends = (await world.journal(item)).filter((entry) => entry.type === 'agent.ended')
  expect(ends).toMatchObject([{ status: 'completed', ignored: false }])
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 2,
  })
})

it('Ctrl+C on a worker that finishes what it has ends it', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const one = await world.coordinator()
  const worker = await world.workerProcess(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  const [finishes, exit] = [nextOutput(worker), once(worker, 'exit')]
  worker.kill('SIGTERM')
  expect(await finishes).toContain('first finishes what it has')
  worker.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  expect(world.agentProcesses()).toEqual([])
})

it('a second Ctrl+C ends a worker at once; the first one, forwarded by npm, does not', async () => {
  const stubborn = { hangForever: true, ignoreTerm: true }
  await using world = await FleetWorld.make({ graceSeconds: 600 }, stubborn, REAL_LEASE)
  const one = await world.coordinator()
  const worker = await world.workerProcess(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  const exit = once(worker, 'exit')
  const again = setInterval(() => worker.kill('SIGINT'), 50)
  expect(await exit).toEqual([130, null])
  clearInterval(again)
  // Nothing of it is left: its guardian sees that it is gone.
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
})

it('a worker that is asked to go while a step is on its way to it does that step', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  await using line = new Line(one.url)
  const { worker } = await world.worker({ url: await line.url() }, 'first')
  const item = await world.newSpec('login')
  line.delayMs = 300
  await world.start(one, item, ['tasks'])
  await vi.waitFor(async () => {
    const { rows } = await world.database.pool.query('select state from sdd.attempts')
    expect(rows).toEqual([{ state: 'claimed' }])
  }, WAIT)
  await worker.drain()
  const ends = (await world.journal(item)).filter((entry) => entry.type === 'agent.ended')
  expect(ends).toMatchObject([{ status: 'completed', ignored: false }])
})

it('what a worker says after it has gone opens no connection', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  const calls = connectGateway(url, (await world.enrol('first')).key)
  expect(await calls.claim()).toBeNull()
  await calls.close()
  await expect(calls.claim()).rejects.toThrow('closed')
})

it('a code can be given after an option: it never begins with a dash', () => {
  for (let made = 0; made < 1000; made++) expect(newCode()).toMatch(/^[0-9a-f]{32}$/)
})

it('a worker says once that its coordinator is away, and once that it is back', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  await using line = new Line(one.url)
  const url = await line.url()
  const code = await makeCode(world.database.pool, ['default'])
  const args = [PROGRAM, 'worker', '--url', url, '--code', code, '--name', 'far']
  const child = spawn(process.execPath, args, { env: world.env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    let said = ''
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')))
    await once(child.stdout, 'data')
    const away = `${url} cannot be reached; trying again\n`
    const tried = line.connectionsTried
    line.cut()
    await vi.waitFor(() => expect(said).toContain(away), WAIT)
    // It tries more than once before it gets through.
    await vi.waitFor(() => expect(line.connectionsTried).toBeGreaterThan(tried + 2), WAIT)
    line.mend()
    await vi.waitFor(() => expect(said).toContain('is back'), WAIT)
    expect(said).toBe(`${away}${url} is back\n`)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
})

it('a worker that meets a coordinator of another version says so and ends', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const code = await makeCode(world.database.pool, ['default'])
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Lets it enrol, as the previous coordinator did.
    const body: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) body.push(part)
    const enrolled = await fetch(`${one.url}${request.url}`, {
      method: 'POST',
      body: Buffer.concat(body),
    })
    response.end(await enrolled.text())
  }
  const other = createServer((...asked) => void answer(...asked)).on('upgrade', (_, socket) => {
    socket.end('HTTP/1.1 426 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const args = [PROGRAM, 'worker', '--url', url, '--code', code, '--name', 'old']
  const child = spawn(process.execPath, args, {
    env: world.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')))
  const [exit] = (await once(child, 'close')) as [number]
  expect([exit, said]).toEqual([2, expect.stringContaining('a different version')])
  expect(said).not.toContain('trying again')
  other.closeAllConnections()
  other.close()
})

it('tables are brought up by one coordinator at a time, and a later version is refused', async () => {
  await using world = await FleetWorld.make()
  const { pool } = world.database
  // Connections that have seen that the schema is gone cache that.
  const isThere = `select to_regnamespace('sdd')`
  for (let times = 0; times < 10; times++) {
    await pool.query('drop schema sdd cascade')
    await Promise.all([pool.query(isThere), pool.query(isThere), pool.query(isThere)])
    await Promise.all([migrate(pool), migrate(pool), migrate(pool)])
  }
  const { rows } = await pool.query('select version from sdd.version')
  expect(rows).toEqual([{ version: MIGRATIONS.length }])
  await pool.query('update sdd.version set version = version + 1')
  await expect(migrate(pool)).rejects.toThrow(/is at version/)
})
