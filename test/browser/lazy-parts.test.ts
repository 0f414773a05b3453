import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from './world/browser.ts'
import { holdFrom } from './world/held-socket.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const FAILED = 'This part could not be loaded'
const PARTS =
  /\/assets\/(Palette|SettingsScreen|AgentsScreen|MarkdownView|ChangesTab|TasksTab|LogTab|mermaid)/

/** Requests for these parts now fail as if the host had just gone away. */
async function withoutParts(page: Page): Promise<void> {
  await page.route(PARTS, (route) => route.abort('connectionrefused'))
}

const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

describe('a part of the page that cannot be loaded while the host is away', () => {
  it('U1 fails alone in its pane, and loads by itself when the host is back', async () => {
    await using world = await UiWorld.open(browser, { scenario: { taskCount: 2 } })
    const spec = await world.project.newSpec('parts')
    await world.project.run(spec)
    world.project.write(spec, 'design.md', '# Design\n\n```mermaid\nflowchart TD\n  A --> B\n```\n')
    const seat = await world.stranger()
    const { page } = seat
    await withoutParts(page)
    await page.goto(world.projects.server.link(world.path('specs/parts/documents/design.md')))
    const { port } = world
    const pane = page.getByTestId('document-text')
    await pane.getByText(FAILED).waitFor()
    // The rest of the screen still works: header, workflow, tabs.
    await page.getByRole('heading', { level: 1, name: 'parts' }).waitFor()
    await page.getByRole('listitem', { name: 'Design: done' }).waitFor()
    await world.stop()
    await page.getByText('Connection lost. Trying again…').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).getByText(FAILED).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const tab of ['Tasks', 'Changes', 'Log']) {
      await page
        .getByRole('tab', { name: new RegExp(`^${tab}`) })
        .first()
        .click()
      await page.getByRole('tabpanel').getByText(FAILED).waitFor()
    }
    for (const screen of ['Agents', 'Settings']) {
      await nav(page, screen).click()
      await page.getByRole('main').getByText(FAILED).waitFor()
    }
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await page.unroute(PARTS)
    await world.start([port])
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await nav(page, 'Agents').click()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await nav(page, 'Board').click()
    await page.getByRole('link', { name: 'parts' }).click()
    await page.getByRole('tab', { name: 'Design', exact: true }).click()
    await page.locator('[data-testid=diagram] svg').waitFor()
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

  it('what can be opened later does not come before the rows', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('first')
    const { page } = await world.stranger()
    const socket = await holdFrom(page, 'board')
    const asked: string[] = []
    page.on('request', (request) => {
      if (PARTS.test(request.url())) asked.push(request.url())
    })
    await page.goto(world.projects.server.link(world.path()))
    await expect.poll(socket.isHeld).toBe(true)
    for (let times = 0; times < 5; times++)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(asked).toEqual([])
    socket.release()
    await page.getByRole('link', { name: 'first' }).waitFor()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  })

  it('U1 what can be opened is loaded ahead of time, when the page has nothing else to do', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('ahead')
    const { page, problems } = await world.sit()
    await page.getByRole('link', { name: 'ahead' }).waitFor()
    const loaded = (): Promise<string[]> =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    for (const part of ['Palette', 'SettingsScreen', 'ItemScreen', 'MarkdownView', 'ChangesTab'])
      await expect
        .poll(async () => (await loaded()).some((url) => url.includes(`/${part}-`)))
        .toBe(true)
    await world.stop()
    await page.getByText('Connection lost. Trying again…').waitFor()
    await nav(page, 'Settings').click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('main').getByText(FAILED).waitFor({ state: 'detached' })
    expect(problems.filter((words) => words.includes('Minified React'))).toEqual([])
  })
})
