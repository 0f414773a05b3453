import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkItem } from '../../src/contracts/work-item.ts'
import { seriousViolations } from './world/axe.ts'
import { holdFrom } from './world/held-socket.ts'
import { TestBrowser } from './world/browser.ts'
import { expectLarge, expectToast, restingBox, textLike } from './world/reading.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selected rows' })
/** The phases that were set to NOGO in a single act. */
function permitted(world: UiWorld, item: WorkItem): string[] {
  const changes = world.project.journal(item).filter((entry) => entry.type === 'permission.changed')
  expect(new Set(changes.map(({ time }) => time)).size).toBe(1)
  expect(changes.every(({ go }) => !go)).toBe(true)
  return changes.map(({ phase }) => phase)
}

describe('many rows at once', () => {
  it('are run, stopped, permitted and archived together, and of each one it is said what became of it', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', hold: 'gate' }] },
    })
    const [a, b, c] = [
      await world.project.newSpec('alpha'),
      await world.project.newSpec('beta'),
      await world.project.newSpec('gamma'),
    ]
    await world.project.newBug('crash')
    const { page, problems } = await world.sit()
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await toolbar(page).getByText('4 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select crash' }).click()
    await toolbar(page).getByText('3 selected').waitFor()
    await toolbar(page).getByRole('button', { name: 'Run until…' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Tasks' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click()
    await expectToast(page, '3 changed')
    for (const item of [a, b, c])
      expect(permitted(world, item)).toEqual(['document-review', 'impl', 'inspection'])
    await world.project.host.coordinator.start(a)
    await row(page, 'alpha').getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await page.getByRole('checkbox', { name: 'Select crash' }).click()
    await toolbar(page).getByRole('button', { name: 'Run', exact: true }).click()
    await expectToast(page, '2 started, 1 refused: alpha (it is running)')
    // What was refused is still selected.
    await toolbar(page).getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    await toolbar(page).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await toolbar(page).getByRole('button', { name: 'Stop' }).click()
    await expectToast(page, '3 stopped, 1 refused: crash (it is not running)')
    await toolbar(page).getByText('1 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await toolbar(page).getByRole('button', { name: 'Archive…' }).click()
    await page.getByRole('dialog', { name: 'Archive 4 rows?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
    await expectToast(page, '4 archived')
    await page.getByText('No specs yet').waitFor()
    expect(problems).toEqual([])
    world.project.mock.release('gate')
  })

  it('a range is picked with shift, and all of it works by the keyboard alone', async () => {
    await using world = await UiWorld.open(browser)
    for (const name of ['one', 'two', 'three', 'four']) await world.project.newSpec(name)
    const { page } = await world.sit()
    const links = page.locator('[data-row-link]')
    await expect.poll(() => links.count()).toBe(4)
    const names = await links.evaluateAll((all) => all.map((one) => one.textContent))
    await page.getByRole('checkbox', { name: `Select ${names[0]}` }).click()
    await page.getByRole('checkbox', { name: `Select ${names[2]}` }).click({ modifiers: ['Shift'] })
    await toolbar(page).getByText('3 selected').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await toolbar(page).waitFor({ state: 'detached' })
    const focused = page.locator('[data-row-link]:focus')
    // The row stays where the checkbox left it: from there to the second, and on to the last.
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press('k')
    await focused.filter({ hasText: names[0] ?? '' }).waitFor()
    await page.keyboard.press('j')
    await focused.filter({ hasText: names[1] ?? '' }).waitFor()
    await page.keyboard.press('s')
    await toolbar(page).getByText('1 selected').waitFor()
    for (let steps = 0; steps < 2; steps++) await page.keyboard.press('j')
    await focused.filter({ hasText: names[3] ?? '' }).waitFor()
    await page.keyboard.press('Shift+S')
    await toolbar(page).getByText('3 selected').waitFor()
    await page.keyboard.press('a')
    await toolbar(page).getByText('4 selected').waitFor()
  })

  it('"select all" is about the rows that a search leaves, and keeps what it hides', async () => {
    await using world = await UiWorld.open(browser)
    for (const name of ['one', 'two', 'three']) await world.project.newSpec(name)
    const { page } = await world.sit()
    await page.getByRole('checkbox', { name: 'Select one' }).click()
    await page.getByRole('checkbox', { name: 'Select two' }).click()
    await page.getByRole('searchbox').fill('three')
    await row(page, 'two').waitFor({ state: 'detached' })
    const all = page.getByRole('checkbox', { name: 'Select all shown' })
    await expect.poll(() => all.isChecked()).toBe(false)
    await all.click()
    await toolbar(page).getByText('1 selected').waitFor()
    await page.getByRole('searchbox').fill('')
    await toolbar(page).getByText('3 selected').waitFor()
    await expect.poll(() => all.isChecked()).toBe(true)
  })

  it('on a phone a long press begins it, taps pick, and the menu offers the same', async () => {
    await using world = await UiWorld.open(browser)
    for (const name of ['one', 'two']) await world.project.newSpec(name)
    const { page, context } = await world.sit({ device: 'phone' })
    await row(page, 'two').waitFor()
    const box = await restingBox(row(page, 'one'))
    const point = { x: box.x + 150, y: box.y + box.height - 12 }
    const finger = await context.newCDPSession(page)
    const touchPoints = [point]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await toolbar(page).getByText('1 selected').waitFor()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await row(page, 'two').tap({ position: { x: 150, y: 70 } })
    await toolbar(page).getByText('2 selected').waitFor()
    expect(page.url()).not.toContain('/specs/')
    for (const name of ['Run', 'Stop', 'Run until…', 'Archive…'])
      await expectLarge(toolbar(page).getByRole('button', { name, exact: true }))
    expect(await seriousViolations(page)).toEqual([])
    await toolbar(page).getByRole('button', { name: 'Clear selection' }).tap()
    await toolbar(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Board options' }).tap()
    await page.getByRole('menuitem', { name: 'Select rows' }).tap()
    await page.getByRole('checkbox', { name: 'Select two' }).tap()
    await toolbar(page).getByText('1 selected').waitFor()
  })
})

describe('the bar of a phone', () => {
  it('counts in one line, however narrow it is', async () => {
    await using world = await UiWorld.open(browser, { scenario: { exitCode: 3 } })
    await world.project.run(await world.project.newSpec('broken'))
    const { page } = await world.sit({ device: 'phone' })
    await page.setViewportSize({ width: 320, height: 640 })
    const count = page.getByRole('link', { name: /^Inbox/ }).getByText('1', { exact: true })
    await count.waitFor()
    await expect
      .poll(() => count.evaluate((one) => one.parentElement?.getClientRects().length))
      .toBe(1)
  })
})

describe('the rows of the board', () => {
  it('are drawn in place of others while one types, and take nothing of theirs along', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', hold: 'gate' }] },
    })
    for (const name of ['alpha', 'beta']) await world.project.newSpec(name)
    const { page } = await world.stranger()
    const socket = await holdFrom(page, 'start')
    await page.goto(world.projects.server.link(world.path()))
    const first = page.locator('[data-key]').first()
    for (const name of ['alpha', 'beta']) await row(page, name).waitFor()
    const above = await textLike(first.locator('[data-row-link]'), /^(alpha|beta)$/)
    const below = above === 'alpha' ? 'beta' : 'alpha'
    const drawn = await first.elementHandle()
    await first.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(socket.isHeld).toBe(true)
    await expect.poll(() => first.getByRole('button', { disabled: true }).count()).toBe(1)
    await page.keyboard.press('/')
    await page.keyboard.type(below)
    await row(page, above).waitFor({ state: 'detached' })
    expect(await drawn?.evaluate((one) => one.isConnected && one.textContent)).toContain(below)
    await expect.poll(() => first.getByRole('button', { disabled: true }).count()).toBe(0)
    await page.getByRole('searchbox').fill('')
    await row(page, above).getByRole('button', { disabled: true }).waitFor()
    socket.release()
    world.project.mock.release('gate')
  })

  it.each(['desktop', 'phone'] as const)(
    'what fewer rows leave over on a %s is out of reach, and drawn again when they come back',
    async (device) => {
      await using world = await UiWorld.open(browser)
      for (const name of ['alpha', 'beta', 'gamma']) await world.project.newSpec(name)
      const { page } = await world.sit({ device })
      const rows = page.locator('[data-key]')
      await expect.poll(() => rows.count()).toBe(3)
      const drawn = await rows.elementHandles()
      await page.getByRole('searchbox').fill('beta')
      await expect.poll(() => rows.count()).toBe(1)
      await expect.poll(() => page.getByRole('row').count()).toBe(2)
      await expect.poll(() => page.getByRole('link', { name: 'gamma' }).count()).toBe(0)
      const list = page.getByRole('rowgroup').last()
      const seen = await list.evaluate((one) => ({
        links: [...one.querySelectorAll('[data-row-link]')].filter((link) =>
          link.checkVisibility({ contentVisibilityAuto: true }),
        ).length,
        hasScrolling: one.scrollHeight > one.clientHeight,
      }))
      expect(seen).toEqual({ links: 1, hasScrolling: false })
      expect(await seriousViolations(page)).toEqual([])
      const box = await restingBox(rows.first())
      await page.mouse.click(box.x + 150, box.y + box.height * 1.5)
      expect(page.url()).not.toContain('/specs/')
      await page.getByRole('searchbox').fill('')
      await expect.poll(() => rows.count()).toBe(3)
      for (const one of drawn) expect(await one.evaluate((node) => node.isConnected)).toBe(true)
      await row(page, 'gamma').getByRole('button', { name: 'Run', exact: true }).waitFor()
    },
  )

  it('stand in groups if wanted: groups close, and are as they were after a reload', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ feature: 'broken', exitCode: 3 }] },
    })
    await world.project.newSpec('fresh')
    await world.project.run(await world.project.newSpec('broken'))
    await world.project.run(await world.project.newSpec('built'))
    const { page } = await world.sit()
    await row(page, 'fresh').waitFor()
    await page.getByRole('button', { name: 'Board options' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Group by status' }).click()
    const head = (name: string) =>
      page.getByRole('table').getByRole('button', { name, exact: true })
    await head('Needs you 1').waitFor()
    await head('Done 1').waitFor()
    await head('Not started 1').click()
    await row(page, 'fresh').waitFor({ state: 'detached' })
    expect(await seriousViolations(page)).toEqual([])
    await page.reload()
    await row(page, 'broken').waitFor()
    await expect.poll(() => head('Not started 1').getAttribute('aria-expanded')).toBe('false')
    await row(page, 'fresh').waitFor({ state: 'detached' })
    await head('Not started 1').click()
    await row(page, 'fresh').waitFor()
  })

  it('a phase opens its document, and its log while it works, by mouse and by keyboard', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', hold: 'design' }] },
    })
    const spec = await world.project.newSpec('cells')
    await world.project.host.coordinator.start(spec)
    const { page } = await world.sit()
    await row(page, 'cells').getByRole('cell', { name: 'Requirements: done' }).click()
    await page.waitForURL('**/specs/cells/documents/requirements.md')
    await page.goBack()
    await row(page, 'cells').getByRole('cell', { name: 'Design: running' }).click()
    await page.waitForURL('**/specs/cells/log/**')
    await page.goBack()
    await row(page, 'cells').waitFor()
    await page.keyboard.press('j')
    await page.locator('[data-row-link]:focus').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-cell-link]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/specs/cells/documents/requirements.md')
    world.project.mock.release('design')
  })

  it.each([
    { language: 'en', words: ['Req', 'Design', 'Tasks', 'Review', 'Impl', 'Inspect', 'Deploy'] },
    { language: 'ja', words: ['要件', '設計', 'タスク', 'レビュー', '実装', '検査', 'デプロイ'] },
  ] as const)('names its columns in words where there is room: $language', async (one) => {
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('narrow')
    const { page } = await world.sit({ language: one.language })
    await page.setViewportSize({ width: 1050, height: 700 })
    await row(page, 'narrow').waitFor()
    for (const word of one.words) {
      const head = page
        .getByRole('columnheader')
        .getByText(word, { exact: true })
        .filter({ visible: true })
      await head.waitFor()
      await expect
        .poll(() =>
          head.evaluate((span) => span.scrollWidth <= (span.parentElement?.clientWidth ?? 0)),
        )
        .toBe(true)
    }
    const name = page.locator('[data-row-link]')
    await expect
      .poll(() => name.evaluate((link) => link.scrollWidth - link.clientWidth))
      .toBeLessThanOrEqual(0)
  })

  it.each(['en', 'ja'] as const)(
    'names its places in whole words on a phone: %s',
    async (language) => {
      await using world = await UiWorld.open(browser)
      await world.project.newSpec('narrow')
      const { page } = await world.sit({ device: 'phone', language })
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 })
        const names = page.getByRole('navigation').getByRole('link').locator('span:not(:has(*))')
        await expect
          .poll(() =>
            names.evaluateAll((all) =>
              all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
            ),
          )
          .toEqual([])
      }
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(sideways).toBeLessThanOrEqual(0)
    },
  )

  it('“run until” sets all switches in one act, and says when they were set otherwise', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('until')
    const { page } = await world.sit({ at: 'specs/until/documents' })
    const until = page.getByRole('combobox', { name: 'Run until' })
    await until.selectOption('Tasks')
    await page.getByRole('switch', { name: /Review/, checked: false }).waitFor()
    await page.getByRole('switch', { name: /Tasks/, checked: true }).waitFor()
    await expect.poll(() => until.inputValue()).toBe('tasks')
    expect(permitted(world, spec)).toEqual(['document-review', 'impl', 'inspection'])
    await page.getByRole('switch', { name: /Design/ }).click()
    await expect.poll(() => until.inputValue()).toBe('mixed')
    await until.selectOption('Deploy')
    await page.getByRole('switch', { name: /Deploy/, checked: true }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
  })
})
