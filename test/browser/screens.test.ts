import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser, type Device, type Language, type Theme } from './world/browser.ts'
import { expectNoSideways } from './world/reading.ts'
import { Repository } from './world/repository.ts'
import { UiWorld } from './world/ui-world.ts'
import { go } from './world/walking.ts'

let browser: TestBrowser
let world: UiWorld

beforeAll(async () => {
  browser = await TestBrowser.shared()
  world = await UiWorld.open(browser, {
    config: { checks: [{ name: 'unit', command: ['true'] }] },
    scenario: {
      taskCount: 3,
      overrides: [
        { feature: 'talk', reviewCounts: [[0, 2]] },
        { feature: 'limit', ticksPerRun: 0 },
        { feature: 'works', phase: 'design', hold: 'design' },
        { feature: 'broken', phase: 'design', exitCode: 3 },
        { feature: 'asks', phase: 'requirements', asks: 'Bash' },
        { feature: 'crash', verified: ['NOT VERIFIED'] },
      ],
    },
  })
  new Repository(world)
  for (const name of ['done', 'talk', 'limit', 'broken']) {
    const spec = await world.project.newSpec(name)
    await world.project.run(spec)
  }
  const works = await world.project.newSpec('works')
  await world.project.host.coordinator.start(works)
  const asks = await world.project.newSpec('asks')
  await world.project.host.coordinator.start(asks)
  await world.project.entry(asks, 'agent.asked')
  const costly = await world.project.newSpec('costly')
  await world.project.host.coordinator.budget(costly, { tokens: 1 })
  await world.project.run(costly)
  await world.project.newSpec('fresh')
  await world.project.run(await world.project.newBug('crash'))
  const small = await world.project.newQuick('small')
  await world.project.host.call('chooseWorktree', { item: small, on: true })
  await world.project.run(small)
})

afterAll(async () => {
  world.project.mock.release('design')
  await world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

const SCREENS: Record<string, { en: string; ja: string }> = {
  '': { en: 'Board', ja: 'ボード' },
  inbox: { en: 'Inbox', ja: '対応待ち' },
  'specs/talk/documents': { en: 'talk', ja: 'talk' },
  'specs/asks/log': { en: 'asks', ja: 'asks' },
  'specs/costly/documents': { en: 'costly', ja: 'costly' },
  'specs/limit/tasks': { en: 'limit', ja: 'limit' },
  'specs/done/timeline': { en: 'done', ja: 'done' },
  'specs/done/changes': { en: 'done', ja: 'done' },
  'specs/done/insights': { en: 'done', ja: 'done' },
  insights: { en: 'Insights', ja: 'インサイト' },
  'specs/works/log': { en: 'works', ja: 'works' },
  'specs/small/documents': { en: 'small', ja: 'small' },
  'bugs/crash/documents': { en: 'crash', ja: 'crash' },
  'bugs/crash/timeline': { en: 'crash', ja: 'crash' },
  report: { en: 'Report', ja: 'レポート' },
  agents: { en: 'Agents', ja: 'エージェント' },
  settings: { en: 'Settings', ja: '設定' },
  'settings/runs': { en: 'Settings', ja: '設定' },
  'settings/permissions': { en: 'Settings', ja: '設定' },
  'settings/notifications': { en: 'Settings', ja: '設定' },
  'settings/remote': { en: 'Settings', ja: '設定' },
}

/** One screen of each kind; the campaign opens all of them by their address. */
const BY_ADDRESS = new Set(['', 'inbox', 'specs/talk/documents', 'bugs/crash/timeline', 'settings'])

interface Place {
  device: Device
  language: Language
  theme: Theme
  withAxe: boolean
}

/** Two seats cover each size, theme and language with axe; the campaign uses all four. */
const isCampaign = process.env['SDD_CAMPAIGN'] === '1'
const SEATS: Place[] = [
  { device: 'desktop', language: 'en', theme: 'light', withAxe: true },
  { device: 'desktop', language: 'ja', theme: 'dark', withAxe: isCampaign },
  { device: 'phone', language: 'ja', theme: 'dark', withAxe: true },
  { device: 'phone', language: 'en', theme: 'light', withAxe: isCampaign },
]

async function expectSound(page: Page, at: string, { withAxe }: Place): Promise<void> {
  await expectNoSideways(page, at)
  if (!withAxe) return
  expect({ at, violations: await seriousViolations(page) }).toEqual({ at, violations: [] })
}

describe.each(SEATS)('on a $device, $language, $theme', (seat) => {
  const { device, language, theme } = seat
  it('S7 every screen opens, speaks its language, never scrolls sideways, and axe finds nothing serious', async () => {
    const { page, context, problems } = await world.sit({ device, language, theme })
    for (const [at, words] of Object.entries(SCREENS)) {
      // In one seat by its address; elsewhere by a link, which does not reload the page.
      if (device === 'desktop' && language === 'en' && (isCampaign || BY_ADDRESS.has(at)))
        await page.goto(`http://127.0.0.1:${world.port}${world.path(at)}`)
      else await go(page, world.path(at))
      await page.getByRole('heading', { level: 1, name: words[language] }).waitFor()
      await page
        .getByText(/^(Loading…|読み込み中…)$/)
        .first()
        .waitFor({ state: 'detached' })
      await expectSound(page, at, seat)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

const WORDS = {
  en: {
    phases: ['Implementation', 'Deploy'],
    menu: 'Board options',
    dialogs: {
      'New bug': 'New bug',
      'Checks…': 'Checks of this project',
      'Saved work…': 'Saved work',
    },
  },
  ja: {
    phases: ['実装', 'デプロイ'],
    menu: 'ボードのオプション',
    dialogs: {
      新しいバグ: '新しいバグ',
      'チェック…': 'このプロジェクトのチェック',
      '保存された作業…': '保存された作業',
    },
  },
}

describe.each(SEATS)('on a $device, $language, $theme', (seat) => {
  const { device, language, theme } = seat
  it('S7 the panels of checks, worktree and deploy and the dialogs of the board fit, and axe finds nothing serious', async () => {
    const words = WORDS[language]
    const { page, context, problems } = await world.sit({ device, language, theme })
    for (const [item, dialog] of Object.entries(words.dialogs)) {
      await page.getByRole('button', { name: words.menu }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await expectSound(page, item, seat)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.goto(`http://127.0.0.1:${world.port}${world.path('specs/small/documents')}`)
    for (const name of words.phases) {
      await page.getByRole('button', { name, exact: true }).first().click()
      await expectSound(page, name, seat)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('at 1440×900', () => {
  it('S7 all seven phases of a spec are visible without scrolling', async () => {
    const { page, context } = await world.sit({ at: 'specs/done/documents' })
    const phases = page.getByRole('listitem', {
      name: /^(Requirements|Design|Tasks|Review|Implementation|Inspection|Deploy): /,
    })
    await expect.poll(() => phases.count()).toBe(7)
    const lowest = (): Promise<number> =>
      phases.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)))
    await expect.poll(lowest).toBeLessThanOrEqual(900)
    await context.close()
  })

  it('S7 the language and the theme change at once, without a reload', async () => {
    const { page, context } = await world.sit({ at: 'settings/appearance' })
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await page.getByRole('radio', { name: '日本語' }).click()
    await page.getByRole('heading', { level: 1, name: '設定' }).waitFor()
    await page.getByRole('radio', { name: 'ダーク' }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    await context.close()
  })
})
