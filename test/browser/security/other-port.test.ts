import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSocket } from '../../security/server-world.ts'
import { TestBrowser, type Seat } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser
let world: UiWorld
let seat: Seat

beforeAll(async () => {
  browser = await TestBrowser.shared()
  world = await UiWorld.open(browser)
  seat = await world.sit()
  await isLive(seat)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

const origin = (): string => `http://127.0.0.1:${world.port}`

const isLive = ({ page }: Pick<Seat, 'page'>): Promise<void> =>
  page.getByText('Live', { exact: true }).first().waitFor({ state: 'attached' })

/** Another program's web server on another port of the same address; records what it gets. */
async function hostile(): Promise<{
  url: string
  heard: IncomingHttpHeaders[]
  close: () => void
}> {
  const heard: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>other</title><link rel="icon" href="data:,">')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, heard, close: () => void server.close() }
}

/** What a logged-in browser sends to another port. */
async function overheard(): Promise<string> {
  const { url, heard, close } = await hostile()
  const tab = await seat.context.newPage()
  await tab.goto(url)
  await tab.close()
  close()
  return heard.map(({ cookie }) => cookie ?? '').join('; ')
}

describe('a server on another port of this computer', () => {
  it('T8 gets a cookie with which no one gets in manually', async () => {
    const cookie = await overheard()
    expect(cookie).toContain('sdd_session')
    const headers = { cookie, origin: origin() }
    for (const path of ['/whoami', `/log/${world.project.host.info.id}/agent_x`])
      expect([path, (await fetch(origin() + path, { headers })).status]).toEqual([path, 401])
    const address = `${origin().replace('http', 'ws')}/ws`
    expect(await openSocket(address, headers)).toMatchObject({ status: 401 })
  })

  it('T8 gets a cookie with which another browser sees nothing but the way in', async () => {
    const cookie = await overheard()
    const { page, context } = await browser.seat()
    const cookies = cookie.split('; ').map((part) => {
      const [name = '', value = ''] = part.split('=')
      return { name, value, url: origin() }
    })
    await context.addCookies(cookies)
    await page.goto(origin() + world.path())
    await page.getByText('This device is no longer paired').waitFor()
    await page.getByRole('navigation').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Enter a link or code' }).click()
    await page.locator('#key').waitFor()
    await context.close()
  })

  it('T8 reads nothing of a page that it opens', async () => {
    const { url, close } = await hostile()
    const tab = await seat.context.newPage()
    await tab.goto(url)
    const opening = seat.context.waitForEvent('page')
    const opened = await tab.evaluateHandle((host) => window.open(`${host}/`), origin())
    const popup = await opening
    await isLive({ page: popup })
    const read = await opened.evaluate((child) => {
      try {
        return String(child?.localStorage.length)
      } catch {
        return 'refused'
      }
    })
    expect(['refused', 'undefined']).toContain(read)
    expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
    await popup.close()
    await tab.close()
    close()
  })
})

describe('the user who is in', () => {
  it('T8 stays in over a reload, and in a new tab by a bookmark', async () => {
    await seat.page.reload()
    await isLive(seat)
    const tab = await seat.context.newPage()
    await tab.goto(origin() + world.path())
    await isLive({ page: tab })
    await tab.close()
    expect(seat.problems).toEqual([])
  })

  it('T8 has no key in any address the browser remembers', async () => {
    const key = await seat.page.evaluate(() => localStorage.getItem('sdd.key'))
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(seat.page.url()).not.toContain(key)
    expect(await seat.page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key)
  })

  it('T8 who loses the key in one tab and comes in again there is in again in the others', async () => {
    const tab = await seat.context.newPage()
    await tab.goto(origin() + world.path())
    await isLive({ page: tab })
    await tab.evaluate(() => localStorage.removeItem('sdd.key'))
    await tab.reload()
    await tab.getByText('This device is no longer paired').waitFor()
    await seat.page.goto(world.projects.server.link(world.path()))
    await isLive(seat)
    await isLive({ page: tab })
    await tab.close()
  })
})
