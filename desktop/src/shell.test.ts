import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { FakeElectron } from './fake-electron.ts'
import { startShell } from './shell.ts'

const LINK = 'http://127.0.0.1:4545/enter?token=secret'
const folder = mkdtempSync(join(tmpdir(), 'sdd-desktop-'))
let electron = new FakeElectron()

/** Starts the shell with a host that prints these lines, then waits to be killed or exits. */
async function started(lines: object[], { ends = false } = {}): Promise<FakeElectron> {
  const program = join(folder, 'host.mjs')
  const print = lines.map((line) => `console.log(${JSON.stringify(JSON.stringify(line))})`)
  const rest = ends ? `console.error('no such folder')` : `setInterval(() => {}, 1000)`
  writeFileSync(program, [...print, rest].join('\n'))
  electron = new FakeElectron()
  await startShell(electron.api, {
    host: { command: process.execPath, args: [program] },
    icons: { window: 'icon.png', tray: 'tray.png' },
  })
  return electron
}

afterEach(() => electron.emit('before-quit'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the desktop shell', () => {
  it('S10 shows the page of the host in a sandboxed window', async () => {
    const { window, loaded } = await started([{ type: 'serving', link: LINK }])
    expect(window?.options.webPreferences).toMatchObject({
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      webviewTag: false,
    })
    expect(await loaded(1)).toEqual([LINK])
  })

  it('loads the page again only when the host is somewhere else', async () => {
    const elsewhere = 'http://127.0.0.1:4546/enter?token=secret'
    const { loaded } = await started([
      { type: 'attached', link: LINK },
      { type: 'serving', link: LINK },
      { type: 'serving', link: elsewhere },
    ])
    expect(await loaded(2)).toEqual([LINK, elsewhere])
  })

  it('lets the page go nowhere else, and opens web addresses in the usual browser', async () => {
    const { navigate, redirect, open, outside, loaded } = await started([
      { type: 'serving', link: LINK },
    ])
    await loaded(1)
    expect(navigate('http://127.0.0.1:4545/p/p_000000000000/')).toBe('allowed')
    for (const url of ['http://127.0.0.1:4546/', 'file:///etc/passwd', 'javascript:alert(1)', 'x'])
      expect([url, navigate(url), redirect(url)]).toEqual([url, 'prevented', 'prevented'])
    expect(open('https://example.org/a')).toEqual({ action: 'deny' })
    expect(open('file:///etc/passwd')).toEqual({ action: 'deny' })
    expect(open('vscode://x')).toEqual({ action: 'deny' })
    expect(outside).toEqual(['http://127.0.0.1:4546/', 'https://example.org/a'])
  })

  it('grants notifications and copying, no other permission', async () => {
    const { permission } = await started([])
    expect(permission('notifications')).toEqual([true, true])
    expect(permission('clipboard-sanitized-write')).toEqual([true, true])
    for (const name of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem'])
      expect([name, permission(name)]).toEqual([name, [false, false]])
  })

  it('hides behind the tray when its window is closed, until it quits', async () => {
    const { close, window, trayItems, emit } = await started([])
    expect(close()).toBe('prevented')
    expect(window?.isVisible).toBe(false)
    trayItems()[0]?.click?.()
    expect(window?.isVisible).toBe(true)
    close()
    emit('second-instance')
    expect(window?.isVisible).toBe(true)
    emit('before-quit')
    expect(close()).toBe('allowed')
  })

  it('tells why the host did not start, and ends', async () => {
    const { quit, errors } = await started([], { ends: true })
    await quit
    expect(errors).toEqual([['The host could not be started', 'no such folder\n']])
  })

  it('is one program: a second start shows the first window', async () => {
    const second = new FakeElectron({ isSecond: true })
    const host = { command: '/nowhere', args: [] }
    await startShell(second.api, { host, icons: { window: '', tray: '' } })
    await second.quit
    expect(second.window).toBe(null)
  })
})
