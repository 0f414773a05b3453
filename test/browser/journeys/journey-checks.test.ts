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

const DONE = { '../../../done.txt': 'yes\n' }
const CHECK = {
  name: 'unit',
  command: ['sh', '-c', 'test -f done.txt || { echo nothing is done here; exit 3; }'],
}

describe('checks, in the browser', () => {
  it('V2 V3 one that fails leads to a re-run, its log can be read, and then it has passed', async () => {
    await using world = await UiWorld.open(browser, {
      config: { checks: [CHECK] },
      scenario: {
        taskCount: 2,
        overrides: [{ phase: 'impl', call: 2, hold: 'impl', alsoWrite: DONE }],
      },
    })
    new Repository(world)
    await world.project.newQuick('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const impl = phase(page, 'Implementation', 'running')
    await impl.getByText('re-run 1/7').waitFor()
    await impl.getByRole('button', { name: 'Implementation', exact: true }).click()
    const checks = page.getByRole('region', { name: 'Checks' })
    await checks.getByText('unit').waitFor()
    await checks.getByRole('link', { name: 'Log of unit' }).click()
    // Searches the log only: the line above it tells in the same words how the check ended.
    const log = page.getByTestId('virtuoso-item-list')
    await log.getByText('nothing is done here').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    world.project.mock.release('impl')
    await phase(page, 'Inspection', 'done').waitFor()
    await checks.getByText('passed').waitFor()
    await phase(page, 'Implementation', 'done').getByText('checks passed').waitFor()
    await page.getByText('Not verified by checks').first().waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})
