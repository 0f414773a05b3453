import { afterAll, beforeAll, describe, it } from 'vitest'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const ENGLISH = /\/assets\/en-[^/]*\.js/
const JAPANESE = /\/assets\/ja-[^/]*\.js/

describe('the words of the page', () => {
  it('are those of one language: Japanese needs no English', async () => {
    await using world = await UiWorld.open(browser)
    const { page } = await world.stranger({ language: 'ja' })
    await page.route(ENGLISH, (route) => route.abort('connectionrefused'))
    await page.goto(world.projects.server.link(world.path()))
    await page.getByRole('heading', { level: 1, name: 'ボード' }).waitFor()
  })

  it('are asked for while the page itself is still on its way, in the language that was chosen', async () => {
    await using world = await UiWorld.open(browser)
    const { page } = await world.sit()
    await page.evaluate(() =>
      localStorage.setItem('sdd-preferences', '{"state":{"language":"ja"},"version":0}'),
    )
    const words = page.waitForRequest(JAPANESE)
    await page.route(/\/assets\/index-[^/]*\.js/, async (route) => {
      await words
      await route.continue()
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'ボード' }).waitFor()
  })

  it('that cannot be loaded are replaced by the other language, and come by themselves later', async () => {
    await using world = await UiWorld.open(browser)
    const { page } = await world.stranger({ language: 'ja' })
    await page.route(JAPANESE, (route) => route.abort('connectionrefused'))
    await page.goto(world.projects.server.link(world.path()))
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await page.unroute(JAPANESE)
    await page.getByRole('heading', { level: 1, name: 'ボード' }).waitFor()
  })

  it('that cannot be loaded at all: the page says so in both languages and tries again', async () => {
    await using world = await UiWorld.open(browser)
    const { page } = await world.stranger()
    for (const words of [ENGLISH, JAPANESE])
      await page.route(words, (route) => route.abort('connectionrefused'))
    await page.goto(world.projects.server.link(world.path()))
    const alert = page.getByRole('alert')
    await alert.getByText('The page could not be loaded').waitFor()
    await alert.getByText('ページを読み込めませんでした').waitFor()
    for (const words of [ENGLISH, JAPANESE]) await page.unroute(words)
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await alert.waitFor({ state: 'detached' })
  })
})
