import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from './world/browser.ts'
import { expectNoSideways, restingBox } from './world/reading.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const header = (page: Page) => page.getByRole('main').locator('header').first()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The primary buttons. */
const primaries = (within: ReturnType<Page['locator']>) => within.locator('button.bg-accent')

const TASKS = [
  '# Plan',
  '',
  '- [x] 1. First',
  '  - [x] 1.1 Part of it',
  '  - [ ]* 1.2 Tests that may be left out',
  '- [-] 2. At work',
  '- [ ] 3. Open',
  '',
].join('\n')

describe('the first act', () => {
  it('U3 E4 is the same on board, inbox and spec: a document to read, an agent that failed, a limit, a NOGO, a finished run', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        taskCount: 2,
        overrides: [
          { feature: 'limit', ticksPerRun: 0 },
          { feature: 'broken', phase: 'design', exitCode: 3 },
          { feature: 'nogo', phase: 'inspection', verdicts: ['NOGO'] },
        ],
      },
    })
    for (const name of ['limit', 'broken', 'nogo', 'finished'])
      await world.project.run(await world.project.newSpec(name))
    const manual = await world.project.newSpec('manual')
    await world.project.host.call('runPhase', {
      item: manual,
      phase: 'requirements',
      fix: false,
    })
    const { page } = await world.sit()
    await row(page, 'manual').getByRole('button', { name: 'Review Requirements' }).waitFor()
    const first: Record<string, string> = {
      manual: 'Review Requirements',
      broken: 'Resume',
      limit: 'Answer and resume',
      nogo: 'Answer and resume',
    }
    // The board has no room for an answer: it links to the place where it is given.
    const onBoard = (words: string) => (words === 'Answer and resume' ? 'Answer…' : words)
    for (const [name, words] of Object.entries(first))
      await expect.poll(() => primaries(row(page, name)).allInnerTexts()).toEqual([onBoard(words)])
    await row(page, 'finished').getByRole('button', { name: 'View changes' }).waitFor()
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    const list = page.getByRole('navigation', { name: 'Waiting entries' })
    for (const [name, words] of Object.entries(first)) {
      await list.getByRole('button').filter({ hasText: name }).click()
      const entry = page.getByRole('article', { name: new RegExp(`^${name}:`) })
      await expect.poll(() => primaries(entry).allInnerTexts()).toEqual([words])
    }
    for (const [name, words] of Object.entries(first)) {
      await page.goto(`http://127.0.0.1:${world.port}${world.path(`specs/${name}/timeline`)}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await expect.poll(() => primaries(page.getByRole('main')).allInnerTexts()).toEqual([words])
    }
    await page.goto(`http://127.0.0.1:${world.port}${world.path('specs/finished/timeline')}`)
    await header(page).getByText('Done. Stopped before Deploy, as set').waitFor()
    await page.getByText(world.project.folders.projectDir).waitFor()
    await header(page).getByRole('button', { name: 'View changes' }).click()
    await page.waitForURL('**/specs/finished/changes')
  })

  it('U3 what was written manually is approved only after it was opened, also on a phone', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('manual')
    await world.project.host.call('runPhase', { item: spec, phase: 'requirements', fix: false })
    const { page } = await world.sit({ device: 'phone' })
    await page.getByRole('button', { name: 'Review Req' }).click()
    await page.waitForURL('**/specs/manual/documents/requirements.md')
    await page.getByTestId('document-text').waitFor()
    expect(world.project.types(spec)).not.toContain('approval.granted')
    await page.getByRole('button', { name: 'Reject…' }).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await world.project.entry(spec, 'approval.granted')
  })
})

describe('what a screen says', () => {
  it('U5 a rejected document leaves no green header', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('rejected')
    await world.project.run(spec)
    const { page } = await world.sit({ at: 'specs/rejected/documents' })
    await header(page).getByText('Done. Stopped before Deploy, as set').waitFor()
    await world.project.host.coordinator.reject(spec, 'design', 'Not like this')
    await header(page).getByText('Will rerun from Design').waitFor()
    await header(page).locator('.text-done').first().waitFor({ state: 'detached' })
    await header(page).getByRole('button', { name: 'Run', exact: true }).waitFor()
  })

  it('U5 a document that is being written is not called missing', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', hold: 'requirements' }] },
    })
    const spec = await world.project.newSpec('writing')
    await world.project.host.coordinator.start(spec)
    const { page } = await world.sit({ at: 'specs/writing/documents' })
    await page.getByText('The agent is writing Requirements').waitFor()
    await page.getByRole('button', { name: 'Requirements' }).first().click()
    await page.getByText('Being written').waitFor()
    await page.getByText('No document yet').first().waitFor({ state: 'detached' })
    world.project.mock.release('requirements')
  })

  it('U5 boxes of tasks are nested, and those that GitHub does not know are boxes too', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('boxes')
    world.project.write(spec, 'tasks.md', TASKS)
    const { page } = await world.sit({ at: 'specs/boxes/documents/tasks.md' })
    const text = page.getByTestId('document-text')
    await text.getByText('Tests that may be left out').waitFor()
    await expect.poll(() => text.locator('input[type=checkbox]').count()).toBe(5)
    await expect.poll(() => text.locator('input:checked').count()).toBe(2)
    await expect.poll(() => text.innerText()).not.toMatch(/\[[ x-]\]/)
    await text.getByText('(optional)').waitFor()
    const [outer, inner] = [text.getByText('First'), text.getByText('Part of it')]
    const left = ({ x }: { x: number }): number => x
    expect(left(await restingBox(inner)) - left(await restingBox(outer))).toBeGreaterThanOrEqual(12)
  })

  it('U5 words in tables stay whole, and the table scrolls by itself', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('table')
    const cells = Array.from({ length: 9 }, (_, i) => `Responsibility${i}`)
    const line = (parts: string[]) => `| ${parts.join(' | ')} |`
    const rows = [line(cells), line(cells.map(() => '---')), line(cells)]
    world.project.write(spec, 'design.md', `# Design\n\n${rows.join('\n')}\n`)
    const { page } = await world.sit({ device: 'phone', at: 'specs/table/documents/design.md' })
    const cell = page.getByTestId('document-text').locator('td').first()
    await cell.waitFor()
    const lines = (): Promise<number> =>
      cell.evaluate((td) => {
        const range = document.createRange()
        range.selectNodeContents(td)
        return range.getClientRects().length
      })
    await expect.poll(lines).toBe(1)
    await expectNoSideways(page)
  })

  it('U5 a row opens wherever it is pressed, but not by its buttons', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('anywhere', 'A description to press')
    const { page } = await world.sit()
    await row(page, 'anywhere').getByText('A description to press').click({ force: true })
    await page.waitForURL('**/specs/anywhere/**')
    await page.goBack()
    await row(page, 'anywhere')
      .getByRole('cell', { name: /^Implementation/ })
      .click()
    await page.waitForURL('**/specs/anywhere/**')
    await page.goBack()
    await row(page, 'anywhere').getByRole('button', { name: 'More actions for anywhere' }).click()
    await page.getByRole('menuitem', { name: 'Archive…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // Keys are the board's again once the focus is back.
    await row(page, 'anywhere').locator('button:focus').waitFor()
    expect(page.url()).not.toContain('/specs/')
    // The row has the focus once scrolling to it has ended.
    await page.keyboard.press('j')
    await row(page, 'anywhere').locator('[data-row-link]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/specs/anywhere/**')
  })

  it('U5 a name is never cut for the sake of its description, and no link of the review is clipped', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        reviewCounts: [
          [2, 0],
          [1, 0],
          [0, 2],
        ],
      },
    })
    const name = 'checkout-with-saved-payment-methods'
    const spec = await world.project.newSpec(name, 'A long description of it. '.repeat(20))
    await world.project.run(spec)
    for (const language of ['en', 'ja'] as const) {
      const { page, context } = await world.sit({ language, at: `specs/${name}/documents` })
      const title = page.getByRole('heading', { level: 1, name })
      await title.waitFor()
      await expect.poll(() => title.evaluate((h) => h.scrollWidth - h.clientWidth)).toBe(0)
      const links = page.locator('table a')
      await expect.poll(() => links.count()).toBe(6)
      const beyond = (): Promise<(string | null)[]> =>
        links.evaluateAll((all) => {
          const column = all[0]?.closest('.overflow-y-auto')?.getBoundingClientRect().right ?? 0
          const isOut = (link: Element): boolean => link.getBoundingClientRect().right > column
          return all.filter(isOut).map((link) => link.textContent)
        })
      await expect.poll(beyond).toEqual([])
      await context.close()
    }
  })

  it('notifications that the browser does not let a page show are not said to be on', async () => {
    await using world = await UiWorld.open(browser)
    const { page, problems } = await world.sit({ at: 'settings/notifications' })
    await page.addInitScript(() => {
      // As on phones.
      const refusing = function (): never {
        throw new TypeError('Illegal constructor.')
      }
      Object.assign(globalThis, {
        Notification: Object.assign(refusing, { permission: 'granted' }),
      })
    })
    await page.reload()
    const turnedOn = page.getByRole('switch', { name: 'Desktop notifications' })
    await turnedOn.click()
    await page.getByRole('button', { name: 'Send a test notification' }).click()
    await page.getByText('This browser does not support notifications').waitFor()
    await expect.poll(() => turnedOn.isChecked()).toBe(false)
    expect(problems).toEqual([])
  })

  it('U5 a damaged spec says what and where, and can be put away or repaired', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('damaged')
    const dir = join(world.project.folders.specsDir, spec.name)
    const whole = world.project.read(spec, 'spec.json')
    writeFileSync(join(dir, 'spec.json'), '{ "feature_name": "damaged", ')
    const { page } = await world.sit()
    await row(page, 'damaged').getByRole('button', { name: 'How to fix…' }).click()
    const notice = page.getByRole('region', { name: "Can't read this spec" })
    await notice
      .getByText(/spec\.json/)
      .first()
      .waitFor()
    await notice.getByText(dir, { exact: true }).waitFor()
    await notice.getByText(/^git -C .* restore \.kiro\/specs\/damaged$/).waitFor()
    writeFileSync(join(dir, 'spec.json'), whole)
    await notice.waitFor({ state: 'detached' })
    rmSync(join(dir, 'event-log.jsonl'))
    symlinkSync('/etc/hosts', join(dir, 'event-log.jsonl'))
    world.project.write(spec, 'requirements.md', '# Requirements\n')
    await notice
      .getByText(/event-log\.jsonl/)
      .first()
      .waitFor()
    await notice.getByRole('button', { name: 'Archive…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('No specs yet').waitFor()
  })
})
