import { specNamed } from '../../contracts/work-item.ts'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '../../core/settings/config-schema.ts'
import type { Notification } from '../../contracts/views/notification.ts'
import { isPidAlive, until } from '../../testkit/worlds/agent-world.ts'
import { Notifier } from './notifier.ts'
import { postTo } from './post-to.ts'
import { runWith } from './run-with.ts'

const PAUSED: Notification = {
  item: specNamed('login'),
  level: 'warning',
  kind: 'run.paused',
  message: 'Paused (budget): `$(touch pwned)` "; rm -rf /',
  time: '2026-01-01T00:00:00.000Z',
  seq: 7,
  needsPerson: true,
}

/** What users' scripts read: only the name of the item. */
function sent(): object {
  const { item, ...rest } = PAUSED
  return { ...rest, feature: item.name, project: folder }
}

let folder = ''
const servers: Server[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdd-notify-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true })
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=sk-secret`
}

function program(body: string): string {
  const path = join(folder, 'program')
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return path
}

function notifier(notify: NonNullable<Config['notify']>) {
  const reported: Notification[] = []
  const made = new Notifier({
    notify: () => notify,
    projectDir: folder,
    env: { PATH: process.env['PATH'] },
    report: (notification) => reported.push(notification),
  })
  return { made, reported }
}

describe('a command', () => {
  it('X20 gets its own words as they are and the notification on stdin, without a shell', async () => {
    const path = program('printf "%s\\n" "$@" >args; cat >stdin')
    const { made, reported } = notifier({ command: [path, '$(touch pwned)', 'a b'] })
    made.send(PAUSED)
    await made.drain()
    expect(reported).toEqual([])
    expect(readFileSync(join(folder, 'args'), 'utf8')).toBe('$(touch pwned)\na b\n')
    const given: unknown = JSON.parse(readFileSync(join(folder, 'stdin'), 'utf8'))
    expect(given).toEqual(sent())
  })

  it('is not run for what needs no one', async () => {
    const { made } = notifier({ command: [program('echo run >stdin')] })
    made.send({ ...PAUSED, needsPerson: false })
    await made.drain()
    expect(() => readFileSync(join(folder, 'stdin'))).toThrow('ENOENT')
  })

  it.each([
    ['fails', 'echo "no display" >&2; exit 3', 'ended with 3: no display'],
    ['does not read', 'exec <&-; exit 0', null],
  ])('that %s is at most a warning', async (_, body, words) => {
    const { made, reported } = notifier({ command: [program(body)] })
    made.send({ ...PAUSED, message: 'x'.repeat(500_000) })
    await made.drain()
    if (words === null) return expect(reported).toEqual([])
    expect(reported).toMatchObject([
      {
        kind: 'notify.failed',
        level: 'warning',
        needsPerson: false,
        item: { kind: 'spec', name: 'login' },
      },
    ])
    expect(reported[0]?.message).toContain(words)
  })

  it('that does not end is ended with its children', async () => {
    const path = program(`sleep 600 & echo $! >${join(folder, 'pid')}; wait`)
    const env = { PATH: process.env['PATH'] }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const running = runWith([path], { text: '', env, cwd: folder })
    const file = join(folder, 'pid')
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
    vi.advanceTimersByTime(30_000)
    await expect(running).rejects.toThrow('took longer than 30 s')
    await until(() => !isPidAlive(Number(readFileSync(file, 'utf8'))))
  })
})

describe('an address', () => {
  it('is sent the notification as JSON', async () => {
    const got: unknown[] = []
    const webhook = await serve((request, response) => {
      void text(request).then((body) => {
        got.push(request.method, request.headers['content-type'], JSON.parse(body))
        response.end()
      })
    })
    const { made, reported } = notifier({ webhook })
    made.send(PAUSED)
    await made.drain()
    expect(reported).toEqual([])
    expect(got).toEqual(['POST', 'application/json', sent()])
  })

  it('that refuses is a warning which does not tell the secret in it', async () => {
    const webhook = await serve((_, response) => response.writeHead(500).end())
    const { made, reported } = notifier({ webhook })
    made.send(PAUSED)
    await made.drain()
    expect(reported[0]?.message).toMatch(/127\.0\.0\.1:\d+ answered 500/)
    expect(reported[0]?.message).not.toContain('sk-secret')
  })

  it('may send on within its scheme, to no other one, and not forever', async () => {
    let hops = 0
    const webhook = await serve((request, response) => {
      const isThere = request.url === '/there' && request.method === 'POST'
      if (isThere) return void response.end()
      hops++
      response.writeHead(307, { location: '/there' }).end()
    })
    await postTo(webhook, '{}')
    expect(hops).toBe(1)
    const elsewhere = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    await expect(postTo(elsewhere, '{}')).rejects.toThrow('redirects to file:')
    const circle = await serve((_, response) =>
      response.writeHead(307, { location: '/again' }).end(),
    )
    await expect(postTo(circle, '{}')).rejects.toThrow('sends on without end')
  })

  it('that does not answer is given up', async () => {
    const webhook = await serve(() => undefined)
    await expect(postTo(webhook, '{}', { patienceMs: 100 })).rejects.toThrow('does not answer')
  })
})
