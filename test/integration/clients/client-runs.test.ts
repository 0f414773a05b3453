import { specNamed } from '../../../src/contracts/work-item.ts'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { followRun } from '../../../src/client/follow-run.ts'
import { HostClient } from '../../../src/client/host-client.ts'
import { HostGone } from '../../../src/client/host-gone.ts'
import type { JournalEntry } from '../../../src/contracts/journal.ts'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import { readClaudeLine } from '../../../src/core/agent-events/claude-lines.ts'
import { createLineSplitter } from '../../../src/host/agents/logs/ndjson.ts'
import { openHost } from '../../../src/host/main.ts'
import { readHostAddress } from '../../../src/host/project/host-lock.ts'
import { settingsFrom } from '../../../src/host/config/settings.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { HostProcess } from '../../kill9/host-process.ts'
import { agentsOf, agentStarted, refusal, specAt } from '../flows/flow-world.ts'

async function connected(world: ProjectWorld): Promise<HostClient & AsyncDisposable> {
  const address = readHostAddress(world.folders)
  if (address === null) throw new Error('no host is alive')
  const client = await HostClient.connect(address, { WebSocket })
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.close() })
}

const START = { go: [], nogo: [], agent: null }

describe('following a run over the wire', () => {
  it('D4.3 a run that ends before its start is answered is not missed', async () => {
    await using world = await openWorld()
    await using client = await connected(world)
    const a = await world.newSpec('a')
    const entries: JournalEntry[] = []
    const told: string[] = []
    const followed = await followRun(client, {
      item: a,
      begin: async () => {
        const settled = new Promise((resolve) =>
          client.subscribe((event) => event.type === 'settled' && resolve(event)),
        )
        const reply = await client.call('start', { item: a, ...START })
        await settled
        expect(entries).toEqual([])
        return reply
      },
      observer: {
        entry: (entry) => entries.push(entry),
        notification: ({ kind }) => told.push(kind),
      },
    })
    if (!followed.ok) throw new Error('refused')
    expect(await followed.value.result).toMatchObject({ status: 'completed', agents: 7 })
    expect(entries).toEqual(world.journal(a).slice(1))
    expect(told).toEqual(['run.completed'])
  })

  it('D4.3 the end of another run of the same spec is not taken for this one', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [
          { phase: 'design', call: 2, hold: 'gate' },
          { phase: 'design', call: 1, exitCode: 1, skipDocument: true },
        ],
      },
    })
    await using client = await connected(world)
    const a = await world.newSpec('a')
    const followed = await followRun(client, {
      item: a,
      begin: async () => {
        await world.run(a)
        return client.call('start', { item: a, ...START })
      },
      observer: {},
    })
    if (!followed.ok) throw new Error('refused')
    await agentStarted(world, a, { phase: 'design', count: 2 })
    world.mock.release('gate')
    expect(await followed.value.result).toMatchObject({ status: 'completed' })
  })

  it('a refusal is answered, and nothing listens any more', async () => {
    await using world = await openWorld()
    await using client = await connected(world)
    const a = await world.newSpec('a')
    const seen: HostEvent[] = []
    const reply = await followRun(client, {
      item: a,
      begin: () => client.call('resume', { item: a }),
      observer: { entry: (entry) => seen.push({ type: 'entry', item: a, entry }) },
    })
    expect(refusal(reply)).toMatchObject({ code: 'NOTHING_TO_RESUME' })
    await world.run(a)
    expect(seen).toEqual([])
  })

  it('R9 every client sees the same events in the same order', async () => {
    await using world = await openWorld()
    const clients = await Promise.all(Array.from({ length: 5 }, () => connected(world)))
    const seen = clients.map((client) => {
      const events: HostEvent[] = []
      client.subscribe((event) => events.push(event))
      return events
    })
    expect(world.host.followers()).toBe(5)
    const a = await world.newSpec('a')
    await world.run(a)
    await until(() => seen.every((events) => events.length === world.events.length))
    for (const events of seen) expect(events).toEqual(world.events)
    for (const client of clients) client.close()
    await until(() => world.host.followers() === 0)
  })
})

describe('one host for a project', () => {
  it('R9 a second host does not open; a client drives the first through every call', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', call: 1, hold: 'gate' }] },
    })
    const again = { folders: world.folders, settings: settingsFrom({}), env: world.env }
    expect(await openHost(again)).toBeNull()
    await using other = new HostProcess(world, { begin: null })
    expect(await other.lineOrEnd('refused')).toEqual({ type: 'refused' })

    await using client = await connected(world)
    const call: HostClient['call'] = (method, input) => client.call(method, input)
    const item = await world.newSpec('first')
    expect(
      await call('create', { item: specNamed('made'), description: 'x', language: null }),
    ).toEqual({ ok: true, value: null })
    expect(refusal(await call('create', { item, description: '', language: null }))).toMatchObject({
      code: 'ALREADY_EXISTS',
    })
    expect(await call('permit', { item, go: [], nogo: ['tasks'] })).toMatchObject({ ok: true })
    expect(await call('start', { item, ...START })).toMatchObject({
      ok: true,
      value: { phase: 'requirements' },
    })
    expect(refusal(await call('start', { item, ...START }))).toEqual({
      code: 'ALREADY_EXECUTING',
      item,
    })
    await until(() => agentsOf(world, item).length === 1)
    expect(await call('agents', {})).toMatchObject({
      ok: true,
      value: [{ item, status: 'running' }],
    })
    expect(await call('status', { item })).toMatchObject({
      ok: true,
      value: [{ run: { status: 'running' } }],
    })
    expect(await call('stop', { item })).toEqual({ ok: true, value: { changed: true } })
    expect(world.processes()).toEqual([])
    expect(await call('status', { item: null })).toMatchObject({
      ok: true,
      value: [{ item, run: { status: 'paused', reason: 'user' } }, { item: specNamed('made') }],
    })
    expect(await call('reset', { item })).toEqual({ ok: true, value: { changed: false } })
    const resumed = await followRun(client, {
      item,
      begin: () => call('resume', { item }),
      observer: {},
    })
    expect(resumed.ok && (await resumed.value.result)).toMatchObject({
      status: 'completed',
      phase: 'tasks',
    })
    expect(await call('reject', { item, phase: 'design', reason: 'too long' })).toMatchObject({
      ok: true,
    })
    expect(refusal(await call('retry', { item, from: 'tasks' }))).toMatchObject({
      code: 'PRECONDITION',
    })
    const manual = await followRun(client, {
      item,
      begin: () => call('runPhase', { item, phase: 'design', fix: false }),
      observer: {},
    })
    expect(manual.ok && (await manual.value.result)).toMatchObject({
      status: 'completed',
      agents: 1,
    })
    expect(await call('approve', { item, phase: 'design' })).toMatchObject({ ok: true })
    expect(agentsOf(world, item)).toEqual(['requirements', 'requirements', 'design', 'design'])
  })

  it('R9 the clients of a host that closes or dies are told, and the next one takes the lock', async () => {
    await using world = new ProjectWorld({
      scenario: { overrides: [{ phase: 'design', hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    await using killed = new HostProcess(world, {
      begin: { command: 'start', item: specNamed('a') },
    })
    await killed.line('begun')
    const client = await connected(world)
    await until(() => agentsOf(world, a).length === 2)
    expect(client.gone.aborted).toBe(false)
    await killed.kill()
    await until(() => client.gone.aborted)
    await expect(client.call('status', { item: null })).rejects.toBeInstanceOf(HostGone)
    expect(readHostAddress(world.folders)).toBeNull()

    await world.open()
    expect(readHostAddress(world.folders)?.pid).toBe(process.pid)
    await using next = await connected(world)
    const followed = await followRun(next, {
      item: a,
      begin: () => next.call('start', { item: a, ...START }),
      observer: {},
    })
    world.mock.release('gate')
    expect(followed.ok && (await followed.value.result)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a)).toHaveLength(7)
    await world.closeHost()
    await until(() => next.gone.aborted)
  })
})

describe('agent output', () => {
  it('X17 S3 50 MB in a burst reach a client whole and in order, and are kept', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', floodMb: FLOOD_MB }] },
    })
    await using client = await connected(world)
    const a = await specAt(world, 'a', 'impl')
    const ending = world.run(a)
    const { agentId } = await world.entry(a, 'agent.started')
    const [live, result] = await Promise.all([readLog(client, agentId), ending])
    expect(result).toMatchObject({ status: 'completed' })
    const { bytes, ...read } = live
    expect(bytes).toBeGreaterThan(50 * 1024 * 1024)
    expect(read).toEqual({ lines: FLOOD_MB * 1024, wrong: 0, others: ['session-started', 'ended'] })
    expect(await readLog(client, agentId)).toEqual(live)
  })

  it('X17 a log can be read from any place on, and followed while the agent works', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', floodMb: 1, hold: 'gate' }] },
    })
    await using client = await connected(world)
    const a = await specAt(world, 'a', 'impl')
    const ending = world.run(a)
    const { agentId } = await world.entry(a, 'agent.started')
    const whole = client.log(agentId).then(bytesOf)
    const fromMiddle = client.log(agentId, 500_000).then(bytesOf)
    world.mock.release('gate')
    await ending
    const bytes = await whole
    expect(bytes.length).toBeGreaterThan(600_000)
    expect((await fromMiddle).equals(bytes.subarray(500_000))).toBe(true)
    expect((await bytesOf(await client.log(agentId, bytes.length))).length).toBe(0)
  })
})

/** The mock's lines are shorter than a kilobyte. */
const FLOOD_MB = 66
const PAD = '0123456789 abcdefghijklmnopqrstuvwxyz 日本語の文字列 '.repeat(12)

/** Reads a flooded log as a client does; `wrong` counts lines that are torn or out of order. */
async function readLog(client: HostClient, agentId: string) {
  const read = { bytes: 0, lines: 0, wrong: 0, others: [] as string[] }
  const splitter = createLineSplitter((line) => {
    for (const event of readClaudeLine(line)) {
      if (event.type !== 'text') read.others.push(event.type)
      else if (event.text === `flood ${read.lines} ${PAD}`) read.lines += 1
      else read.wrong += 1
    }
  })
  for await (const chunk of await client.log(agentId)) {
    read.bytes += chunk.length
    splitter.push(chunk)
  }
  splitter.end()
  return read
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
