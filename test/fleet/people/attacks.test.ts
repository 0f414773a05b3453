import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEY_HEADER } from '../../../src/contracts/launch/session-key.ts'
import { NOT_ADMITTED, VERSION_HEADER, WORKER_PATH } from '../../../src/fleet/gateway/protocol.ts'
import { invite } from '../../../src/fleet/people/invitations.ts'
import { newCode } from '../../../src/fleet/secrets.ts'
import { packageVersion } from '../../../src/host/shell/package-files.ts'
import { openSocket, sessionIn, type SessionHeaders } from '../../security/server-world.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { person } from '../world/person.ts'

let world: FleetWorld
let url: URL
let session: SessionHeaders

interface Asked {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
}

beforeAll(async () => {
  world = await FleetWorld.make()
  url = new URL((await world.coordinator()).url)
  const { code } = await invite(world.database.pool, { name: 'Ada', role: 'admin' })
  const entered = await ask({
    method: 'POST',
    path: '/pair',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
    body: new URLSearchParams({ code }).toString(),
  })
  expect(entered.status).toBe(200)
  session = sessionIn(entered)
})

afterAll(() => world[Symbol.asyncDispose]())

async function ask({ method = 'GET', path = '/whoami', headers = {}, body }: Asked) {
  const { hostname, port } = url
  const sent = request({ host: hostname, port, method, path, headers, agent: false })
  sent.on('error', () => undefined)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const status = response.statusCode ?? 0
  return { status, headers: response.headers, body: await text(response) }
}

const PLACES = ['/', '/p/p_0123456789ab', '/whoami', '/log/p_0123456789ab/agent_x_1_1', '/ws']

async function refused(headers: Record<string, string>, status: number): Promise<void> {
  for (const path of PLACES)
    expect([path, (await ask({ path, headers })).status]).toEqual([path, status])
  const socket = await openSocket(`ws://${url.host}/ws`, { origin: url.origin, ...headers })
  expect(socket.status).toBe(status)
  expect((await ask({ headers: session })).status).toBe(200)
}

it('F8 no one gets in with nothing, half of a session, or a key that was made up', async () => {
  await refused({}, 401)
  await refused({ authorization: `Bearer ${'x'.repeat(43)}` }, 401)
  await refused({ ...session, cookie: `${session.cookie.split('=')[0]}=${'a'.repeat(43)}` }, 401)
  for (const path of ['/whoami', '/log/p_0123456789ab/agent_x_1_1'])
    expect((await ask({ path, headers: { cookie: session.cookie } })).status).toBe(401)
})

it('F8 the cookie of a browser is no key of a terminal, and a key of a terminal is no cookie', async () => {
  const [name = '', cookie = ''] = session.cookie.split('=')
  await refused({ authorization: `Bearer ${cookie}` }, 401)
  const ada = await person(world, url.origin, 'admin')
  ada.close()
  await refused({ ...session, cookie: `${name}=${ada.key}`, [KEY_HEADER]: ada.key }, 401)
  expect((await ask({ headers: { authorization: `Bearer ${ada.key}` } })).status).toBe(200)
})

it('F8 a worker is no person, and a person is no worker', async () => {
  const { key } = await world.enrol('worker')
  await refused({ authorization: `Bearer ${key}` }, 401)
  const ada = await person(world, url.origin, 'admin')
  ada.close()
  const asWorker = { authorization: `Bearer ${ada.key}`, [VERSION_HEADER]: packageVersion() }
  const socket = await openSocket(`ws://${url.host}${WORKER_PATH}`, asWorker)
  expect(socket.status).toBe(NOT_ADMITTED)
})

it('F8 under another name, and with headers of a proxy that nobody has set up, nothing is answered', async () => {
  for (const host of ['evil.example', `evil.example:${url.port}`, '169.254.169.254'])
    await refused({ ...session, host }, 421)
  await refused({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': url.host }, 401)
})

it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
  'F8 a page of %s reaches nothing with the cookie of a person',
  async (origin) => {
    for (const path of ['/whoami', '/ws', '/enter', '/pair'])
      expect([403, 404]).toContain(
        (await ask({ method: 'POST', path, headers: { ...session, origin } })).status,
      )
    const socket = await openSocket(`ws://${url.host}/ws`, { ...session, origin })
    expect(socket.status).toBe(403)
  },
)

it.each([
  '/../../package.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '//etc/passwd',
])('F8 %s gives no file of the coordinator', async (path) => {
  const { body } = await ask({ path, headers: session })
  expect(body).not.toMatch(/"dependencies"|root:/)
})

it('F8 codes are not guessed: wrong ones are answered alike, and a long one is not read', async () => {
  const pair = (code: string) =>
    ask({ method: 'POST', path: '/pair-terminal', body: JSON.stringify({ code }) })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => pair(`wrong-${n}`)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect((await pair('x'.repeat(1_000_000))).status).toBe(400)
  expect((await ask({ headers: session })).status).toBe(200)
})

it('F11 wrong codes behind one address lock nobody out who has a right one; the same code is not tried for ever', async () => {
  const join = (code: string) =>
    ask({
      method: 'POST',
      path: '/pair',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
      body: new URLSearchParams({ code }).toString(),
    })
  for (let tries = 0; tries < 25; tries++) expect((await join(newCode())).status).toBe(401)
  const { code } = await invite(world.database.pool, { name: 'Grace', role: 'viewer' })
  const near = (n: number): string => `${code.slice(0, -2)}${n.toString(16).padStart(2, '0')}`
  const wrong = Array.from({ length: 256 }, (_, n) => near(n)).filter((one) => one !== code)
  for (const one of wrong.slice(0, 20)) expect((await join(one)).status).toBe(401)
  expect((await join(wrong[20] ?? '')).status).toBe(429)
  const other = await invite(world.database.pool, { name: 'Lin', role: 'viewer' })
  expect((await join(other.code)).status).toBe(200)
})

it('F8 a message of 10 MB ends its own connection and no other', async () => {
  const headers = { ...session, origin: url.origin }
  const [one, other] = [
    await openSocket(`ws://${url.host}/ws`, headers),
    await openSocket(`ws://${url.host}/ws`, headers),
  ]
  expect([one.status, other.status]).toEqual([101, 101])
  const closed = once(one.socket, 'close')
  one.socket.on('error', () => undefined)
  one.socket.send('x'.repeat(10_000_000))
  await closed
  const pong = once(other.socket, 'pong')
  other.socket.ping()
  await pong
  other.socket.terminate()
})

it('F11 one person who opens as many sockets as possible keeps nobody else out', async () => {
  const bob = await person(world, url.origin, 'operator')
  const eve = await person(world, url.origin, 'viewer')
  const greedy = { authorization: `Bearer ${eve.key}` }
  const all = await Promise.all(
    Array.from({ length: 250 }, () => openSocket(`ws://${url.host}/ws`, greedy)),
  )
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([101, 503]))
  const later = await Promise.all(
    [{ authorization: `Bearer ${bob.key}` }, { ...session, origin: url.origin }].map((headers) =>
      openSocket(`ws://${url.host}/ws`, headers),
    ),
  )
  expect(later.map(({ status }) => status)).toEqual([101, 101])
  for (const { socket } of [...all, ...later]) socket.terminate()
  bob.close()
  eve.close()
})

it('F11 a worker that connects again and again keeps only its newest connections', async () => {
  const { key } = await world.enrol('eager')
  const headers = { authorization: `Bearer ${key}`, [VERSION_HEADER]: packageVersion() }
  const opened: Awaited<ReturnType<typeof openSocket>>[] = []
  for (let number = 0; number < 12; number++)
    opened.push(await openSocket(`ws://${url.host}${WORKER_PATH}`, headers))
  const open = () => opened.filter(({ socket }) => socket.readyState === socket.OPEN)
  await until(() => open().length === 5)
  expect(open()).toEqual(opened.slice(-5))
  for (const { socket } of opened) socket.terminate()
})
