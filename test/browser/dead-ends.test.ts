import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DiskError, observedFiles } from '../../src/testkit/observed-files.ts'
import { TestBrowser } from './world/browser.ts'
import { expectNoSideways } from './world/reading.ts'
import { UiWorld } from './world/ui-world.ts'
import { go } from './world/walking.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const NARROW = { width: 320, height: 640 }
/** 1440×900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 }

const SCREENS = [
  '',
  'inbox',
  'specs/walk/documents',
  'specs/walk/tasks',
  'specs/walk/changes',
  'specs/walk/timeline',
  'specs/walk/log',
  'specs/walk/insights',
  'agents',
  'report',
  'insights',
  'settings',
  'settings/agents',
  'settings/remote',
]
/** Dialogs, by their names in the palette. */
const DIALOGS = [
  'New spec',
  'New bug',
  'Archived and deleted specs',
  'Checks…',
  'Saved work…',
  'Steering documents…',
  'Open folder…',
  'Notifications',
  'Ask about the project…',
  'Plan a new spec',
  'Keyboard shortcuts',
]

/** No blank screen, nothing wider than the screen, and something that can be pressed. */
async function expectAlive(page: Page, at: string): Promise<void> {
  await expect.poll(() => page.getByRole('main').innerText(), { message: at }).toMatch(/\S/)
  await expectNoSideways(page, at)
  const acts = page.getByRole('button').or(page.getByRole('link')).filter({ visible: true })
  await expect.poll(() => acts.count(), { message: at }).toBeGreaterThan(0)
}

const isCampaign = process.env['SDD_CAMPAIGN'] === '1'
/** Dialogs that show the state of agents, specs and disk. */
const TOUCHED = isCampaign
  ? DIALOGS
  : ['New spec', 'Checks…', 'Ask about the project…', 'Plan a new spec']
const WITH_AGENTS = isCampaign ? SCREENS : ['', 'specs/walk/documents', 'agents', 'settings/agents']

/** Hides agents that this computer may have. */
const NOWHERE = Object.fromEntries(
  ['CODEX', 'GEMINI', 'OPENCODE'].map((name) => [`SDD_${name}_COMMAND`, '/nowhere/agent']),
)
const TALKS = [
  ['Ask about the project…', 'Ask'],
  ['Plan a new spec', 'Send'],
] as const

/** Buttons that a click would not hit even after scrolling to them. */
const outOfReach = (buttons: Element[]): string[] =>
  buttons
    .filter((button) => {
      button.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const { x, y, width, height } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return hit === null || !button.contains(hit)
    })
    .map((button) => button.textContent)

async function openFromPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('option', { name }).first().click()
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' })
}

/** Opens each dialog: it has a heading and nothing out of reach, and closes with Esc. */
async function walkDialogs(page: Page, names: readonly string[] = DIALOGS): Promise<void> {
  for (const name of names) {
    await openFromPalette(page, name)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading').first().waitFor()
    await expect.poll(() => dialog.innerText(), { message: name }).not.toMatch(/Loading…\s*$/)
    const box = (): Promise<object> =>
      dialog.evaluate((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        return { isInside, wide: one.scrollWidth - one.clientWidth }
      })
    await expect.poll(box, { message: name }).toEqual({ isInside: true, wide: 0 })
    const buttons = dialog.getByRole('button', { disabled: false })
    await expect.poll(() => buttons.evaluateAll(outOfReach), { message: name }).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}

/** Errors thrown by the page itself, not the browser's messages about a lost host. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

describe('no screen is a dead end', () => {
  it('U1 U2 while the host is away: every screen and dialog says so, offers to try again, and none is blank', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.run(await world.project.newSpec('walk'))
    const { page } = await world.sit()
    const faults = faultsOf(page)
    await page.setViewportSize(NARROW)
    await page.getByRole('link', { name: 'walk' }).waitFor()
    // Makes the page load its lazy parts.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    const { port } = world
    const path = (at: string) => world.path(at)
    const paths = SCREENS.map((at) => [at, path(at)] as const)
    await world.stop()
    await page.getByText('Connection lost. Trying again…').waitFor()
    for (const [at, to] of paths) {
      await go(page, to)
      await page.getByText('Connection lost. Trying again…').waitFor()
      await page.getByRole('button', { name: 'Try now' }).waitFor()
      await expectAlive(page, at)
    }
    await walkDialogs(page)
    await world.start([port])
    await page.getByText('Connection lost. Trying again…').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('while the project is gone: its place is named on every screen, and all is back when it is', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.run(await world.project.newSpec('walk'))
    const { page } = await world.sit()
    const faults = faultsOf(page)
    await page.setViewportSize(NARROW)
    await page.getByRole('link', { name: 'walk' }).waitFor()
    const { projectDir } = world.project.folders
    const away = `${projectDir}-away`
    renameSync(projectDir, away)
    for (const at of SCREENS.filter((screen) => !screen.startsWith('settings'))) {
      await go(page, world.path(at))
      await page.getByText("The project's folder is gone").waitFor()
      await page.getByText(projectDir, { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Open folder' }).waitFor()
      await expectAlive(page, at)
    }
    await walkDialogs(page, TOUCHED)
    await go(page, world.path('settings'))
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    renameSync(away, projectDir)
    await go(page, world.path(''))
    await page.getByRole('link', { name: 'walk' }).waitFor()
    await world.project.newSpec('after')
    await page.getByRole('link', { name: 'after' }).waitFor()
    expect(faults).toEqual([])
  })

  it('U5 a damaged spec: row, entry and every tab name the damage and the way out', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.run(await world.project.newSpec('walk'))
    writeFileSync(join(world.project.folders.specsDir, 'walk', 'spec.json'), '{ "feature_name": ')
    const { page } = await world.sit()
    const faults = faultsOf(page)
    await page.setViewportSize(NARROW)
    for (const at of SCREENS.filter((screen) => /^(inbox|specs|$)/.test(screen))) {
      await go(page, world.path(at))
      await page.getByText("Can't read this spec").filter({ visible: true }).first().waitFor()
      const ways = page
        .getByRole('button', { name: /How to fix…|Archive…/ })
        .filter({ visible: true })
      await ways.first().waitFor()
      await expectAlive(page, at)
    }
    await walkDialogs(page, TOUCHED)
    expect(faults).toEqual([])
  })

  it('E3 no agent installed: each place that needs one says which, and leads to how it is installed', async () => {
    await using world = await UiWorld.open(browser, {}, (project) => {
      project.more = NOWHERE
      rmSync(join(project.root, 'mock'), { recursive: true, force: true })
    })
    const { page } = await world.sit()
    const faults = faultsOf(page)
    const refusal = page.locator('[data-sonner-toast][data-type=error]').filter({
      hasText: /^claude was not found \(.*\)\. Settings → Agents shows how to install it/,
    })
    const main = page.getByRole('main')
    const expectInSettings = async (): Promise<void> => {
      await page.waitForURL('**/settings/agents')
      await main.getByText('No coding agent is ready.').waitFor()
      const claude = main.getByRole('listitem').filter({ hasText: /^claude/ })
      await claude.getByText('not installed', { exact: true }).waitFor()
      await claude.getByText(/^To install: npm install -g /).waitFor()
      await claude.getByText('SDD_CLAUDE_COMMAND').waitFor()
    }
    const expectRefused = async (): Promise<void> => {
      await refusal.first().getByRole('button', { name: 'Settings' }).click()
      await expectInSettings()
      await refusal.first().waitFor({ state: 'detached' })
    }

    // Without any spec.
    await main.getByText(/^No agent was found\. Install one: npm install -g /).waitFor()
    await main.getByRole('button', { name: 'Agent settings' }).click()
    await expectInSettings()
    await go(page, world.path('agents'))
    await main.getByText('No agent CLI found on this computer.').waitFor()
    await main.getByRole('link', { name: 'See Settings → Agents' }).click()
    await expectInSettings()

    // In every place where work can be started.
    await go(page, world.path(''))
    await page.getByRole('button', { name: 'New spec' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What do you want to build?' }).fill('A list')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('walk')
    await dialog.getByRole('button', { name: 'Create and run' }).click()
    await expectRefused()
    for (const at of ['', 'specs/walk/documents']) {
      await go(page, world.path(at))
      await main.getByRole('button', { name: 'Run', exact: true }).click()
      await expectRefused()
    }
    for (const [name, send] of TALKS) {
      await openFromPalette(page, name)
      await dialog.getByRole('textbox').fill('How does it work?')
      await dialog.getByRole('button', { name: send, exact: true }).click()
      await dialog.getByText(/claude was not found .* Settings → Agents/).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }

    await page.setViewportSize(NARROW)
    for (const at of WITH_AGENTS) {
      await go(page, world.path(at))
      await expectAlive(page, at)
    }
    await walkDialogs(page, TOUCHED)
    expect(faults).toEqual([])
  })

  it('H6 the disk is full: the run ends in words that name the cause, and every screen still answers', async () => {
    let isFull = false
    const files = observedFiles(() => {
      if (isFull) throw new DiskError('ENOSPC')
    })
    await using world = await UiWorld.open(browser, { files })
    await world.project.newSpec('walk')
    const { page } = await world.sit({ at: 'specs/walk/documents' })
    const faults = faultsOf(page)
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    isFull = true
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const toast = page.locator('[data-sonner-toast][data-type=error]')
    await toast
      .filter({ hasText: /space|ENOSPC|disk/i })
      .first()
      .waitFor()
    await page.setViewportSize(NARROW)
    for (const at of SCREENS) {
      await go(page, world.path(at))
      await expectAlive(page, at)
    }
    await walkDialogs(page, TOUCHED)
    isFull = false
    expect(faults).toEqual([])
  })

  it('a slow network: what has yet to arrive says so, and it arrives', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.run(await world.project.newSpec('walk'))
    const { page, context } = await world.sit()
    const faults = faultsOf(page)
    await page.getByRole('link', { name: 'walk' }).waitFor()
    const line = await context.newCDPSession(page)
    const slow = {
      offline: false,
      latency: 1500,
      downloadThroughput: 60_000,
      uploadThroughput: 60_000,
    }
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slow)
    for (const at of [
      'specs/walk/changes',
      'specs/walk/documents/design.md',
      'agents',
      'settings',
    ]) {
      await go(page, world.path(at))
      await expectAlive(page, at)
      await page.getByText('Loading…').first().waitFor({ state: 'detached' })
      await expectAlive(page, at)
    }
    await walkDialogs(page, TOUCHED)
    expect(faults).toEqual([])
  })

  it('U5 at 200 % nothing is wider than the screen, and the act of every row can be reached', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.run(await world.project.newSpec('walk'))
    const { page } = await world.sit()
    await page.setViewportSize(ZOOMED)
    for (const at of SCREENS) {
      await go(page, world.path(at))
      await expectAlive(page, at)
    }
    await go(page, world.path(''))
    await page.getByRole('button', { name: 'View changes' }).click({ trial: true })
    await walkDialogs(page)
  })
})
