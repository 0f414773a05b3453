import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { TestBrowser } from './world/browser.ts'
import { walkByTab } from './world/tab-walk.ts'
import { UiWorld } from './world/ui-world.ts'
import { go } from './world/walking.ts'

const book = specNamed('book')
let browser: TestBrowser
let world: UiWorld

beforeAll(async () => {
  browser = await TestBrowser.shared()
  world = await UiWorld.open(browser, { config: { approvals: 'person' } })
  await world.project.run(await world.project.newSpec('book'))
  await world.project.newSpec('fresh')
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

const LONGEST_MENU = 12

const hasFocus = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === document.activeElement)

async function expectFocus(one: Locator, message: string): Promise<void> {
  await expect.poll(() => hasFocus(one), { message }).toBe(true)
}

/** Tab reaches all of the dialog; Esc closes it, and its opener has the focus again. */
async function expectLeft(page: Page, opener: Locator, what: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page
    .getByText(/^Loading…$/)
    .first()
    .waitFor({ state: 'detached' })
  const { missed, unseen, isRound } = await walkByTab(page, '[role=dialog]')
  expect({ what, missed, unseen, isRound }).toEqual({
    what,
    missed: [],
    unseen: [],
    isRound: true,
  })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(opener, `after ${what}`)
}

/** Chooses a menu item with arrow keys and Enter. */
async function choose(page: Page, button: Locator, item: string): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
  const wanted = page.getByRole('menuitem', { name: item })
  await wanted.waitFor()
  const menu = page.getByRole('menu')
  const isInside = (): Promise<boolean> =>
    menu.evaluate((one) => one.contains(document.activeElement))
  await expect.poll(isInside).toBe(true)
  const standing = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let step = 0; step < LONGEST_MENU && !(await hasFocus(wanted)); step++) {
    const before = await standing()
    await page.keyboard.press('ArrowDown')
    await expect.poll(standing, { message: item }).not.toBe(before)
  }
  await expectFocus(wanted, item)
  await page.keyboard.press('Enter')
}

/** Where each menu is, the button that opens it, and its items that open a dialog. */
const MENUS = [
  { at: '', button: 'Project: ', items: ['Open folder…'] },
  {
    at: '',
    button: 'Board options',
    items: ['New bug', 'Checks…', 'Steering documents…', 'Saved work…', 'Archived and deleted'],
  },
  { at: '', button: 'More actions for fresh', items: ['Archive…', 'Delete…'] },
  {
    at: 'specs/book/documents',
    button: 'More actions for this spec',
    items: [
      'Ask an agent…',
      'Message the agent…',
      'Budget…',
      'Rerun from a phase…',
      'Archive…',
      'Delete…',
    ],
  },
]

describe('by the keyboard alone', () => {
  it.each(MENUS)(
    'S7 the menu “$button” is walked by arrows; each dialog it opens gives the focus back',
    async ({ at, button: name, items }) => {
      const { page, context } = await world.sit()
      await go(page, world.path(at))
      const button = page.getByRole('button', { name })
      await button.waitFor()
      await button.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await expectFocus(button, 'after the menu')
      for (const item of items) {
        await choose(page, button, item)
        await expectLeft(page, button, item)
      }
      await context.close()
    },
  )

  it('S7 the choice of a phase begins at the chosen one, and arrows move it', async () => {
    const { page, context } = await world.sit()
    await go(page, world.path('specs/book/documents'))
    await choose(
      page,
      page.getByRole('button', { name: 'More actions for this spec' }),
      'Rerun from a phase…',
    )
    const chosen = page.getByRole('dialog').getByRole('radio', { checked: true })
    await expectFocus(chosen, 'the chosen phase')
    await page.keyboard.press('ArrowUp')
    await expectFocus(chosen, 'the one above it')
    await context.close()
  })

  it('S7 dialogs of buttons and of the palette give the focus back to where it was', async () => {
    const { page, context } = await world.sit()
    const row = page.getByRole('link', { name: 'fresh', exact: true })
    await row.focus()
    for (const command of ['New spec', 'Keyboard shortcuts', 'Notifications']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(command)
      await page.getByRole('option', { name: command }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: command }).waitFor()
      await expectLeft(page, row, command)
    }
    for (const name of ['New spec', /^Notifications/]) {
      const button = page.getByRole('button', { name }).first()
      await button.focus()
      await page.keyboard.press('Enter')
      await expectLeft(page, button, String(name))
    }
    await context.close()
  })

  it('S7 R8 changes are requested, and a document is approved, without a pointer', async () => {
    const { page, context } = await world.sit({ at: 'specs/book/documents' })
    const paused = () => world.project.types(book).filter((type) => type === 'run.paused').length
    const request = page.getByRole('button', { name: 'Request changes…' }).first()
    await request.focus()
    await page.keyboard.press('Enter')
    await expectLeft(page, request, 'Request changes')
    const before = paused()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
    await page.keyboard.type('Say who may write.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(paused).toBe(before + 1)
    const approve = page.getByRole('button', { name: 'Approve and continue' }).first()
    await approve.focus()
    await page.keyboard.press('Enter')
    await expect.poll(paused).toBe(before + 2)
    await context.close()
  })
})
