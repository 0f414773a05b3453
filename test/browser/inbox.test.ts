import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

describe('the inbox', () => {
  it('on a wide screen has the list beside the chosen entry, decisions first, and is worked by keys alone', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        overrides: [
          { feature: 'talk', reviewCounts: [[0, 2]] },
          { feature: 'broken', phase: 'design', call: 1, exitCode: 3, skipDocument: true },
        ],
      },
    })
    await world.project.run(await world.project.newSpec('talk'))
    const broken = await world.project.newSpec('broken')
    await world.project.run(broken)
    const paper = await world.project.newSpec('paper')
    await world.project.follow(paper, () =>
      world.project.host.call('runPhase', { item: paper, phase: 'requirements', fix: false }),
    )
    world.project.write(paper, 'requirements.md', '# What\n\n| one | two |\n|---|---|\n| 1 | 2 |\n')
    const { page, problems } = await world.sit({ at: 'inbox' })
    const list = page.getByRole('navigation', { name: 'Waiting entries' })
    await list.getByRole('button').nth(2).waitFor()
    // Decisions come first, although the failure is newer.
    await expect
      .poll(() => list.getByRole('heading').allInnerTexts())
      .toEqual(['For you to decide', 'Something broke'])
    const document = page.getByRole('article', { name: 'paper: Document awaiting approval' })
    await document.getByTestId('excerpt').getByRole('table').waitFor()
    await page.keyboard.press('j')
    await page.getByRole('article', { name: 'talk: Needs your decision' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('j')
    await page.getByRole('article', { name: 'broken: Agent failed' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('article', { name: 'talk: Needs your decision' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('article', { name: 'broken: Agent failed' }).waitFor()
    await page.keyboard.press('1')
    await world.project.entry(broken, 'run.completed')
    // An entry that was dealt with disappears.
    await list.getByRole('heading', { name: 'Something broke' }).waitFor({ state: 'detached' })
    await list.getByRole('button').filter({ hasText: 'talk' }).focus()
    await page.keyboard.press('k')
    await page.getByRole('article', { name: 'talk: Needs your decision' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/specs/talk/documents/**')
    expect(problems).toEqual([])
  })

  it('counts an agent that is not responding once, in title, badge, board, header, inbox and report alike', async () => {
    await using world = await UiWorld.open(browser, {
      config: { hangMinutes: 0.01 },
      scenario: { overrides: [{ phase: 'requirements', hangForever: true }] },
    })
    const spec = await world.project.newSpec('quiet')
    await world.project.host.coordinator.start(spec)
    const { page } = await world.sit()
    await expect.poll(() => page.title()).toMatch(/^\(1\) /)
    await page.getByRole('button', { name: 'Needs you 1', exact: true }).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: 'quiet' })
      .getByText('Agent not responding')
      .waitFor()
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    await nav.getByRole('link', { name: 'Inbox 1 needs you' }).click()
    await page.getByRole('article', { name: 'quiet: Agent not responding' }).waitFor()
    await page.getByRole('article').getByRole('link', { name: 'quiet' }).click()
    await page
      .locator('header')
      .getByRole('status')
      .filter({ hasText: 'Agent not responding' })
      .waitFor()
    await nav.getByRole('link', { name: 'Report' }).click()
    await page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('listitem')
      .filter({ hasText: 'Agent not responding' })
      .waitFor()
    await page.goBack()
    // It is shown only once.
    await expect.poll(() => page.locator('header').getByText('esponding').count()).toBe(1)
  })
})
