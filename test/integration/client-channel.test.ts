import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { request, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HostClient, HostGone } from '../../src/client/host-client.ts'
import type { AgentId, FeatureName } from '../../src/contracts/ids.ts'
import { readHostAddress, type HostAddress } from '../../src/host/project/host-lock.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/project-world.ts'

let world: ProjectWorld
let address: HostAddress
let spec: FeatureName
let agentId: AgentId

beforeAll(async () => {
  world = await openWorld()
  const found = readHostAddress(world.folders.runtimeDir)
  if (found === null) throw new Error('the host has not published its address')
  address = found
  spec = await world.newSpec('a')
  await world.run(spec)
  agentId = world.host.agents.list()[0]?.agentId as AgentId
})

afterAll(() => world[Symbol.asyncDispose]())

interface Sent extends RequestOptions {
  body?: string | Buffer
  headers?: Record<string, string>
}

/** A request as anybody on this machine could make it. */
async function send({
  body,
  headers,
  ...options
}: Sent): Promise<{ status: number; body: string }> {
  const sent = request({
    host: '127.0.0.1',
    port: address.port,
    method: 'POST',
    path: '/rpc/status',
    agent: false,
    ...options,
    headers: { authorization: `Bearer ${address.token}`, ...headers },
  })
  sent.end(options.method === 'GET' ? undefined : (body ?? JSON.stringify({ feature: null })))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

const files = () => ['event-log.jsonl', 'spec.json'].map((name) => world.read(spec, name))

/** The request is refused with that status, nothing has changed, and the host still answers. */
async function expectRefused(sent: Sent, status: number): Promise<void> {
  const before = files()
  expect(await send(sent)).toMatchObject({ status })
  expect(files()).toEqual(before)
  expect(await send({})).toMatchObject({ status: 200 })
}

const STOP = { path: '/rpc/stop', body: JSON.stringify({ feature: 'a' }) }
const AREAS: [string, Sent][] = [
  ['a call', STOP],
  ['the events', { method: 'GET', path: '/events' }],
  ['a log', { method: 'GET', path: '/log/agent_x_1_1' }],
  ['an address that does not exist', { method: 'GET', path: '/nothing' }],
]

describe('the local channel', () => {
  it('answers whoever has the token', async () => {
    const { status, body } = await send({})
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ ok: true, value: [{ feature: 'a' }] })
  })

  it.each(AREAS)('X15 lets nobody in without a token: %s', async (_, area) => {
    await expectRefused({ ...area, headers: { authorization: '' } }, 401)
  })

  it.each([
    ['another one', () => 'Bearer ' + 'a'.repeat(address.token.length)],
    ['its beginning', () => `Bearer ${address.token.slice(0, -1)}`],
    ['more than it', () => `Bearer ${address.token}0`],
    ['in capitals', () => `Bearer ${address.token.toUpperCase()}x`],
    ['many bytes', () => `Bearer ${'é'.repeat(4000)}`],
  ])('X15 lets nobody in with a wrong token: %s', async (_, header) => {
    for (const [, area] of AREAS)
      await expectRefused(
        { ...area, headers: { authorization: Buffer.from(header()).toString('latin1') } },
        401,
      )
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
    for (const [, area] of AREAS) await expectRefused({ ...area, headers: { host } }, 421)
  })

  it('X15 believes no forwarded header', async () => {
    const forwarded = {
      'x-forwarded-host': '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      forwarded: 'for=127.0.0.1;host=127.0.0.1',
    }
    await expectRefused({ ...STOP, headers: { ...forwarded, authorization: '' } }, 401)
    await expectRefused({ ...STOP, headers: { ...forwarded, host: 'evil.example' } }, 421)
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
    expect(await send({})).toMatchObject({ status: 200 })
  })

  it('X15 keeps its token in a file that only its owner can read', () => {
    const path = join(world.folders.runtimeDir, 'host.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(world.folders.runtimeDir).mode & 0o077).toBe(0)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      pid: process.pid,
      port: address.port,
      token: address.token,
    })
    expect(address.token).toMatch(/^[0-9a-f]{64}$/)
  })

  it('refuses a body that is too large, told beforehand or not', async () => {
    const body = Buffer.alloc(2 * 1024 * 1024, 'x')
    await expectRefused({ ...STOP, body }, 413)
    await expectRefused({ ...STOP, body, headers: { 'transfer-encoding': 'chunked' } }, 413)
  })

  it.each(['nothing', 'constructor', '__proto__', 'toString', '', '..%2fstop'])(
    'refuses a call it does not know: %j',
    async (name) => {
      await expectRefused({ path: `/rpc/${name}` }, 404)
    },
  )

  it.each([
    ['no JSON', 'start', '{'],
    ['no object', 'start', '[]'],
    ['nothing', 'start', ''],
    ['a path for a name', 'stop', JSON.stringify({ feature: '../a' })],
    ['an absolute path for a name', 'stop', JSON.stringify({ feature: '/etc' })],
    ['an empty name', 'stop', JSON.stringify({ feature: '' })],
    ['a phase that does not exist', 'retry', JSON.stringify({ feature: 'a', from: 'lunch' })],
    [
      'a reason that is none',
      'reject',
      JSON.stringify({ feature: 'a', phase: 'design', reason: '' }),
    ],
    ['a key of the wrong type', 'permit', JSON.stringify({ feature: 'a', go: 'impl', nogo: [] })],
    ['too many levels', 'stop', '['.repeat(100_000)],
  ])('refuses bad input: %s', async (_, name, body) => {
    await expectRefused({ path: `/rpc/${name}`, body }, 400)
  })

  it.each([
    { method: 'GET', path: '/rpc/stop' },
    { method: 'PUT', path: '/rpc/stop' },
    { method: 'POST', path: '/events' },
    { method: 'GET', path: '/log/' },
    { method: 'GET', path: '/log/../../host.json' },
    { method: 'GET', path: '/log/%2e%2e%2f%2e%2e%2fhost.json' },
    { method: 'GET', path: '/log/agent_none_1_1' },
  ])('refuses what it does not serve: $method $path', async (sent) => {
    await expectRefused(sent, 404)
  })

  it.each(['-1', '1.5', 'NaN', 'Infinity', '1e300', 'x', ''])(
    'answers or refuses a strange place in a log: %j',
    async (offset) => {
      const asked = send({ method: 'GET', path: `/log/${agentId}?offset=${offset}` })
      const { status } = await asked.catch(() => ({ status: 0 }))
      expect([0, 200, 400, 404, 500]).toContain(status)
      expect(await send({})).toMatchObject({ status: 200 })
    },
  )

  it('survives whatever is no HTTP at all', async () => {
    const socket = connect(address.port, '127.0.0.1')
    socket.end('\u0000\u0001 garbage\r\n\r\n')
    await text(socket)
    expect(await send({})).toMatchObject({ status: 200 })
  })

  it('survives clients that go in the middle of a request', async () => {
    for (const head of [
      `POST /rpc/stop HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${address.token}\r\ncontent-length: 100\r\n\r\n{"fea`,
      `GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${address.token}\r\n\r\n`,
    ]) {
      const socket = connect(address.port, '127.0.0.1')
      socket.write(head)
      await once(socket, 'connect')
      socket.destroy()
    }
    expect(await send({})).toMatchObject({ status: 200 })
  })

  it('a client with a wrong token or port is told that the host does not answer', async () => {
    const wrong = { ...address, token: 'x'.repeat(64) }
    await expect(HostClient.connect(wrong)).rejects.toBeInstanceOf(HostGone)
    await expect(HostClient.connect({ ...address, port: 1 })).rejects.toBeInstanceOf(HostGone)
  })
})
