import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const status = (page: Page, words: string | RegExp) =>
  page.locator('header').getByRole('status').filter({ hasText: words })

describe('a run that does not go straight on, in the browser', () => {
  it('003 E2E 3 an agent that fails is shown where it failed, with its log, and the run continues from there', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', call: 1, exitCode: 3, skipDocument: true }] },
    })
    const spec = await world.project.newSpec('fails')
    const { page } = await world.sit({ at: 'specs/fails/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await status(page, 'Agent failed').waitFor()
    await page.getByRole('listitem', { name: 'Design: failed' }).waitFor()
    await page.getByRole('listitem', { name: 'Tasks: to do' }).waitFor()
    const toast = page.locator('[data-sonner-toast][data-type=error]')
    await toast.filter({ hasText: 'Agent failed' }).waitFor()
    const notice = page.getByRole('region', { name: 'Agent failed' })
    await notice.getByText('Design', { exact: true }).waitFor()
    await notice.getByRole('link', { name: /log/i }).click()
    await page.waitForURL('**/specs/fails/log/**')
    await page.goto(`http://127.0.0.1:${world.port}${world.path('agents')}`)
    await page.getByRole('listitem').filter({ hasText: 'Design' }).getByText('Failed').waitFor()
    await page.goto(`http://127.0.0.1:${world.port}${world.path('inbox')}`)
    const item = page.getByRole('article', { name: 'fails: Agent failed' })
    await item.getByRole('button', { name: 'Resume', exact: true }).click()
    await world.project.entry(spec, 'run.completed')
    await item.waitFor({ state: 'detached' })
    const phases = world.project.mock.calls().map((call) => call.phase)
    expect(phases.slice(0, 3)).toEqual(['requirements', 'design', 'design'])
    expect(phases.filter((phase) => phase === 'requirements')).toHaveLength(1)
  })

  it('R5 accept as is and continue: the review counts as approved and the run continues to its end', async () => {
    await using world = await UiWorld.open(browser, { scenario: { reviewCounts: [[0, 2]] } })
    const spec = await world.project.newSpec('asis')
    expect((await world.project.run(spec)).reason).toBe('needs-discussion')
    const { page, problems } = await world.sit({ at: 'inbox' })
    const item = page.getByRole('article', { name: 'asis: Needs your decision' })
    await item.getByRole('button', { name: 'Accept as is and continue' }).click()
    await world.project.entry(spec, 'run.completed')
    await page.getByText("You're all caught up").waitFor()
    const journal = world.project.journal(spec)
    expect(journal.filter(({ type }) => type === 'review.round-completed')).toHaveLength(1)
    expect(journal).toContainEqual(
      expect.objectContaining({
        type: 'approval.granted',
        phase: 'document-review',
        by: 'person',
      }),
    )
    const phases = world.project.mock.calls().map((call) => call.phase)
    expect(phases.slice(-2)).toEqual(['impl', 'inspection'])
    expect(phases.filter((phase) => phase === 'document-review')).toHaveLength(1)
    expect(JSON.parse(world.project.read(spec, 'spec.json'))).toMatchObject({
      documentReview: { status: 'approved' },
    })
    expect(problems).toEqual([])
  })

  it('G4.2 the very first re-run of the implementation is in its cell on the board', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        taskCount: 3,
        ticksPerRun: [1, 'all'],
        overrides: [
          { phase: 'impl', call: 1, hold: 'first' },
          { phase: 'impl', call: 2, hold: 'second' },
        ],
      },
    })
    const spec = await world.project.newSpec('again')
    const { page } = await world.sit()
    await world.project.host.coordinator.start(spec)
    const row = page.getByRole('row').filter({ hasText: 'again' })
    const cell = row.getByRole('cell', { name: /^Implementation/ })
    await row.getByRole('cell', { name: 'Implementation: running, 0 of 3 tasks' }).waitFor()
    await expect.poll(() => cell.innerText()).toBe('0/3')
    world.project.mock.release('first')
    await row
      .getByRole('cell', { name: 'Implementation: running, 1 of 3 tasks, re-run 1 of 7' })
      .waitFor()
    await expect.poll(() => cell.innerText()).toMatch(/^1\/3\s+1\/7$/)
    world.project.mock.release('second')
    await row.getByRole('cell', { name: /^Implementation: done, 3 of 3 tasks/ }).waitFor()
  })
})
