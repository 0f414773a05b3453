import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { expectNoSideways } from '../world/reading.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const SCENARIO = {
  taskCount: 3,
  costUsd: 0.25,
  reviewCounts: [
    [2, 0],
    [0, 0],
  ],
  overrides: [{ feature: 'broken', phase: 'design', exitCode: 3 }],
} as const

/** On a wide screen the entries are in a list, with one of them shown beside it. */
const listed = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Waiting entries' })
    .getByRole('button')
    .filter({ hasText: name })
const ended = (page: Page, name: string) =>
  page.getByRole('article', { name: `${name}: Passed, not deployed` })

describe('the end of a run', () => {
  it('is in the inbox until it is seen, on every device, and its figures are those of the journal', async () => {
    await using world = await UiWorld.open(browser, { scenario: SCENARIO })
    const { project } = world
    const login = await project.newSpec('login')
    const search = await project.newSpec('search')
    await project.run(login)
    await project.run(search)

    const desk = await world.sit({ at: 'inbox' })
    const phone = await world.sit({ at: 'inbox', device: 'phone' })
    for (const name of ['login', 'search']) {
      await listed(desk.page, name).waitFor()
      await ended(phone.page, name).waitFor()
    }
    // None of them needs a decision.
    await expect.poll(() => desk.page.title()).not.toMatch(/^\(/)
    expect(await seriousViolations(phone.page)).toEqual([])

    await ended(phone.page, 'search').getByRole('button', { name: 'Dismiss' }).click()
    await listed(desk.page, 'search').waitFor({ state: 'detached' })

    await ended(desk.page, 'login').getByRole('link', { name: 'login' }).click()
    const strip = desk.page.getByRole('region', { name: 'How login went' })
    await strip.getByText('Decided for you (4)').first().waitFor()
    const journal = project.journal(login)
    const cost = journal.reduce(
      (sum, entry) => sum + (entry.type === 'agent.ended' ? (entry.usage?.costUsd ?? 0) : 0),
      0,
    )
    const rounds = journal.filter(({ type }) => type === 'review.round-completed').length
    await strip.getByText(`3/3 tasks · ${rounds} review rounds · Inspection GO`).waitFor()
    await strip
      .getByText(`$${cost.toFixed(2)}`)
      .first()
      .waitFor()
    await strip.getByText('Requirements was approved automatically').waitFor()
    await ended(phone.page, 'login').waitFor({ state: 'detached' })
    await phone.page.getByRole('heading', { name: "You're all caught up" }).waitFor()
    expect([...desk.problems, ...phone.problems]).toEqual([])
  })

  it('stays seen when the host is restarted', async () => {
    await using world = await UiWorld.open(browser)
    const { project } = world
    const login = await project.newSpec('login')
    const search = await project.newSpec('search')
    await project.run(login)
    await project.run(search)
    const first = await world.sit({ at: 'inbox' })
    await listed(first.page, 'login').click()
    await ended(first.page, 'login').getByRole('button', { name: 'Dismiss' }).click()
    await listed(first.page, 'login').waitFor({ state: 'detached' })
    await world.stop()
    await world.start([])
    const { page } = await world.sit({ at: 'inbox' })
    await listed(page, 'search').waitFor()
    await listed(page, 'login').first().waitFor({ state: 'detached' })
  })
})

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

describe('the report as a file', () => {
  it('opens without network and says what the page says', async () => {
    await using world = await UiWorld.open(browser, { scenario: SCENARIO })
    const { project } = world
    const login = await project.newSpec('login')
    await project.run(login)
    const { env, folders, root } = project
    const file = join(root, 'report.html')
    const ask = ['report', 'login', '--html', file, '--project', folders.projectDir]
    await promisify(execFile)(process.execPath, [PROGRAM, ...ask], { env })
    const { page, context, problems } = await world.stranger({ device: 'phone' })
    await context.setOffline(true)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(pathToFileURL(file).href)
    await page.getByRole('heading', { level: 1, name: 'login: Passed, not deployed' }).waitFor()
    const fact = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first()
    const journal = project.journal(login)
    const cost = journal.reduce(
      (sum, entry) => sum + (entry.type === 'agent.ended' ? (entry.usage?.costUsd ?? 0) : 0),
      0,
    )
    await fact('usage')
      .getByText(`$${cost.toFixed(2)}`)
      .waitFor()
    await fact('tasks').getByText('3/3').waitFor()
    await fact('review').getByText('2 rounds: 2 to fix, then approved').waitFor()
    const list = page.getByRole('listitem').filter({ hasText: 'approved automatically' })
    await expect.poll(() => list.count()).toBe(4)
    expect(await seriousViolations(page)).toEqual([])
    await expectNoSideways(page)
    expect(asked).toEqual([pathToFileURL(file).href])
    expect(problems).toEqual([])
  })
})

describe('the report of the project', () => {
  it('says what needs you, what ended and what it cost, and follows what happens', async () => {
    await using world = await UiWorld.open(browser, { scenario: SCENARIO })
    const { project } = world
    const { page, problems } = await world.sit()
    await page.getByRole('link', { name: 'Report' }).click()
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor()
    await page.getByText('Nothing happened in this time').waitFor()
    const login = await project.newSpec('login')
    const broken = await project.newSpec('broken')
    await project.run(login)
    await project.run(broken)
    const failed = page.getByRole('region', { name: 'Failed' })
    await failed.getByRole('link', { name: 'broken' }).waitFor()
    const ended = page.getByRole('region', { name: 'Ended' })
    await ended.getByText(/Passed, not deployed · 3\/3 tasks/).waitFor()
    const agents = [login, broken].flatMap((item) =>
      project.journal(item).filter(({ type }) => type === 'agent.ended'),
    ).length
    await page.getByText(`${agents} agents`).waitFor()
    await page.getByRole('button', { name: '2 days' }).click()
    await page.waitForURL('**/report/2d')
    await failed.getByRole('link', { name: 'broken' }).click()
    await page.waitForURL('**/specs/broken/**')
    expect(problems).toEqual([])
  })
})
