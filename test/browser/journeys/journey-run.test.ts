import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { expectToast } from '../world/reading.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const phase = (page: Page, name: string, state: string) =>
  page.getByRole('listitem', { name: `${name}: ${state}`, exact: true })
const status = (page: Page, words: string | RegExp) =>
  page.getByRole('banner').or(page.locator('header')).getByRole('status').filter({ hasText: words })

describe('a run, watched in the browser', () => {
  it('S7 S9 V6 D5.3 G4.2 is created, run and followed to its end: phases, guard re-run toast, review rounds', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        taskCount: 3,
        ticksPerRun: [1, 'all'],
        reviewCounts: [
          [2, 0],
          [0, 0],
        ],
        overrides: [
          { phase: 'requirements', hold: 'requirements' },
          { phase: 'document-review-reply', round: 2, hold: 'reply' },
          { phase: 'impl', call: 2, hold: 'impl' },
        ],
      },
    })
    const { page, problems } = await world.sit()
    await page.getByRole('button', { name: 'New spec' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What do you want to build?').fill('Log in with a passkey')
    await dialog.getByLabel('Name').fill('login')
    await dialog.getByRole('button', { name: 'Create and run' }).click()
    await page.waitForURL('**/specs/login/**')

    await phase(page, 'Requirements', 'running').waitFor()
    await phase(page, 'Design', 'to do').waitFor()
    world.project.mock.release('requirements')

    await page.getByText('Round 2 of 7').waitFor()
    const first = page.getByRole('row', { name: /^1 2 0 fixed/ })
    await first.waitFor()
    await phase(page, 'Tasks', 'done').waitFor()
    world.project.mock.release('reply')

    await expectToast(page, 'Rerunning implementation (1/7): 1 of 3 tasks done')
    await phase(page, 'Implementation', 'running')
      .getByText(/1\/3.*re-run 1\/7/)
      .waitFor()
    await phase(page, 'Review', 'done').waitFor()
    world.project.mock.release('impl')

    await status(page, /^Done\. Stopped before/).waitFor()
    await phase(page, 'Inspection', 'done').waitFor()
    await phase(page, 'Deploy', 'NOGO').waitFor()
    await expectToast(page, 'Done. Stopped before Deploy, as set')
    await phase(page, 'Implementation', 'done').getByText('Not verified by checks').waitFor()
    expect(problems).toEqual([])
    // Leaves out calls that only asked for the version.
    const agents = world.project.mock.calls().filter(({ agentId }) => agentId !== 'none')
    expect(agents).toHaveLength(10)
  })

  it('N3.4 X9 NOGO set in the middle of a run stops it there', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', hold: 'design' }] },
    })
    const spec = await world.project.newSpec('nogo')
    const { page } = await world.sit({ at: 'specs/nogo/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await phase(page, 'Design', 'running').waitFor()
    const tasks = page.getByRole('switch', { name: 'Tasks: GO' })
    await tasks.click()
    await page.getByRole('switch', { name: 'Tasks: GO', checked: false }).waitFor()
    await world.project.entry(spec, 'permission.changed')
    world.project.mock.release('design')
    await status(page, /^Done\. Stopped before/).waitFor()
    await phase(page, 'Tasks', 'NOGO').waitFor()
    expect(world.project.mock.calls().map((call) => call.phase)).toEqual(['requirements', 'design'])
    await page.getByRole('button', { name: 'Enable Tasks and run' }).waitFor()
  })

  it('D5.2 the stop button ends the whole tree of the agent at once', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', escapeChildren: true, hangForever: true }] },
    })
    await world.project.newSpec('stopped')
    const { page } = await world.sit({ at: 'specs/stopped/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await phase(page, 'Requirements', 'running').waitFor()
    await expect.poll(() => world.project.mock.calls()[0]?.children.length).toBe(2)
    expect(world.project.processes().length).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await status(page, 'Stopped').waitFor()
    await expect.poll(() => world.project.processes()).toEqual([])
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
  })

  it('G4.4 the limit of re-runs shows an error toast that stays, and reset clears it', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { taskCount: 2, ticksPerRun: 0 },
    })
    await world.project.newSpec('limit')
    const { page } = await world.sit({ at: 'specs/limit/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const limit = page
      .locator('[data-sonner-toast]')
      .filter({ hasText: '2 tasks still open after 7 re-runs' })
    await limit.waitFor()
    await expect.poll(() => limit.getAttribute('data-type')).toBe('error')
    await status(page, 'Tasks still open after all re-runs').waitFor()
    expect(world.project.mock.calls().filter((call) => call.phase === 'impl')).toHaveLength(8)
    await page.getByRole('button', { name: 'Reset', exact: true }).first().click()
    await status(page, 'Not running').waitFor()
    await limit.waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  })

  it('an agent that ends within 5 ms updates the view', async () => {
    await using world = await UiWorld.open(browser, { scenario: { delayMs: 0 } })
    await world.project.newSpec('fast')
    const { page } = await world.sit({ at: 'specs/fast/documents' })
    await page.getByRole('button', { name: 'Run just Requirements' }).click()
    await phase(page, 'Requirements', 'needs you').waitFor()
    await page.getByRole('tab', { name: 'Requirements' }).waitFor()
  })

  it('D5.1 phases run manually: each waits for the approval of the one before, nothing is approved by itself', async () => {
    await using world = await UiWorld.open(browser, { scenario: { taskCount: 2 } })
    const spec = await world.project.newSpec('manual')
    const { page } = await world.sit({ at: 'specs/manual/documents' })
    for (const name of ['Requirements', 'Design', 'Tasks']) {
      await page.getByRole('button', { name: `Run just ${name}` }).click()
      const written = phase(page, name, 'needs you')
      await written.getByRole('button', { name: 'Approve' }).click()
      await phase(page, name, 'done').waitFor()
      await expectToast(page, `${name} approved`)
    }
    await page.getByRole('button', { name: 'Run just Implementation' }).click()
    await phase(page, 'Implementation', 'done').waitFor()
    const approvals = world.project.journal(spec).filter(({ type }) => type === 'approval.granted')
    expect(approvals).toHaveLength(3)
    expect(world.project.mock.calls().map((call) => call.phase)).toEqual([
      'requirements',
      'design',
      'tasks',
      'impl',
    ])
  })
})
