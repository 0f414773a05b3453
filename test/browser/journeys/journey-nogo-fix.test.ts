import type { Page } from 'playwright-core'
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

const phase = (page: Page, name: string, state: string) =>
  page.getByRole('listitem', { name: `${name}: ${state}`, exact: true })

describe('an inspection that says NOGO, in the browser', () => {
  it('I3 P1 is fixed with a button, inspected again and merged with another one', async () => {
    await using world = await UiWorld.open(browser, {
      config: { worktree: true, inspection: { autoFix: false } },
      scenario: {
        taskCount: 2,
        verdicts: ['NOGO', 'GO'],
        overrides: [{ phase: 'impl', alsoWrite: { '../../../code.txt': 'new\n' } }],
      },
    })
    const repository = new Repository(world)
    await world.project.newQuick('login')
    const { page, problems } = await world.sit({ at: 'inbox' })
    await page.goto(new URL(world.path('specs/login/documents'), page.url()).href)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const notice = page.getByRole('region', { name: 'Inspection says NOGO' })
    await notice.getByRole('button', { name: 'Fix the findings' }).click()
    await phase(page, 'Inspection', 'done').waitFor()
    expect(repository.git('log', '--format=%s', 'main')).toBe('first')
    await page.getByRole('button', { name: 'Deploy', exact: true }).first().click()
    await phase(page, 'Deploy', 'done').waitFor()
    expect(repository.git('show', 'main:code.txt')).toBe('new')
    await page.getByText('The code is deployed.').waitFor()
    await phase(page, 'Deploy', 'done').getByRole('button', { name: 'Deploy' }).click()
    await page.getByText(repository.git('rev-parse', 'main').slice(0, 12)).first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
