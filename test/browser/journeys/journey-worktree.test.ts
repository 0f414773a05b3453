import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

describe('a worktree of its own, in the browser', () => {
  it('W1 W3 is chosen with a switch, named on the board and the page, and its changes are shown', async () => {
    await using world = await UiWorld.open(browser, { scenario: { taskCount: 2 } })
    new Repository(world)
    await world.project.newSpec('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'Implementation', exact: true }).click()
    const worktree = page.getByRole('switch', { name: 'Separate worktree' })
    await worktree.click()
    await page.getByRole('switch', { name: 'Separate worktree', checked: true }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('listitem', { name: 'Inspection: done', exact: true }).waitFor()
    await page.locator('header').getByText('feature/login', { exact: true }).waitFor()
    await page.getByText('The code is on branch feature/login, in its worktree:').waitFor()
    await expect.poll(() => worktree.isDisabled()).toBe(true)
    expect(await seriousViolations(page)).toEqual([])

    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.getByText('tasks.md').first().waitFor()
    await page.getByRole('link', { name: 'Board' }).first().click()
    await page.getByRole('row', { name: /login/ }).getByRole('img', { name: 'Worktree' }).waitFor()
    expect(problems).toEqual([])
  })
})
