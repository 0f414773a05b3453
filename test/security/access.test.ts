import { once } from 'node:events'
import { connect } from 'node:net'
import { statSync, writeFileSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEY_HEADER, keyProtocols } from '../../src/contracts/launch/session-key.ts'
import { AccessStore } from '../../src/host/server/access-store.ts'
import {
  openSocket,
  sessionIn,
  startWorld,
  type Asked,
  type ServerWorld,
  type SessionHeaders,
} from './server-world.ts'

let world: ServerWorld
let session: SessionHeaders
let own: string

beforeAll(async () => {
  world = await startWorld()
  session = await world.login()
  own = `http://127.0.0.1:${world.server.port}`
})

afterAll(() => world[Symbol.asyncDispose]())

const AREAS = [
  '/',
  '/p/p_0123456789ab',
  '/assets/app-1a2b.js',
  '/whoami',
  '/log/x/y',
  '/nothing',
  '/ws',
]

/** Refused by HTTP and by WebSocket; the host still answers those with access. */
async function expectRefused(headers: Record<string, string>, status: number): Promise<void> {
  for (const path of AREAS) {
    const answer = await world.ask({ path, headers })
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.body).not.toContain('export const app')
  }
  const socket = await openSocket(`ws://127.0.0.1:${world.server.port}/ws`, {
    origin: own,
    ...headers,
  })
  expect(socket.status).toBe(status)
  await expectAlive()
}

async function expectAlive(): Promise<void> {
  expect(await world.ask({ headers: session })).toMatchObject({ status: 200 })
}

const FORWARDED = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': '127.0.0.1',
  'x-forwarded-proto': 'https',
  'x-real-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1;host=127.0.0.1;proto=https',
}

describe('without a right token', () => {
  it('X15 no one gets in with nothing at all', () => expectRefused({}, 401))

  it.each([
    ['another token', () => ({ authorization: `Bearer ${'a'.repeat(64)}` })],
    ['its beginning', () => ({ authorization: `Bearer ${world.server.token.slice(0, -1)}` })],
    ['more than it', () => ({ authorization: `Bearer ${world.server.token}0` })],
    ['no scheme', () => ({ authorization: world.server.token })],
    ['the login token', () => ({ authorization: `Bearer ${loginToken()}` })],
    ['another cookie', () => ({ ...session, cookie: `${cookieName()}=${'a'.repeat(43)}` })],
    ['an empty cookie', () => ({ ...session, cookie: `${cookieName()}=` })],
    ['the hash out of the file', () => ({ ...session, cookie: `${cookieName()}=${hashInFile()}` })],
    [
      'the cookie under another name',
      () => ({ ...session, cookie: session.cookie.replace('sdd_', 'x_') }),
    ],
    ['a wrong token beside the right cookie', () => ({ authorization: 'Bearer x', ...session })],
  ])('X15 no one gets in with %s', (_, headers) => expectRefused(headers(), 401))

  it('X15 no forwarded header is believed', async () => {
    await expectRefused(FORWARDED, 401)
    await expectRefused({ ...FORWARDED, host: 'evil.example', ...session }, 421)
  })

  it('X15 the user is shown how to get in, by a page without script in two languages', async () => {
    const accept = { accept: 'text/html,*/*' }
    const english = await world.ask({ path: '/', headers: accept })
    expect(english).toMatchObject({ status: 401 })
    expect(english.body).toMatch(/(^|\W)(sdd|main\.js) open/)
    expect(english.body).toContain('<form method="post" action="/enter">')
    expect(english.body).not.toContain('<script')
    const japanese = await world.ask({
      path: '/',
      headers: { ...accept, 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' },
    })
    expect(japanese.body).toContain('<html lang="ja">')
    expect(japanese.body).toContain('ペアリングコード')
  })
})

describe('half of a session', () => {
  const CALLS = ['/whoami', '/log/x/y', '/ws']
  const url = (): string => `ws://127.0.0.1:${world.server.port}/ws`

  it('T8 the cookie alone loads the files of the page and nothing else', async () => {
    const { cookie } = session
    for (const path of AREAS) {
      const { status } = await world.ask({ path, headers: { cookie } })
      const expected = CALLS.includes(path) ? 401 : path === '/nothing' ? 404 : 200
      expect([path, status]).toEqual([path, expected])
    }
    expect(await openSocket(url(), { cookie, origin: own })).toMatchObject({ status: 401 })
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(
        await world.ask({ method, path: '/', headers: { cookie, origin: own } }),
      ).toMatchObject({ status: 401 })
  })

  it('T8 the key alone opens nothing', async () => {
    await expectRefused({ [KEY_HEADER]: session[KEY_HEADER] }, 401)
  })

  it('T8 the halves of two sessions open no more than the cookie does', async () => {
    const other = await world.login()
    const mixed = { ...session, [KEY_HEADER]: other[KEY_HEADER] }
    for (const path of CALLS)
      expect(await world.ask({ path, headers: mixed })).toMatchObject({ status: 401 })
    expect(await openSocket(url(), { ...mixed, origin: own })).toMatchObject({ status: 401 })
  })

  it('T8 a session from before there were keys has to come in again', async () => {
    await using old = await startWorld()
    const before = await old.login()
    const file = JSON.parse(readFileSync(old.accessPath, 'utf8')) as { sessions: object[] }
    const sessions = file.sessions.map((one) => ({ ...one, keyHash: undefined }))
    writeFileSync(old.accessPath, JSON.stringify({ ...file, sessions }))
    expect(await old.ask({ headers: before })).toMatchObject({ status: 401 })
    expect(await old.ask({ headers: { ...before, [KEY_HEADER]: '' } })).toMatchObject({
      status: 401,
    })
    expect(old.warnings).toEqual([])
  })

  it('T8 a browser sends the key as a protocol, which the answer does not repeat', async () => {
    const socket = new WebSocket(url(), keyProtocols(session[KEY_HEADER]), {
      headers: { cookie: session.cookie, origin: own },
    })
    await once(socket, 'open')
    expect(socket.protocol).toBe('sdd')
    socket.terminate()
  })
})

describe('under a wrong name', () => {
  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '0.0.0.0',
    'evil.example@127.0.0.1',
    '127.0.0.1:80:80',
    '[::2]:80',
  ])('X15 a page that was bound to loopback as %s is refused', async (host) => {
    await expectRefused({ host, ...session }, 421)
    await expectRefused({ host, ...world.bearer }, 421)
  })

  it('X15 a request without a name is refused', async () => {
    for (const head of ['GET / HTTP/1.1', 'GET / HTTP/1.0', 'GET http://evil.example/ HTTP/1.0']) {
      const socket = connect(world.server.port, '127.0.0.1')
      socket.write(
        `${head}\r\nconnection: close\r\ncookie: ${session.cookie}\r\n${KEY_HEADER}: ${session[KEY_HEADER]}\r\n\r\n`,
      )
      expect(await text(socket)).toMatch(/^HTTP\/1.1 4(00|21) /)
    }
    await expectAlive()
  })

  it('every loopback name is right', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      const headers = { host: `${name}:${world.server.port}`, ...session }
      expect(await world.ask({ headers })).toMatchObject({ status: 200 })
    }
  })
})

describe('from a page of someone else', () => {
  const ORIGINS = [
    'http://evil.example',
    'null',
    'file://',
    'chrome-extension://abc',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost:3000',
  ]

  it.each(ORIGINS)('X15 %s reaches nothing, whatever it sends along', async (origin) => {
    await expectRefused({ origin, ...session }, 403)
    await expectRefused({ origin, ...world.bearer }, 403)
    for (const path of ['/enter', '/pair', '/'])
      expect(
        await world.ask({ method: 'POST', path, headers: { origin, ...session }, body: 'key=x' }),
      ).toMatchObject({ status: 403 })
  })

  it('X15 a cookie without an Origin opens no WebSocket and posts nothing', async () => {
    const url = `ws://127.0.0.1:${world.server.port}/ws`
    expect(await openSocket(url, session)).toMatchObject({ status: 403 })
    const posted = await world.ask({ method: 'POST', path: '/enter', headers: session })
    expect(posted.status).toBe(403)
    const { socket, status } = await openSocket(url, { ...session, origin: own })
    expect(status).toBe(101)
    socket.terminate()
  })

  it.each(['cross-site', 'same-site'])('X15 a %s request reaches nothing', async (site) => {
    const fetched = {
      'sec-fetch-site': site,
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'script',
    }
    await expectRefused({ ...fetched, ...session }, 403)
    const link = {
      'sec-fetch-site': site,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(await world.ask({ path: '/', headers: link })).toMatchObject({ status: 401 })
    expect(await world.ask({ path: '/whoami', headers: { ...link, ...session } })).toMatchObject({
      status: 403,
    })
    const framed = { ...link, 'sec-fetch-dest': 'iframe', ...session }
    expect(await world.ask({ path: '/', headers: framed })).toMatchObject({ status: 403 })
  })
})

describe('the link', () => {
  it('X15 gives a cookie that no script and no other site can use, and continues by itself', async () => {
    const { pathname, search } = new URL(world.server.link('/p/p_0123456789ab?tab=x&y="'))
    const { headers, body, status } = await world.ask({ path: pathname + search })
    expect(status).toBe(200)
    expect(headers['set-cookie']?.[0]).toMatch(
      /^sdd_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    )
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(body).toMatch(/data-key="[\w-]{43}" data-to="\/p\/p_0123456789ab\?tab=x&amp;y=&quot;">/)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; /,
    )
    expect(await world.ask({ headers: sessionIn({ headers, body }) })).toMatchObject({
      status: 200,
      body: '{"kind":"local"}',
    })
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'x', '', '/a\\b', '/\tb'])(
    'X15 leads nowhere else: %j',
    async (to) => {
      const query = new URLSearchParams({ token: loginToken(), to })
      const { body } = await world.ask({ path: `/enter?${query.toString()}` })
      expect(body).toContain('data-to="/">')
    },
  )

  it.each(['', 'x', 'a'.repeat(64), 'é'.repeat(1000)])(
    'X15 does not work with another token: %j',
    async (token) => {
      const query = new URLSearchParams({ token })
      const answer = await world.ask({ path: `/enter?${query.toString()}` })
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
      await expectAlive()
    },
  )

  it('can be typed into the form, whole or only its token', async () => {
    for (const key of [world.server.link(), ` ${loginToken()} `]) {
      const body = new URLSearchParams({ key }).toString()
      const sent: Asked = { method: 'POST', path: '/enter', headers: { origin: own }, body }
      const answer = await world.ask(sent)
      expect(answer.status).toBe(200)
      expect(await world.ask({ headers: sessionIn(answer) })).toMatchObject({
        status: 200,
      })
    }
  })

  it('X15 does not fill the file: the oldest of many sessions are forgotten', async () => {
    const first = await world.login()
    for (let count = 0; count < 51; count++) await world.login()
    expect(await world.ask({ headers: first })).toMatchObject({ status: 401 })
    const { sessions } = JSON.parse(readFileSync(world.accessPath, 'utf8')) as { sessions: [] }
    expect(sessions).toHaveLength(50)
    session = await world.login()
  })
})

describe('a ticket', () => {
  it('X15 lets in once, soon, and only through the local listener', async () => {
    await using other = await startWorld()
    const access = new AccessStore(other.accessPath, { now: () => other.now })
    const enter = (token: string) => other.ask({ path: `/enter?token=${token}` })
    const ticket = access.addTicket()
    expect(readFileSync(other.accessPath, 'utf8')).not.toContain(ticket)
    const first = await enter(ticket)
    expect(first.status).toBe(200)
    const headers = sessionIn(first)
    expect(await other.ask({ headers })).toMatchObject({ body: '{"kind":"local"}' })
    expect(await enter(ticket)).toMatchObject({ status: 401 })
    const late = access.addTicket()
    other.now = new Date(other.now.getTime() + 120_001)
    expect(await enter(late)).toMatchObject({ status: 401 })
    const remote = await other.server.setRemote({ address: '127.0.0.2', port: 0 })
    if (!remote.ok || remote.value.remote === null) throw new Error('remote access is off')
    const path = `/enter?token=${access.addTicket()}`
    expect(await other.ask({ path, at: remote.value.remote })).toMatchObject({ status: 401 })
  })
})

describe('every answer', () => {
  it('X15 tells the browser to trust nothing but this host', async () => {
    const asked: Asked[] = [
      { path: '/' },
      { path: '/', headers: session },
      { path: '/', headers: { accept: 'text/html' } },
      { path: '/assets/app-1a2b.js', headers: session },
      { path: '/nothing', headers: session },
      { path: '/', headers: { host: 'evil.example' } },
      { path: '/pair?code=x' },
    ]
    for (const one of asked) {
      const { headers } = await world.ask(one)
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
          "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
          "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

describe('what is known about who may come in', () => {
  it('X15 is a file that only its owner can read, with no secret of a session in it', async () => {
    const secret = session.cookie.split('=')[1] ?? ''
    expect(statSync(world.accessPath).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(world.accessPath)).mode & 0o777).toBe(0o700)
    expect(secret).not.toBe('')
    expect(readFileSync(world.accessPath, 'utf8')).not.toContain(secret)
    expect(readFileSync(world.accessPath, 'utf8')).not.toContain(session[KEY_HEADER])
  })

  it.each(['{"sessions": "all"}', 'not json', ''])(
    'X15 is not believed when it is broken: %j',
    async (content) => {
      await using broken = await startWorld()
      const before = await broken.login()
      const token = new URL(broken.server.link()).searchParams.get('token') ?? ''
      writeFileSync(broken.accessPath, content)
      expect(await broken.ask({ headers: before })).toMatchObject({ status: 401 })
      expect(await broken.ask({ path: `/enter?token=${token}` })).toMatchObject({ status: 401 })
      expect(broken.warnings.join()).toContain('was damaged')
      const after = await broken.login()
      expect(await broken.ask({ headers: after })).toMatchObject({ status: 200 })
    },
  )
})

const cookieName = (): string => `sdd_session_${world.server.port}`

const loginToken = (): string => new URL(world.server.link()).searchParams.get('token') ?? ''

function hashInFile(): string {
  const file = JSON.parse(readFileSync(world.accessPath, 'utf8')) as {
    sessions: { hash: string }[]
  }
  return file.sessions[0]?.hash ?? ''
}
