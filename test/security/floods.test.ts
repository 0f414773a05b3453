import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { openSocket, PROJECT, sessionIn, startWorld, ServerWorld } from './server-world.ts'

const TEN_MB = 10 * 1024 * 1024
/** `npm run campaign:hostile` tries ten thousand. */
const WRONG_LOGINS = process.env['SDD_CAMPAIGN'] === '1' ? 10_000 : 1000

const formOf = (world: ServerWorld, fields: Record<string, string>) => ({
  method: 'POST',
  headers: { origin: `http://127.0.0.1:${world.server.port}` },
  body: new URLSearchParams(fields).toString(),
})

async function expectAlive(world: ServerWorld): Promise<void> {
  expect(await world.ask({ headers: world.bearer })).toMatchObject({ status: 200 })
}

describe('too much of something', () => {
  it('X15 a WebSocket message of 10 MB closes its socket and no other', async () => {
    await using world = await startWorld()
    const url = `ws://127.0.0.1:${world.server.port}/ws`
    const { socket: other } = await openSocket(url, world.bearer)
    const { socket } = await openSocket(url, world.bearer)
    const closed = once(socket, 'close')
    // The host hangs up in mid-message.
    socket.on('error', () => undefined)
    socket.send('x'.repeat(TEN_MB), () => undefined)
    expect([1006, 1009]).toContain((await closed)[0])
    expect(other.readyState).toBe(other.OPEN)
    other.terminate()
    await expectAlive(world)
  })

  it('X15 a document of two megabytes still fits', async () => {
    await using world = await startWorld()
    const connection = world.connect()
    await until(() => connection.status === 'online')
    const text = '"日本\n'.repeat(Math.floor((2 * 1024 * 1024) / 8))
    const input = { item: specNamed('a'), document: 'design.md', text, base: null }
    const reply = await connection.call(PROJECT, 'saveDocument', input)
    expect(reply).toEqual({ ok: true, value: input })
    connection.close()
  })

  it.each([
    ['/enter', [413]],
    ['/pair', [413]],
    ['/', [0, 401]],
    ['/nothing', [0, 401]],
  ])('X15 a body of 10 MB at %s is not taken', async (path, statuses) => {
    await using world = await startWorld()
    const { method, headers } = formOf(world, {})
    const asked = world.ask({ method, headers, path, body: Buffer.alloc(TEN_MB, 'x') })
    // Hanging up in mid-request is an answer too.
    const { status } = await asked.catch(() => ({ status: 0 }))
    expect(statuses).toContain(status)
    await expectAlive(world)
  })

  it(`X15 ${WRONG_LOGINS} wrong logins: the host lives and the right token still enters`, async () => {
    await using world = await startWorld()
    const { pathname, search } = new URL(world.server.link())
    const statuses = new Map<number, number>()
    const guess = async (): Promise<void> => {
      const { status } = await world.ask({ path: '/enter?token=wrong' })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let done = 0; done < WRONG_LOGINS; done += 50)
      await Promise.all(Array.from({ length: 50 }, guess))
    expect(Object.fromEntries(statuses)).toEqual({ 401: 20, 429: WRONG_LOGINS - 20 })
    const blocked = await world.ask({ path: '/enter?token=wrong' })
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    expect(await world.ask({ path: pathname + search })).toMatchObject({ status: 200 })
    await expectAlive(world)
  })

  it('X15 after many failures not even the right code is looked at, until the minute is over', async () => {
    await using world = await startWorld()
    await world.server.setRemote({ address: '127.0.0.2', port: 0 })
    const connection = world.connect()
    await until(() => connection.status === 'online')
    for (let guess = 0; guess < 25; guess++) await world.ask({ path: '/enter?token=wrong' })
    const offer = await connection.callHost('pair', {})
    if (!offer.ok) throw new Error(offer.error.code)
    const form = { ...formOf(world, { code: offer.value.code, name: 'x' }), path: '/pair' }
    expect(await world.ask(form)).toMatchObject({ status: 429 })
    world.now = new Date(world.now.getTime() + 61_000)
    const answer = await world.ask(form)
    expect([answer.status, sessionIn(answer).cookie]).toEqual([
      200,
      expect.stringContaining('sdd_session_'),
    ])
    connection.close()
  })

  it('X15 no more than two hundred sockets', async () => {
    await using world = await startWorld()
    const url = `ws://127.0.0.1:${world.server.port}/ws`
    const opened = await Promise.all(
      Array.from({ length: 200 }, () => openSocket(url, world.bearer)),
    )
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 101))
    expect(await openSocket(url, world.bearer)).toMatchObject({ status: 503 })
    for (const { socket } of opened) socket.terminate()
    await expectAlive(world)
  })

  it('X15 a client that does not read is cut off and does not fill the memory', async () => {
    await using world = await startWorld()
    const url = `ws://127.0.0.1:${world.server.port}/ws`
    const { socket } = await openSocket(url, world.bearer)
    const params = { path: 'news', input: { project: null } }
    socket.send(JSON.stringify({ id: 1, method: 'subscription', params }))
    await once(socket, 'message')
    socket.pause()
    let isClosed = false
    socket.once('close', () => (isClosed = true))
    // Names that the host itself sends are not checked.
    const item = { kind: 'spec', name: 'x'.repeat(1024 * 1024) } as SpecItem
    for (let megabytes = 0; megabytes < 100; megabytes++) world.gone(item)
    await until(() => world.server.followers(PROJECT) === 0)
    socket.resume()
    await until(() => isClosed)
    await expectAlive(world)
  })
})

/** Another program that opens connections and holds them until it is disposed of. */
async function flood(port: number, sends: string): Promise<AsyncDisposable> {
  const program = `
    const { connect } = require('node:net')
    let opened = 0
    const open = () => {
      const socket = connect(${port}, '127.0.0.1', () => {
        socket.write(${JSON.stringify(sends)})
        if (++opened === 1500) console.log('full')
      })
      socket.on('error', () => undefined)
      socket.on('close', open)
    }
    for (let count = 0; count < 1500; count++) open()`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('connections of strangers', () => {
  it.each([
    ['that say nothing', ''],
    ['that never come to the end of their headers', 'GET / HTTP/1.1\r\nhost: '],
    [
      'that never come to the end of their body',
      'POST /enter HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\norigin: http://127.0.0.1:PORT\r\ncontent-length: 9\r\n\r\nk',
    ],
  ])('T8 %s do not keep out who has access', async (_, sends) => {
    await using world = await startWorld()
    const { port } = world.server
    const session = await world.login()
    const url = `ws://127.0.0.1:${port}/ws`
    const origin = `http://127.0.0.1:${port}`
    const { socket } = await openSocket(url, { ...session, origin })
    await using _attack = await flood(port, sends.replaceAll('PORT', String(port)))
    for (let time = 0; time < 20; time++) await expectAlive(world)
    const later = await openSocket(url, { ...session, origin })
    expect(later.status).toBe(101)
    expect(await world.login()).toMatchObject({ cookie: expect.stringContaining('sdd_session') })
    expect(socket.readyState).toBe(socket.OPEN)
    socket.terminate()
    later.socket.terminate()
  })

  it('T8 are ended after a while, whatever they continue sending; those with access are not', async () => {
    await using world = new ServerWorld()
    const { port, token } = await world.start({ patienceMs: 1500 })
    const known = connect(port, '127.0.0.1')
    // At once, because a connection that stays silent counts as a stranger's.
    known.write(
      `GET /whoami HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    await once(known, 'data')
    const { socket } = await openSocket(`ws://127.0.0.1:${port}/ws`, world.bearer)
    const closed = [0, 1, 2].map(async (kind) => {
      const stranger = connect(port, '127.0.0.1')
      stranger.on('error', () => undefined)
      const dribble = setInterval(() => stranger.write('x'), 20)
      if (kind === 0) clearInterval(dribble)
      if (kind === 1) stranger.write('GET / HTTP/1.1\r\nx: ')
      if (kind === 2)
        stranger.write(
          `POST /enter HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\ncontent-length: 60000\r\n\r\n`,
        )
      await new Promise((resolve) => stranger.once('close', resolve))
      clearInterval(dribble)
    })
    await Promise.all(closed)
    expect([known.readyState, socket.readyState]).toEqual(['open', socket.OPEN])
    known.destroy()
    socket.terminate()
  })
})

describe('a body that is too large', () => {
  const head = (port: number, lines: string[]): string =>
    [
      'POST /pair HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      `origin: http://127.0.0.1:${port}`,
      ...lines,
      '\r\n',
    ].join('\r\n')

  it.each([
    ['by its own account', ['content-length: 10485760'], ''],
    ['and asks first', ['content-length: 10485760', 'expect: 100-continue'], ''],
    [
      'once that is seen',
      ['transfer-encoding: chunked'],
      `${(65_537).toString(16)}\r\n${'x'.repeat(65_537)}\r\n`,
    ],
  ])('T8 %s is refused before it is sent', async (_, lines, body) => {
    await using world = await startWorld()
    const socket = connect(world.server.port, '127.0.0.1')
    socket.write(head(world.server.port, lines) + body)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
    await expectAlive(world)
  })

  it('T8 a form that asks first is told to continue', async () => {
    await using world = await startWorld()
    const socket = connect(world.server.port, '127.0.0.1')
    socket.write(head(world.server.port, ['content-length: 6', 'expect: 100-continue']))
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1.1 100 /)
    socket.write('code=x')
    const [second] = (await once(socket, 'data')) as [Buffer]
    expect(second.toString()).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  })
})

describe('what is no request at all', () => {
  it.each([
    '\u0000\u0001 garbage\r\n\r\n',
    'GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    'POST /enter HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\nke',
    'POST /enter HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('X15 the host survives %j', async (sent) => {
    await using world = await startWorld()
    const socket = connect(world.server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.end(sent.replace('host: 127.0.0.1', `host: 127.0.0.1:${world.server.port}`))
    socket.resume()
    await once(socket, 'close')
    await expectAlive(world)
  })

  it.each([
    'no json',
    '[]',
    '{}',
    'null',
    '[null]',
    '{"id":1}',
    '{"id":1,"method":"mutation"}',
    '{"id":1,"method":"mutation","params":{"path":"__proto__.toString"}}',
    '{"id":1,"method":"mutation","params":{"path":"project.nothing","input":{}}}',
    '{"id":1,"method":"mutation","params":{"path":"host.revoke","input":{"device":"../x"}}}',
    '{"id":1,"method":"subscription","params":{"path":"news","input":{"project":"x"}}}',
    '['.repeat(1000),
  ])('X15 a message it does not understand is refused and nothing more: %s', async (message) => {
    await using world = await startWorld()
    const url = `ws://127.0.0.1:${world.server.port}/ws`
    const { socket } = await openSocket(url, world.bearer)
    const answers: string[] = []
    socket.on('message', (data: Buffer) => answers.push(data.toString()))
    socket.send(message)
    socket.send('{"id":7,"method":"mutation","params":{"path":"host.hello","input":{}}}')
    await until(() => answers.some((answer) => answer.includes('"id":7')))
    expect(answers.join()).not.toContain('node_modules')
    socket.terminate()
    await expectAlive(world)
  })

  it('X15 a failure inside the host is told without its insides', async () => {
    await using world = await startWorld()
    const connection = world.connect()
    await until(() => connection.status === 'online')
    expect(await connection.callHost('checkup', { project: null })).toEqual({
      ok: false,
      error: { code: 'HOST_FAILED', operation: 'checkup', detail: 'the disk is gone' },
    })
    const unknown = 'p_ffffffffffff' as never
    expect(await connection.call(unknown, 'board', {})).toEqual({
      ok: false,
      error: { code: 'NO_PROJECT', project: unknown },
    })
    connection.close()
  })
})
