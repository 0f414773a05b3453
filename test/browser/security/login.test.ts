import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerWorld } from '../../security/server-world.ts'
import { TestBrowser } from '../world/browser.ts'

/** Says in its title whether its own WebSocket opens. */
const PAGE = `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script src="/assets/socket-1.js"></script>`
const SOCKET = `const protocols = ['sdd', 'sdd-key.' + localStorage.getItem('sdd.key')]
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws', protocols)
socket.onopen = () => { document.title = 'open' }
socket.onerror = () => { document.title = 'failed' }`

let browser: TestBrowser
let world: ServerWorld

beforeAll(async () => {
  browser = await TestBrowser.shared()
  world = new ServerWorld()
  world.page('index.html', PAGE)
  world.page('assets/socket-1.js', SOCKET)
  await world.start()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

/** Someone else's web server on an address of this machine. */
async function site(address: string, html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  }).listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://${address}:${port}/`, server }
}

describe('a browser', () => {
  it('X15 that follows the link from another site is in, and its WebSocket opens', async () => {
    const { url, server } = await site('127.0.0.3', `<a href="${world.server.link('/p/x')}">go</a>`)
    const { page, context, problems } = await browser.seat()
    await page.goto(url)
    await page.click('a')
    await page.waitForURL('**/p/x')
    await page.waitForFunction(() => document.title !== 'waiting')
    await expect.poll(() => page.title()).toBe('open')
    expect(problems).toEqual([])
    await context.close()
    server.close()
  })

  it('X15 without access sees how to get in, and gets in by the form', async () => {
    const { page, context } = await browser.seat({ language: 'ja' })
    const { origin, searchParams } = new URL(world.server.link())
    expect((await page.goto(`${origin}/p/x`))?.status()).toBe(401)
    await page.locator('html[lang=ja]').waitFor()
    await page.fill('#key', 'wrong')
    await page.click('button')
    await page.locator('[role=alert]').waitFor()
    await page.fill('#key', searchParams.get('token') ?? '')
    await page.click('button')
    await page.waitForFunction(() => document.title === 'open')
    await context.close()
  })

  it('X15 on another device gets in by a code, and only by its form', async () => {
    const opened = await world.server.setRemote({ address: '127.0.0.2', port: 0 })
    if (!opened.ok) throw new Error(opened.error.code)
    const connection = world.connect()
    await new Promise<void>((resolve) => connection.onStatus(() => resolve()))
    const offer = await connection.callHost('pair', {})
    connection.close()
    if (!offer.ok) throw new Error(offer.error.code)
    const { page, context } = await browser.seat({ device: 'phone' })
    await page.goto(offer.value.url)
    await expect.poll(() => page.inputValue('#name')).toContain('iPhone')
    await page.fill('#name', 'My phone')
    await page.click('button')
    await page.waitForFunction(() => document.title === 'open')
    expect(new URL(page.url()).hostname).toBe('127.0.0.2')
    await context.close()
  })

  it.each(['127.0.0.3', '127.0.0.1'])(
    'X15 that is in gives nothing to a page of someone else on %s',
    async (address) => {
      const { url, server } = await site(address, '<!doctype html><title>evil</title>')
      const { page, context } = await browser.seat()
      await page.goto(world.server.link())
      await page.waitForFunction(() => document.title === 'open')
      const target = new URL(world.server.link()).origin
      await page.goto(url)
      const got = await page.evaluate(async (host) => {
        const loaded = (element: HTMLElement): Promise<string> =>
          new Promise((resolve) => {
            element.addEventListener('load', () => resolve('loaded'))
            element.addEventListener('error', () => resolve('refused'))
            document.body.append(element)
          })
        const socket = new WebSocket(`${host.replace('http', 'ws')}/ws`)
        const script = Object.assign(document.createElement('script'), {
          src: `${host}/assets/socket-1.js`,
        })
        const status = async (init: RequestInit): Promise<string> =>
          fetch(`${host}/whoami`, { credentials: 'include', ...init }).then(
            (response) => `${response.type} ${response.status}`,
            () => 'refused',
          )
        return {
          socket: await new Promise((resolve) => {
            socket.addEventListener('open', () => resolve('open'))
            socket.addEventListener('error', () => resolve('refused'))
          }),
          script: await loaded(script),
          fetched: await status({}),
          posted: await status({ method: 'POST', body: 'x' }),
        }
      }, target)
      expect(got).toEqual({
        socket: 'refused',
        script: 'refused',
        fetched: 'refused',
        posted: 'refused',
      })
      await context.close()
      server.close()
    },
  )
})
