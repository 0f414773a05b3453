import { specNamed, type SpecItem } from '../../../src/contracts/work-item.ts'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HostClient } from '../../../src/client/host-client.ts'
import { HostGone } from '../../../src/client/host-gone.ts'
import type { AgentId } from '../../../src/contracts/ids.ts'
import { readHostAddress, type HostAddress } from '../../../src/host/project/host-lock.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'

let world: ProjectWorld
let address: HostAddress
let spec: SpecItem
let agentId: AgentId

beforeAll(async () => {
  world = await openWorld()
  const found = readHostAddress(world.folders)
  if (found === null) throw new Error('the host has not published its address')
  address = found
  spec = await world.newSpec('a')
  await world.run(spec)
  agentId = world.host.agents.list()[0]?.agentId as AgentId
})

afterAll(() => world[Symbol.asyncDispose]())

interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
}

/** A request that anybody on this machine could make. */
async function send({ method = 'GET', path = '/whoami', headers }: Sent = {}) {
  const sent = request({
    host: '127.0.0.1',
    port: address.port,
    method,
    path,
    agent: false,
    headers: { authorization: `Bearer ${address.token}`, ...headers },
  })
  sent.end()
  // An opened WebSocket counts as the response.
  sent.once('upgrade', (response: IncomingMessage) => sent.emit('response', response))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode === 101) response.socket.destroy()
  const body = response.statusCode === 101 ? '' : await text(response)
  return { status: response.statusCode ?? 0, body }
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

interface Reply {
  result?: { data: unknown }
  error?: { data: { code: string } }
}

/** One call over its own socket, as anybody with the token could make it. */
async function call(path: string, input: unknown): Promise<Reply> {
  const headers = { authorization: `Bearer ${address.token}` }
  const socket = new WebSocket(`ws://127.0.0.1:${address.port}/ws`, { headers })
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'mutation', params: { path, input } }))
  const [data] = (await once(socket, 'message')) as [Buffer]
  socket.terminate()
  return JSON.parse(data.toString()) as Reply
}

const status = (): Promise<Reply> =>
  call('project.status', { project: address.project, input: { item: null } })

const files = () => ['event-log.jsonl', 'spec.json'].map((name) => world.read(spec, name))

/** The attempt changed nothing, and the host still answers. */
async function expectUnmoved(before: string[]): Promise<void> {
  expect(files()).toEqual(before)
  expect(await status()).toMatchObject({ result: { data: { ok: true } } })
}

async function expectRefused(sent: Sent, code: number): Promise<void> {
  const before = files()
  expect(await send(sent)).toMatchObject({ status: code })
  await expectUnmoved(before)
}

const AREAS: [string, Sent][] = [
  ['the WebSocket', { path: '/ws', headers: UPGRADE }],
  ['a log', { path: '/log/p_0123456789ab/agent_x_1_1' }],
  ['the page', { path: '/' }],
  ['an address that does not exist', { path: '/nothing' }],
]

const changed = (area: Sent, headers: Record<string, string>): Sent => ({
  ...area,
  headers: { ...area.headers, ...headers },
})

describe('the channel of a host', () => {
  it('answers anyone who has the token', async () => {
    expect(await status()).toMatchObject({
      result: { data: { ok: true, value: [{ item: specNamed('a') }] } },
    })
    expect(await send({ path: '/ws', headers: UPGRADE })).toMatchObject({ status: 101 })
  })

  it.each(AREAS)('X15 lets no one in without a token: %s', async (_, area) => {
    const origin = `http://127.0.0.1:${address.port}`
    await expectRefused(changed(area, { authorization: '', origin }), 401)
  })

  it.each([
    ['another one', () => 'Bearer ' + 'a'.repeat(address.token.length)],
    ['its beginning', () => `Bearer ${address.token.slice(0, -1)}`],
    ['more than it', () => `Bearer ${address.token}0`],
    ['in capitals', () => `Bearer ${address.token.toUpperCase()}x`],
    ['many bytes', () => `Bearer ${'é'.repeat(4000)}`],
  ])('X15 lets no one in with a wrong token: %s', async (_, header) => {
    const authorization = Buffer.from(header()).toString('latin1')
    for (const [, area] of AREAS) await expectRefused(changed(area, { authorization }), 401)
  })

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    'evil.example@127.0.0.1',
    '127.0.0.1:80:80',
  ])('X15 refuses a page that was bound to loopback under the name %s', async (host) => {
    for (const [, area] of AREAS) await expectRefused(changed(area, { host }), 421)
  })

  it('X15 believes no forwarded header', async () => {
    const forwarded = {
      origin: `http://127.0.0.1:${address.port}`,
      'x-forwarded-host': '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1;host=127.0.0.1',
    }
    for (const [, area] of AREAS) {
      await expectRefused(changed(area, { ...forwarded, authorization: '' }), 401)
      await expectRefused(changed(area, { ...forwarded, host: 'evil.example' }), 421)
    }
  })

  it('X15 listens on loopback only', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const other of others) {
      const socket = connect(address.port, other.address)
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
      expect(error.code).toBe('ECONNREFUSED')
    }
    expect(await send()).toMatchObject({ status: 200 })
  })

  it('X15 keeps its token in a file that only its owner can read', () => {
    const path = join(world.folders.lockDir, 'host.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(world.folders.lockDir).mode & 0o077).toBe(0)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      pid: process.pid,
      port: address.port,
      token: address.token,
      project: address.project,
    })
    expect(address.token).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each(['nothing', 'constructor', '__proto__', 'toString', '', '..%2fstop', 'stop.x'])(
    'refuses a call it does not know: %j',
    async (name) => {
      const before = files()
      const input = { project: address.project, input: { item: specNamed('a') } }
      for (const path of [`project.${name}`, `host.${name}`, name])
        expect(await call(path, input)).toMatchObject({ error: { data: { code: 'NOT_FOUND' } } })
      await expectUnmoved(before)
    },
  )

  it.each([
    ['no object', 'start', []],
    ['nothing', 'start', null],
    ['a path for a name', 'stop', { item: { kind: 'spec', name: '../a' } }],
    ['an absolute path for a name', 'stop', { item: { kind: 'spec', name: '/etc' } }],
    ['an empty name', 'stop', { item: { kind: 'spec', name: '' } }],
    ['a phase that does not exist', 'retry', { item: specNamed('a'), from: 'lunch' }],
    ['a reason that is none', 'reject', { item: specNamed('a'), phase: 'design', reason: '' }],
    ['a key of the wrong type', 'permit', { item: specNamed('a'), go: 'impl', nogo: [] }],
    [
      'a document outside of the folder',
      'document',
      { kind: 'spec', name: 'a', document: '../x.md' },
    ],
  ])('refuses bad input: %s', async (_, method, input) => {
    const before = files()
    const reply = await call(`project.${method}`, { project: address.project, input })
    expect(reply).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } })
    expect(JSON.stringify(reply)).not.toContain('stack')
    await expectUnmoved(before)
  })

  it.each(['p_ffffffffffff', '../x', ''])('serves no other project: %j', async (project) => {
    const before = files()
    const reply = await call('project.stop', { project, input: { item: specNamed('a') } })
    expect(JSON.stringify(reply)).toMatch(/NO_PROJECT|BAD_REQUEST/)
    await expectUnmoved(before)
  })

  it.each([
    { method: 'POST', path: '/' },
    { method: 'PUT', path: '/ws' },
    { method: 'POST', path: '/whoami' },
    { path: '/rpc/stop' },
    { path: '/log/' },
    { path: '/log/agent_x_1_1' },
    { path: '/log/../../host.json' },
    { path: '/log/%2e%2e%2f%2e%2e%2fhost.json' },
    { path: '/log/p_ffffffffffff/agent_none_1_1' },
  ])('refuses what it does not serve: $method $path', async (sent) => {
    await expectRefused(sent, 404)
  })

  it('serves the log of an agent and of no one else', async () => {
    const log = `/log/${address.project}`
    expect(await send({ path: `${log}/${agentId}` })).toMatchObject({
      status: 200,
      body: expect.stringContaining('"type"'),
    })
    await expectRefused({ path: `${log}/agent_none_1_1` }, 404)
    await expectRefused({ path: `${log}/${agentId}/x` }, 404)
    await expectRefused({ path: `${log}/${agentId}?stream=in` }, 404)
  })

  it.each(['-1', '1.5', 'NaN', 'Infinity', '1e300', 'x', ''])(
    'answers or refuses a strange place in a log: %j',
    async (offset) => {
      const asked = await send({ path: `/log/${address.project}/${agentId}?offset=${offset}` })
      expect([200, 404]).toContain(asked.status)
      expect(await send()).toMatchObject({ status: 200 })
    },
  )

  it('survives whatever is no HTTP at all', async () => {
    const socket = connect(address.port, '127.0.0.1')
    socket.end('\u0000\u0001 garbage\r\n\r\n')
    await text(socket)
    expect(await send()).toMatchObject({ status: 200 })
  })

  it('survives clients that go in the middle of a request', async () => {
    const host = `host: 127.0.0.1:${address.port}`
    const token = `authorization: Bearer ${address.token}`
    const upgrade = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}`)
    for (const head of [
      `POST /enter HTTP/1.1\r\n${host}\r\n${token}\r\ncontent-length: 100\r\n\r\nkey`,
      ['GET /ws HTTP/1.1', host, token, ...upgrade, '', '\u0081'].join('\r\n'),
      `GET /log/${address.project}/${agentId} HTTP/1.1\r\n${host}\r\n${token}\r\n\r\n`,
    ]) {
      const socket = connect(address.port, '127.0.0.1')
      socket.write(head)
      await once(socket, 'connect')
      socket.destroy()
    }
    expect(await send()).toMatchObject({ status: 200 })
  })

  it('a client with a wrong token or port is told that the host does not answer', async () => {
    const wrong = { ...address, token: 'x'.repeat(64) }
    await expect(HostClient.connect(wrong, { WebSocket })).rejects.toBeInstanceOf(HostGone)
    await expect(HostClient.connect({ ...address, port: 1 }, { WebSocket })).rejects.toBeInstanceOf(
      HostGone,
    )
  })
})
