import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { TestBrowser } from './world/browser.ts'
import { walkByTab } from './world/tab-walk.ts'
import { UiWorld } from './world/ui-world.ts'
import { go } from './world/walking.ts'

let browser: TestBrowser
let world: UiWorld

beforeAll(async () => {
  browser = await TestBrowser.shared()
  world = await UiWorld.open(browser, {
    config: { checks: [{ name: 'unit', command: ['true'] }] },
    scenario: { taskCount: 3, overrides: [{ feature: 'talk', reviewCounts: [[0, 2]] }] },
  })
  await world.project.run(await world.project.newSpec('done'))
  await world.project.run(await world.project.newSpec('talk'))
  await world.project.newSpec('fresh')
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

const SCREENS: Record<string, string> = {
  '': 'Board',
  inbox: 'Inbox',
  'specs/talk/documents': 'talk',
  'specs/done/tasks': 'done',
  'specs/done/changes': 'done',
  'specs/done/timeline': 'done',
  'specs/done/log': 'done',
  'specs/done/insights': 'done',
  insights: 'Insights',
  report: 'Report',
  agents: 'Agents',
  settings: 'Settings',
  'settings/runs': 'Settings',
  'settings/permissions': 'Settings',
  'settings/notifications': 'Settings',
  'settings/appearance': 'Settings',
  'settings/remote': 'Settings',
}

const DIALOGS: Record<string, string> = {
  'New spec': 'New spec',
  'New bug': 'New bug',
  'Ask about the project…': 'Ask about this project',
  'Checks…': 'Checks of this project',
  'Saved work…': 'Saved work',
  'Steering documents…': 'Steering documents',
  'Archived and deleted specs': 'Archived and deleted',
  'Plan a new spec': 'Plan a new spec',
  'Keyboard shortcuts': 'Keyboard shortcuts',
}

const nothing = { unseen: [], missed: [], isRound: true }

async function settled(page: Page): Promise<void> {
  await page
    .getByText(/^Loading…$/)
    .first()
    .waitFor({ state: 'detached' })
}

async function walkFromTop(page: Page): Promise<object> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  return walked(page)
}

async function walked(page: Page, root?: string): Promise<object> {
  const { stops, ...found } = await walkByTab(page, root)
  return { hasStops: stops.length > 0, ...found }
}

describe('by the keyboard alone', () => {
  it('S7 every act of every screen is reached by Tab, the focus is seen, and nothing holds it', async () => {
    const { page, context } = await world.sit()
    for (const [at, heading] of Object.entries(SCREENS)) {
      await go(page, world.path(at))
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await settled(page)
      // Elements that appear during a walk are reached by the next one.
      await expect
        .poll(() => walkFromTop(page), { timeout: 60_000 })
        .toEqual({ hasStops: true, ...nothing })
    }
    await context.close()
  })

  it('S7 every dialog opens from the palette, keeps the focus until Esc, and gives it back', async () => {
    const { page, context } = await world.sit()
    await page.getByRole('link', { name: 'fresh' }).waitFor()
    for (const [command, title] of Object.entries(DIALOGS)) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(command)
      await page.getByRole('option', { name: command }).first().waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.waitFor()
      await settled(page)
      await expect
        .poll(() => walked(page, '[role=dialog]'), { timeout: 60_000 })
        .toEqual({ hasStops: true, ...nothing })
      expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      // The page responds again: its shortcuts work.
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await context.close()
  })
})
