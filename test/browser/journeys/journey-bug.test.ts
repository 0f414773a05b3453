import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { expectNoSideways } from '../world/reading.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const phase = (page: Page, name: string, state: string) =>
  page.getByRole('listitem', { name: `${name}: ${state}`, exact: true })

describe('a bug, in the browser', () => {
  it('B6 is reported, analyzed, fixed and verified beside a spec of the same name', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'analyze', hold: 'analyze' }] },
    })
    await world.project.newSpec('double-charge')
    const { page, problems } = await world.sit()
    await page.getByRole('button', { name: 'New bug' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What goes wrong?').fill('The card is charged twice.')
    await dialog.getByLabel('Name').fill('double-charge')
    await dialog.getByRole('button', { name: 'Create and run' }).click()
    await page.waitForURL('**/bugs/double-charge/**')
    await phase(page, 'Analysis', 'running').waitFor()
    await page.getByText('The card is charged twice.').first().waitFor()
    world.project.mock.release('analyze')
    await phase(page, 'Fix', 'done').waitFor()
    await phase(page, 'Verification', 'done').waitFor()
    await phase(page, 'Fix', 'done').getByText('Not verified by checks').waitFor()
    await page.getByRole('tab', { name: 'Verification' }).click()
    await page.getByText('Verdict: VERIFIED').waitFor()
    expect(await seriousViolations(page)).toEqual([])

    await page.getByRole('link', { name: 'Board' }).first().click()
    const bug = page.getByRole('row', { name: /Bug double-charge/ })
    await bug.getByRole('cell', { name: /^Verification: done/ }).waitFor()
    const twin = page.getByRole('row', { name: /double-charge/ }).filter({ hasNotText: 'Verify' })
    await twin.getByRole('cell', { name: 'Requirements: to do' }).waitFor()
    expect(problems).toEqual([])
  })

  it('B6 P1 with a worktree, a check and deploy it goes from its report to the base branch', async () => {
    await using world = await UiWorld.open(browser, {
      config: { worktree: true, checks: [{ name: 'unit', command: ['test', '-f', 'fixed.txt'] }] },
      scenario: { overrides: [{ phase: 'fix', alsoWrite: { '../../../fixed.txt': 'yes\n' } }] },
    })
    const repository = new Repository(world)
    const { page, problems } = await world.sit()
    await page.getByRole('button', { name: 'New bug' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What goes wrong?').fill('The card is charged twice.')
    await dialog.getByLabel('Name').fill('double-charge')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL('**/bugs/double-charge/**')
    await page.getByRole('switch', { name: 'Deploy: GO' }).click()
    await page.getByRole('switch', { name: 'Deploy: GO', checked: true }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await phase(page, 'Deploy', 'done').waitFor()
    await phase(page, 'Fix', 'done').getByText('checks passed').waitFor()
    expect(repository.git('show', 'main:fixed.txt')).toBe('yes')
    await expect.poll(() => repository.git('branch', '--list', 'bugfix/*')).toBe('')
    await page.getByRole('link', { name: 'Board' }).first().click()
    const row = page.getByRole('row', { name: /Bug double-charge/ })
    await row.getByRole('cell', { name: /^Deploy: done/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('B4 B6 after the last fix that is not verified it needs you in the inbox, on a phone and in Japanese', async () => {
    const verified = ['NOT VERIFIED', 'FAILED', 'PARTIAL', 'NOT VERIFIED', 'VERIFIED']
    await using world = await UiWorld.open(browser, { scenario: { verified } })
    const bug = await world.project.newBug('crash')
    const { page, problems } = await world.sit({ device: 'phone', language: 'ja', at: 'inbox' })
    await world.project.run(bug)
    const entry = page.getByRole('article', { name: /^crash/ })
    await entry.getByText('NOT VERIFIED').waitFor()
    await expectNoSideways(page)
    expect(await seriousViolations(page)).toEqual([])
    await entry.getByRole('button', { name: '再開', exact: true }).click()
    await entry.waitFor({ state: 'detached' })
    await page.goto(new URL(world.path('bugs/crash/documents'), page.url()).href)
    await page.getByRole('listitem', { name: '検証：完了', exact: true }).waitFor()
    expect(world.project.mock.calls().filter((call) => call.phase === 'verify')).toHaveLength(5)
    expect(problems).toEqual([])
  })
})
