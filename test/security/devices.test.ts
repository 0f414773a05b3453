import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { LiveConnection } from '../../src/client/live-connection.ts'
import type { AccessView, PairingOffer } from '../../src/contracts/views/access-view.ts'
import type { DeviceId } from '../../src/contracts/ids.ts'
import type { Rejection } from '../../src/contracts/rejections.ts'
import type { Result } from '../../src/contracts/result.ts'
import type { HostServer } from '../../src/host/server/host-server.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import {
  openSocket,
  PROJECT,
  sessionIn,
  SILENT_AGENT,
  startWorld,
  type Answer,
  type ServerWorld,
  type SessionHeaders,
} from './server-world.ts'

/** An address of this machine that is not the local listener's. */
const REMOTE = '127.0.0.2'

function value<T>(reply: Result<T, Rejection>): T {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

interface Remote {
  at: { address: string; port: number }
  origin: string
}

async function opened(world: ServerWorld, server: HostServer = world.server): Promise<Remote> {
  const { remote } = value(await server.setRemote({ address: REMOTE, port: 0 }))
  if (remote === null) throw new Error('remote access is off')
  return { at: remote, origin: remote.url }
}

/** A connection from this computer. */
async function local(world: ServerWorld): Promise<LiveConnection> {
  const connection = world.connect()
  await until(() => connection.status === 'online')
  return connection
}

const offer = async (connection: LiveConnection): Promise<PairingOffer> =>
  value(await connection.callHost('pair', {}))

function pair(
  world: ServerWorld,
  remote: Remote,
  { code, name = 'Phone' }: { code: string; name?: string },
): Promise<Answer> {
  const body = new URLSearchParams({ code, name }).toString()
  const headers = { origin: remote.origin }
  return world.ask({ method: 'POST', path: '/pair', headers, body, at: remote.at })
}

async function paired(world: ServerWorld, remote: Remote, name = 'Phone'): Promise<SessionHeaders> {
  const connection = await local(world)
  const answer = await pair(world, remote, { ...(await offer(connection)), name })
  connection.close()
  expect(answer.status).toBe(200)
  return sessionIn(answer)
}

function device({ origin }: Remote, session: SessionHeaders): LiveConnection {
  return new LiveConnection({ url: origin, WebSocket, headers: { ...session, origin } })
}

describe('remote access', () => {
  it('X15 is off until the user of this computer turns it on, and off again', async () => {
    await using world = await startWorld()
    const connection = await local(world)
    expect(value(await connection.callHost('access', {}))).toMatchObject({
      self: { kind: 'local' },
      remote: null,
      devices: [],
    })
    expect(await connection.callHost('pair', {})).toEqual({
      ok: false,
      error: { code: 'REMOTE_OFF' },
    })
    const on = { on: true, address: REMOTE, port: null }
    const { remote } = value(await connection.callHost('setRemote', on))
    expect(remote?.url).toBe(`http://${REMOTE}:${remote?.port}`)
    const at = { address: REMOTE, port: remote?.port ?? 0 }
    expect(await world.ask({ at })).toMatchObject({ status: 401 })
    const off = { on: false, address: null, port: null }
    expect(value(await connection.callHost('setRemote', off)).remote).toBeNull()
    await expect(world.ask({ at })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    connection.close()
  })

  it('X15 takes neither the login token nor the host token nor a local cookie', async () => {
    await using world = await startWorld()
    const own = await world.login()
    const { at, origin } = await opened(world)
    // The cookie as a browser would send it if the remote listener had set it.
    const session = { ...own, cookie: own.cookie.replace(`_${world.server.port}`, `_${at.port}`) }
    const { pathname, search, searchParams } = new URL(world.server.link())
    const key = searchParams.get('token') ?? ''
    const tries: [number, Answer][] = [
      [401, await world.ask({ at, path: pathname + search })],
      [
        401,
        await world.ask({
          at,
          method: 'POST',
          path: '/enter',
          headers: { origin },
          body: new URLSearchParams({ key }).toString(),
        }),
      ],
      [401, await world.ask({ at, headers: world.bearer })],
      [401, await world.ask({ at, headers: session })],
      [
        421,
        await world.ask({ at, headers: { ...session, host: `127.0.0.1:${world.server.port}` } }),
      ],
      [421, await world.ask({ at, headers: { ...session, host: `localhost:${at.port}` } })],
      [421, await world.ask({ at, headers: { ...session, host: `127.0.0.1:${at.port}` } })],
      [
        401,
        await world.ask({
          at,
          headers: { ...session, 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' },
        }),
      ],
    ]
    for (const [status, answer] of tries) {
      expect(answer.status).toBe(status)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    for (const headers of [{ ...session, origin }, world.bearer])
      expect(await openSocket(`ws://${REMOTE}:${at.port}/ws`, headers)).toMatchObject({
        status: 401,
      })
    expect(await world.ask({ headers: own })).toMatchObject({ status: 200 })
  })

  it('X15 a proxy on this computer is a way in for devices, not for this computer', async () => {
    await using world = await startWorld()
    const connection = await local(world)
    const session = await world.login()
    const host = 'desk.example.ts.net'
    expect(await world.ask({ headers: { host, ...session } })).toMatchObject({ status: 421 })
    const hosts = ['Desk.example.ts.net']
    value(await connection.callHost('setAllowedHosts', { hosts }))
    expect(await world.ask({ headers: { host, ...session } })).toMatchObject({ status: 401 })
    expect(await world.ask({ headers: { host, ...world.bearer } })).toMatchObject({ status: 401 })
    const { pathname, search } = new URL(world.server.link())
    expect(await world.ask({ path: pathname + search, headers: { host } })).toMatchObject({
      status: 401,
    })
    const { code, url } = await offer(connection)
    expect(url).toBe(`https://${host}/pair?code=${code}`)
    const posted = await world.ask({
      method: 'POST',
      path: '/pair',
      headers: { host, origin: `https://${host}` },
      body: `code=${code}`,
    })
    const paired = sessionIn(posted)
    expect(await world.ask({ headers: { host, ...paired } })).toMatchObject({
      status: 200,
      body: '{"kind":"device"}',
    })
    const origin = `https://${host}`
    const through = `ws://127.0.0.1:${world.server.port}/ws`
    const { socket } = await openSocket(through, { host, origin, ...paired })
    const closed = once(socket, 'close')
    value(await connection.callHost('setAllowedHosts', { hosts: [] }))
    expect((await closed)[0]).toBe(4001)
    for (const bad of ['http://x', 'a b', 'x/y', '*.example', ''])
      expect(await connection.callHost('setAllowedHosts', { hosts: [bad] })).toMatchObject({
        ok: false,
        error: { code: 'BAD_HOST_NAME' },
      })
    connection.close()
  })

  it('is remembered when it was chosen, on another port when its own is taken', async () => {
    await using world = await startWorld()
    const connection = await local(world)
    const on = { on: true, address: REMOTE, port: null }
    const chosen = value(await connection.callHost('setRemote', on)).remote
    connection.close()
    await world.server.close()
    const other = createServer().listen(chosen?.port, REMOTE)
    await once(other, 'listening')
    const again = await world.start()
    const view = await viewOf(world, again)
    expect(view.remote).toMatchObject({ address: REMOTE })
    expect(view.remote?.port).not.toBe(chosen?.port)
    other.close()
  })

  it('an address that is not of this computer is refused, and what was open stays open', async () => {
    await using world = await startWorld()
    const { at } = await opened(world)
    for (const address of ['192.0.2.1', 'evil.example', ''])
      expect(await world.server.setRemote({ address, port: 0 })).toMatchObject({
        ok: false,
        error: { code: 'ADDRESS_UNAVAILABLE', address },
      })
    expect(await world.ask({ at })).toMatchObject({ status: 401 })
  })

  it('X15 an address that cannot be had is reported to who chose it, and nothing is remembered', async () => {
    await using world = await startWorld()
    const connection = await local(world)
    const choose = (address: string) =>
      connection.callHost('setRemote', { on: true, address, port: null })
    expect(await choose('192.0.2.1')).toMatchObject({
      ok: false,
      error: { code: 'ADDRESS_UNAVAILABLE', address: '192.0.2.1' },
    })
    expect((await viewOf(world, world.server)).remote).toBeNull()
    const { remote } = value(await choose(REMOTE))
    expect(await choose('192.0.2.1')).toMatchObject({ ok: false })
    const stored = JSON.parse(readFileSync(world.accessPath, 'utf8')) as { remote: object }
    expect(stored.remote).toEqual({ address: REMOTE, port: remote?.port })
    expect((await viewOf(world, world.server)).remote).toEqual(remote)
    const at = { address: REMOTE, port: remote?.port ?? 0 }
    expect(await world.ask({ at })).toMatchObject({ status: 401 })
    connection.close()
  })

  it('X15 turned off in one host is off in every other, whether someone is connected there or not', async () => {
    await using world = await startWorld()
    const connection = await local(world)
    value(await connection.callHost('setRemote', { on: true, address: REMOTE, port: null }))
    const [busy, quiet] = [await world.start(), await world.start()]
    const doors = await Promise.all([busy, quiet].map((server) => viewOf(world, server)))
    const [first, second] = doors.map(({ remote }) => ({
      at: { address: REMOTE, port: remote?.port ?? 0 },
      origin: remote?.url ?? '',
    })) as [Remote, Remote]
    const session = sessionIn(await pair(world, first, value(await busy.pair())))
    const phone = device(first, session)
    await until(() => phone.status === 'online')
    expect(await world.ask({ at: second.at })).toMatchObject({ status: 401 })
    value(await connection.callHost('setRemote', { on: false, address: null, port: null }))
    await until(() => phone.status === 'offline')
    await expect(world.ask({ at: first.at })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const isClosed = (): Promise<boolean> =>
      new Promise((resolve) => {
        const knock = connect(second.at.port, REMOTE)
        knock.once('connect', () => resolve(false)).once('error', () => resolve(true))
        knock.once('connect', () => knock.destroy())
      })
    while (!(await isClosed())) await pause(10)
    phone.close()
    connection.close()
  })

  it('a port that is in use is no reason to fail', async () => {
    await using world = await startWorld()
    const taken = createServer().listen(0, REMOTE)
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const view = value(await world.server.setRemote({ address: REMOTE, port }))
    expect(view.remote?.port).not.toBe(port)
    taken.close()
  })
})

describe('pairing', () => {
  it('X15 a code lets one device in, once', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const connection = await local(world)
    const { code, url } = await offer(connection)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(url).toBe(`${remote.origin}/pair?code=${code}`)
    const path = `/pair?code=${code}`
    for (let preview = 0; preview < 3; preview++)
      expect((await world.ask({ at: remote.at, path })).body).toContain(`value="${code}"`)
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    const first = await pair(world, remote, { code: typed, name: 'My\u202E phone' })
    expect(first.status).toBe(200)
    expect(await pair(world, remote, { code })).toMatchObject({ status: 401 })
    const headers = sessionIn(first)
    expect(await world.ask({ at: remote.at, headers })).toMatchObject({ body: '{"kind":"device"}' })
    expect(value(await connection.callHost('access', {})).devices).toMatchObject([
      { name: 'My phone', isConnected: false },
    ])
    connection.close()
  })

  it('X15 a code is good for ten minutes', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const connection = await local(world)
    const { code, expiresAt } = await offer(connection)
    expect(Date.parse(expiresAt) - world.now.getTime()).toBe(600_000)
    world.now = new Date(expiresAt)
    expect(await pair(world, remote, { code })).toMatchObject({ status: 401 })
    connection.close()
  })

  it('X15 anyone who guesses ten times has ended every open code', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const connection = await local(world)
    const { code } = await offer(connection)
    for (let guess = 0; guess < 10; guess++)
      await pair(world, remote, { code: `AAAAA-AAAA${guess}` })
    expect(await pair(world, remote, { code })).toMatchObject({ status: 401 })
    connection.close()
  })

  it('what a link puts into the page is text there', async () => {
    await using world = await startWorld()
    const query = new URLSearchParams({ code: '"><script>x</script>' }).toString()
    const { body } = await world.ask({ path: `/pair?${query}` })
    expect(body).not.toContain('<script>')
    expect(body).toContain('&quot;&gt;&lt;script&gt;')
  })
})

describe('a device', () => {
  it('X15 may do what concerns the work, and nothing about who comes in', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const other = await paired(world, remote, 'Tablet')
    const phone = device(remote, await paired(world, remote))
    await until(() => phone.status === 'online')
    expect(await phone.callHost('hello', {})).toEqual({ ok: true, value: null })
    expect(world.callers).toMatchObject([{ kind: 'device', name: 'Phone' }])
    const { self, devices } = value(await phone.callHost('access', {}))
    expect(self).toMatchObject({ kind: 'device', name: 'Phone' })
    const localOnly = { ok: false, error: { code: 'LOCAL_ONLY' } }
    const off = { on: false, address: null, port: null }
    expect(await phone.callHost('setRemote', off)).toEqual(localOnly)
    expect(await phone.callHost('setAllowedHosts', { hosts: [] })).toEqual(localOnly)
    expect(await phone.callHost('pair', {})).toEqual(localOnly)
    const tablet = devices.find(({ name }) => name === 'Tablet')?.id as DeviceId
    expect(await phone.callHost('revoke', { device: tablet })).toEqual(localOnly)
    expect(await world.ask({ at: remote.at, headers: other })).toMatchObject({
      status: 200,
    })
    phone.close()
  })

  it('S8 is shown with when it was last seen, to the minute', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const session = await paired(world, remote)
    const pairedAt = world.now
    const after = (seconds: number): Date => new Date(pairedAt.getTime() + seconds * 1000)
    const seen = async () => {
      const [known] = (await viewOf(world, world.server)).devices
      return { pairedAt: known?.pairedAt, seenAt: known?.seenAt }
    }
    const visit = () => world.ask({ at: remote.at, headers: session })
    expect(await seen()).toEqual({
      pairedAt: pairedAt.toISOString(),
      seenAt: pairedAt.toISOString(),
    })
    world.now = after(59)
    await visit()
    expect((await seen()).seenAt).toBe(pairedAt.toISOString())
    world.now = after(3600)
    // A cookie without its key does not prove who sent it.
    await world.ask({ at: remote.at, path: '/', headers: { cookie: session.cookie } })
    expect((await seen()).seenAt).toBe(pairedAt.toISOString())
    await visit()
    expect(await seen()).toEqual({
      pairedAt: pairedAt.toISOString(),
      seenAt: after(3600).toISOString(),
    })
  })

  it('X15 that is revoked is cut off at once and never comes in again', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const session = await paired(world, remote)
    const connection = await local(world)
    const url = `ws://${REMOTE}:${remote.at.port}/ws`
    const { socket } = await openSocket(url, { ...session, origin: remote.origin })
    const phone = device(remote, session)
    await until(() => phone.status === 'online')
    const closed = once(socket, 'close')
    const [known] = value(await connection.callHost('access', {})).devices
    expect(known).toMatchObject({ name: 'Phone', isConnected: true })
    const id = known?.id as DeviceId
    expect(value(await connection.callHost('revoke', { device: id })).devices).toEqual([])
    expect((await closed)[0]).toBe(4001)
    await until(() => phone.status === 'refused')
    expect(await world.ask({ at: remote.at, headers: session })).toMatchObject({ status: 401 })
    expect(await openSocket(url, { ...session, origin: remote.origin })).toMatchObject({
      status: 401,
    })
    expect(await connection.callHost('revoke', { device: id })).toEqual({
      ok: false,
      error: { code: 'NO_DEVICE', device: id },
    })
    phone.close()
    connection.close()
  })

  it('X15 that is revoked in one host is cut off in every other', async () => {
    await using world = await startWorld()
    const elsewhere = await world.start()
    const second = await opened(world, elsewhere)
    const session = sessionIn(await pair(world, second, value(await elsewhere.pair())))
    const phone = device(second, session)
    await until(() => phone.status === 'online')
    const connection = await local(world)
    const [known] = value(await connection.callHost('access', {})).devices
    value(await connection.callHost('revoke', { device: known?.id as DeviceId }))
    await until(() => phone.status === 'refused')
    phone.close()
    connection.close()
  })

  it('X15 loses its connection when remote access is turned off', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const phone = device(remote, await paired(world, remote))
    await until(() => phone.status === 'online')
    await world.server.setRemote(null)
    await until(() => phone.status === 'offline')
    phone.close()
  })

  it('may leave by itself', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const phone = device(remote, await paired(world, remote))
    await until(() => phone.status === 'online')
    const { self } = value(await phone.callHost('access', {}))
    if (self.kind !== 'device') throw new Error('not a device')
    await phone.callHost('revoke', { device: self.id }).catch(() => undefined)
    await until(() => phone.status === 'refused')
    expect(readFileSync(world.accessPath, 'utf8')).not.toContain(self.id)
    phone.close()
  })

  it('who follows is told of every change', async () => {
    await using world = await startWorld()
    const connection = await local(world)
    let changes = 0
    connection.onNews(({ news }) => {
      changes += news.filter(({ event }) => event.type === 'access-changed').length
    })
    const remote = await opened(world)
    await until(() => changes === 1)
    await paired(world, remote)
    await until(() => changes === 2)
    connection.close()
  })
})

async function viewOf(world: ServerWorld, server: HostServer): Promise<AccessView> {
  const connection = world.connect(server)
  await until(() => connection.status === 'online')
  const view = value(await connection.callHost('access', {}))
  connection.close()
  return view
}

describe('a device that opens as much as it can', () => {
  const log = `/log/${PROJECT}/${SILENT_AGENT}`

  /** How the host answers a request whose answer never ends. */
  async function streamed(
    { at }: Pick<Remote, 'at'>,
    headers: Record<string, string>,
  ): Promise<{ status: number; end: () => void }> {
    const asked = request({ host: at.address, port: at.port, path: log, headers, agent: false })
    asked.on('error', () => undefined)
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, end: () => void asked.destroy() }
  }

  it('T8 leaves room for the terminals and the page of the owner, and for other devices', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const greedy = { ...(await paired(world, remote, 'Greedy')), origin: remote.origin }
    const other = { ...(await paired(world, remote, 'Other')), origin: remote.origin }
    const url = `ws://${REMOTE}:${remote.at.port}/ws`
    const all = await Promise.all(Array.from({ length: 250 }, () => openSocket(url, greedy)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([101, 503]))

    const terminal = await local(world)
    const page = await world.login()
    const origin = `http://127.0.0.1:${world.server.port}`
    const later = [
      await openSocket(`ws://127.0.0.1:${world.server.port}/ws`, { ...page, origin }),
      await openSocket(url, other),
    ]
    expect(later.map(({ status }) => status)).toEqual([101, 101])

    const open = all.flatMap(({ status, socket }) => (status === 101 ? [socket] : []))
    const [oldest] = open
    if (oldest === undefined) throw new Error('it has no socket at all')
    const gone = once(oldest, 'close')
    oldest.close()
    await gone
    later.push(await openSocket(url, greedy))
    expect(later.at(-1)?.status).toBe(101)
    for (const { socket } of [...all, ...later]) socket.terminate()
    terminal.close()
  })

  it('T8 many devices together leave room for the owner', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const url = `ws://${REMOTE}:${remote.at.port}/ws`
    const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
    for (let number = 0; number < 8; number++) {
      const session = { ...(await paired(world, remote)), origin: remote.origin }
      sockets.push(
        ...(await Promise.all(Array.from({ length: 40 }, () => openSocket(url, session)))),
      )
    }
    const terminals = await Promise.all(Array.from({ length: 20 }, () => local(world)))
    expect(terminals.map(({ status }) => status)).toEqual(terminals.map(() => 'online'))
    for (const terminal of terminals) terminal.close()
    for (const { socket } of sockets) socket.terminate()
  })

  it('T8 gets only so many logs at once, and the owner gets theirs', async () => {
    await using world = await startWorld()
    const remote = await opened(world)
    const session = await paired(world, remote)
    const logs = await Promise.all(Array.from({ length: 150 }, () => streamed(remote, session)))
    expect(new Set(logs.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const at = { address: '127.0.0.1', port: world.server.port }
    const own = await streamed({ at }, world.bearer)
    expect(own.status).toBe(200)
    for (const { end } of [...logs, own]) end()
  })
})
