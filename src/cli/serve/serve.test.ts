import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foldersOf } from '../../host/project/folders.ts'
import { readHostAddress } from '../../host/project/host-lock.ts'
import { KEY_HEADER } from '../../contracts/launch/session-key.ts'
import { isPidAlive, until } from '../../testkit/worlds/agent-world.ts'
import { CliWorld, jsonLines, type CliProcess } from '../../testkit/worlds/cli-world.ts'

const READY = 'Press Ctrl+C to stop'

const linkIn = (text: string): URL => new URL(/http:\S+\/enter\S+/.exec(text)?.[0] ?? '')

async function served(world: CliWorld, args: string[] = []): Promise<CliProcess> {
  world.write(join(world.project, '.kiro', 'steering', 'product.md'), 'A product.')
  const process = world.start(['serve', ...args])
  await process.prints(READY)
  // With --json the words are on stderr, and may arrive before the lines on stdout.
  await until(() => process.stdout.endsWith('\n'))
  return process
}

/** The headers that a page sends after the link was opened. */
async function sessionFrom(link: URL): Promise<Record<string, string>> {
  const response = await fetch(link)
  expect(response.status).toBe(200)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { cookie, [KEY_HEADER]: /data-key="([^"]*)"/.exec(await response.text())?.[1] ?? '' }
}

const statusOf = async (link: URL, headers: Record<string, string>): Promise<number> =>
  (await fetch(new URL('/whoami', link), { headers })).status

/**
 * The usual ports may be in use. Below those that the system assigns: no other server takes it in
 * the moment in which it is free.
 */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}

/** A device that opened the pairing link and pressed the button there. */
async function pairedAt(url: string): Promise<{ at: URL; headers: Record<string, string> }> {
  const at = new URL(url)
  const code = at.searchParams.get('code') ?? ''
  const response = await fetch(new URL('/pair', at), {
    method: 'POST',
    body: new URLSearchParams({ code, name: 'Phone' }),
    headers: { origin: at.origin },
    redirect: 'manual',
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const key = /data-key="([^"]*)"/.exec(await response.text())?.[1] ?? ''
  return { at, headers: { cookie, [KEY_HEADER]: key } }
}

/** A program that stands in for a browser and records how it was called. */
function fakeBrowser(world: CliWorld, name: string): { path: string; calls(): string[][] } {
  const folder = join(world.root, 'browsers')
  const path = join(folder, name)
  const notes = `${path}.calls`
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" --- >> '${notes}'\n`)
  chmodSync(path, 0o755)
  const calls = (): string[][] =>
    existsSync(notes)
      ? readFileSync(notes, 'utf8')
          .split('---\n')
          .filter(Boolean)
          .map((call) => call.trim().split('\n'))
      : []
  return { path, calls }
}

describe('sdd serve', () => {
  it('prints a link that lets in, and no one comes in without it', async () => {
    await using world = new CliWorld()
    const serving = await served(world)
    expect(serving.stdout).toContain(`Serving ${world.project}`)
    const link = linkIn(serving.stdout)
    expect(await statusOf(link, {})).toBe(401)
    const session = await sessionFrom(link)
    expect(await statusOf(link, session)).toBe(200)
    serving.signal('SIGINT')
    expect(await serving.ended).toMatchObject({ code: 130, stderr: '' })
    expect(readHostAddress(foldersOf(world.project, world.env))).toBeNull()
  })

  it('tells the same as one JSON line', async () => {
    await using world = new CliWorld()
    const serving = await served(world, ['--json'])
    const [line, ...rest] = jsonLines(serving.stdout)
    expect(rest).toEqual([])
    const { port, url, link } = line as { port: number; url: string; link: string }
    expect(line).toMatchObject({ type: 'serving', dir: world.project })
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/p/p_[0-9a-f]{12}/$`))
    await sessionFrom(new URL(link))
  })

  it('refuses a port that is in use with code 2 and hosts nothing', async () => {
    await using world = new CliWorld()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await world.sdd(['serve', world.project, '--port', String(port)])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Port ${port} is in use`)])
    other.close()
    expect((await world.sdd(['serve', '--port', '70000'])).code).toBe(2)
    const again = world.start(['serve', world.project, '--port', String(port)])
    await again.prints(READY)
    expect(linkIn(again.stdout).port).toBe(String(port))
  })

  it('R9 attaches to a live host and takes over its page when that one is killed', async () => {
    await using world = new CliWorld()
    const first = await served(world, ['--port', String(await freePort())])
    const link = linkIn(first.stdout)
    const session = await sessionFrom(link)
    const second = world.start(['serve'])
    await second.prints('Another process is serving')
    expect(linkIn(second.stdout).href).toBe(link.href)
    first.signal('SIGKILL')
    await second.prints(READY)
    expect(second.stdout).toContain('This one takes over')
    expect(await statusOf(link, session)).toBe(200)
  })

  it('R7 leaves running agents at SIGTERM, and the next one takes them up', async () => {
    await using world = new CliWorld({ hold: 'gate' })
    await world.spec('login')
    const first = await served(world)
    const run = world.start(['run', 'login', '--nogo', 'design'])
    await until(() => world.mock.calls().length === 1)
    run.signal('SIGKILL')
    const { pid = 0 } = world.mock.calls()[0] ?? {}
    first.signal('SIGTERM')
    const end = await first.ended
    expect([end.code, end.stdout]).toEqual([130, expect.stringContaining('Still running: login')])
    expect(isPidAlive(pid)).toBe(true)
    const second = world.start(['serve'])
    await second.prints('Recovered: login')
    world.mock.release('gate')
    await until(() => world.journal('login').some(({ type }) => type === 'run.completed'))
    expect(world.mock.calls()).toHaveLength(1)
  })

  it('lets devices in through the address that is named, with a code to pair', async () => {
    await using world = new CliWorld()
    const serving = await served(world, ['--host', '127.0.0.2', '--json'])
    await until(() => /"pairing":\{.*\n/.test(serving.stdout))
    const { pairing } = jsonLines(serving.stdout).find(({ type }) => type === 'remote') ?? {}
    const { url } = pairing as { url: string }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+\/pair\?code=/)
    expect((await fetch(url)).status).toBe(200)
    const elsewhere = await world.sdd(['serve', world.root, '--host', '192.0.2.1'])
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('192.0.2.1')])
  })
})

describe('sdd token renew', () => {
  it('E5 locks out links, browsers and devices of every running host, and makes a new link', async () => {
    await using world = new CliWorld()
    const serving = await served(world, ['--host', '127.0.0.2', '--json'])
    await until(() => /"pairing":\{.*\n/.test(serving.stdout))
    const lines = jsonLines(serving.stdout) as { link?: string; pairing?: { url: string } }[]
    const old = new URL(lines.find(({ link }) => link !== undefined)?.link ?? '')
    const session = await sessionFrom(old)
    const paired = await pairedAt(lines.find(({ pairing }) => pairing)?.pairing?.url ?? '')
    expect([await statusOf(old, session), await statusOf(paired.at, paired.headers)]).toEqual([
      200, 200,
    ])

    const renewed = await world.sdd(['token', 'renew'])
    expect([renewed.code, renewed.stdout]).toEqual([0, expect.stringContaining('sdd open')])
    expect((await fetch(old)).status).toBe(401)
    expect([await statusOf(old, session), await statusOf(paired.at, paired.headers)]).toEqual([
      401, 401,
    ])
    const link = linkIn((await world.sdd(['open', '--no-open'])).stdout)
    expect(link.port).toBe(old.port)
    expect(await statusOf(link, await sessionFrom(link))).toBe(200)
  })

  it('E5 is an error where it cannot be written: the old links still work', async () => {
    await using world = new CliWorld()
    world.write(join(world.root, 'state', 'sdd-orchestrator'), 'a file in its place')
    const { code, stderr } = await world.sdd(['token', 'renew'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('the old links still work')])
    expect((await world.sdd(['token', 'rewen'])).stderr).toContain('Did you mean sdd token renew?')
  })
})

describe('sdd open', () => {
  it('S10 opens a window on the live host with an address that works once', async () => {
    await using world = new CliWorld()
    const browser = fakeBrowser(world, 'chromium')
    const serving = await served(world)
    const { code, stdout } = await world.sdd(['open'], { env: { SDD_BROWSER: browser.path } })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Opened in a window')])
    const [[app = '', ...rest] = []] = browser.calls()
    expect(rest).toEqual([
      `--user-data-dir=${world.root}/state/sdd-orchestrator/browser-profile`,
      '--no-first-run',
      '--no-default-browser-check',
    ])
    const once = new URL(app.replace('--app=', ''))
    const lasting = linkIn(serving.stdout)
    expect(once.port).toBe(lasting.port)
    expect(once.searchParams.get('token')).not.toBe(lasting.searchParams.get('token'))
    expect(await statusOf(once, await sessionFrom(once))).toBe(200)
    expect((await fetch(once)).status).toBe(401)
  })

  it('S10 hosts the project itself when no one does, and opens one window', async () => {
    await using world = new CliWorld()
    const browser = fakeBrowser(world, 'my-browser')
    const opened = world.start(['open', world.project], { env: { SDD_BROWSER: browser.path } })
    await opened.prints(READY)
    expect(browser.calls()).toEqual([[expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/enter/)]])
  })

  it('prints the link where no window can appear', async () => {
    await using world = new CliWorld()
    const browser = fakeBrowser(world, 'chromium')
    const serving = await served(world)
    const path = `${join(world.root, 'browsers')}:${process.env['PATH'] ?? ''}`
    const ends = await Promise.all([
      world.sdd(['open'], { env: { PATH: path } }),
      world.sdd(['open'], { env: { PATH: path, DISPLAY: ':0' } }),
      world.sdd(['open', '--no-open'], { env: { SDD_BROWSER: browser.path } }),
      world.sdd(['open'], { env: { SDD_BROWSER: '/nowhere/browser' } }),
    ])
    for (const { code, stdout } of ends)
      expect([code, linkIn(stdout).href]).toEqual([0, linkIn(serving.stdout).href])
    expect(browser.calls()).toEqual([])
  })

  it('is what sdd alone does; a folder that is no project stays as it is', async () => {
    await using world = new CliWorld()
    const before = world.tree().filter((line) => line.startsWith('project'))
    const alone = world.start([])
    await alone.prints(READY)
    expect(alone.stdout).toContain('without a project')
    expect(await statusOf(linkIn(alone.stdout), {})).toBe(401)
    expect(world.tree().filter((line) => line.startsWith('project'))).toEqual(before)
  })
})
