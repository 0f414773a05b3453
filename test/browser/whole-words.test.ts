import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reasons as english } from '../../src/web/i18n/en/item/reasons.ts'
import { reasons as japanese } from '../../src/web/i18n/ja/item/reasons.ts'
import { TestBrowser } from './world/browser.ts'
import { Repository } from './world/repository.ts'
import { UiWorld } from './world/ui-world.ts'
import { go } from './world/walking.ts'

const LONG = 'a-selector-of-payment-methods-with-gift-cards.test.tsx'
const FOLDER = 'packages/storefront/src/components/checkout/payment-methods'

let browser: TestBrowser
let world: UiWorld

beforeAll(async () => {
  browser = await TestBrowser.shared()
  world = await UiWorld.open(browser, {
    config: { worktree: false, skippedTasks: true },
    scenario: {
      taskCount: 3,
      ticksPerRun: [1, 'all'],
      overrides: [
        {
          phase: 'impl',
          feature: 'done',
          alsoWrite: { [`../../../${FOLDER}/${LONG}`]: 'export {}\n' },
        },
      ],
    },
  })
  const { dir } = new Repository(world)
  mkdirSync(join(dir, FOLDER), { recursive: true })
  await world.project.run(await world.project.newSpec('done'))
  const manual = await world.project.newSpec('manual')
  await world.project.host.call('runPhase', { item: manual, phase: 'requirements', fix: false })
  const long = await world.project.newSpec('customer-password-reset-by-mail-and-by-phone')
  await world.project.host.call('runPhase', { item: long, phase: 'requirements', fix: false })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

/** The texts in it that are cut off or overflow. */
const cut = (within: Locator): Promise<string[]> =>
  within.evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 1)
      .filter((one) => getComputedStyle(one).overflowX === 'hidden')
      .map((one) => one.textContent),
  )

/** Runs in the page: whether the text ends inside its parent. */
function isWhole(text: Element): boolean {
  const edge = text.parentElement?.getBoundingClientRect().right ?? 0
  return text.getBoundingClientRect().right <= edge
}

describe('words are whole', () => {
  it.each([1440, 1050, 800, 390])('U3 the act of a row on a board of %i px', async (width) => {
    const { page } = await world.sit(width < 768 ? { device: 'phone' } : {})
    await page.setViewportSize({ width, height: 800 })
    const act = page.getByRole('button', { name: 'Review Requirements' }).first()
    await act.waitFor()
    await expect.poll(() => cut(act)).toEqual([])
    await expect.poll(() => act.innerText()).toBe(width > 1100 ? 'Review Requirements' : 'Review')
  })

  it.each([1000, 1050, 1440])('U3 what a row with a long name needs, at %i px', async (width) => {
    const { page } = await world.sit()
    await page.setViewportSize({ width, height: 800 })
    const words = page
      .getByRole('row')
      .filter({ hasText: 'customer-password-reset' })
      .getByText('Document awaiting approval')
    await words.waitFor()
    await expect.poll(() => words.evaluate(isWhole)).toBe(true)
  })

  it.each([
    { language: 'en', reasons: english, now: 'Document awaiting approval' },
    { language: 'ja', reasons: japanese, now: '承認待ちの文書' },
  ] as const)(
    'all that a row may need, at 1000 px: $language',
    async ({ language, reasons, now }) => {
      const { page } = await world.sit({ language })
      await page.setViewportSize({ width: 1000, height: 800 })
      const words = page.getByRole('row').filter({ hasText: 'manual' }).getByText(now)
      await words.waitFor()
      const drawn = await words.elementHandle()
      for (const { title } of Object.values(reasons)) {
        await drawn?.evaluate((one, text) => (one.textContent = text), title)
        expect([title, await drawn?.evaluate(isWhole)]).toEqual([title, true])
      }
    },
  )

  it('the facts of this computer, in Japanese', async () => {
    const { page } = await world.sit({ language: 'ja', at: 'settings/agents' })
    const name = page.getByText('プロジェクトフォルダー')
    await name.waitFor()
    await expect
      .poll(() => name.evaluate((text) => text.getClientRects().length * text.clientHeight))
      .toBeLessThan(30)
  })

  it('what the report says of a document that is awaiting approval', async () => {
    const { page } = await world.sit({ at: 'report' })
    await page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('listitem')
      .filter({ hasText: 'manual' })
      .getByText('Document awaiting approval')
      .waitFor()
  })

  it('S7 the names of the phases and where the run stands, on a phone', async () => {
    const { page } = await world.sit({ device: 'phone', at: 'specs/done/documents' })
    for (const name of [/^Implementation: /, /^Inspection: /]) {
      const phase = page.getByRole('listitem', { name })
      await phase.waitFor()
      await expect.poll(() => cut(phase)).toEqual([])
    }
    const status = page.getByRole('status').filter({ hasText: 'Done. Stopped before Deploy' })
    await expect.poll(() => cut(status.first())).toEqual([])
  })

  it.each(['desktop', 'phone'] as const)('the name of a changed file, on a %s', async (device) => {
    const { page } = await world.sit({ device, at: 'specs/done/changes' })
    if (device === 'phone') await page.getByRole('button', { name: 'Files' }).click()
    const tree = page.getByRole('navigation', { name: 'Changed files' })
    const line = tree.getByRole('button').filter({ hasText: LONG })
    await line.waitFor()
    await expect.poll(() => cut(tree)).toEqual([])
    await line.click()
    const name = page
      .getByRole('heading', { level: 2 })
      .getByRole('button')
      .filter({ hasText: LONG })
    await name.waitFor()
    await expect.poll(() => cut(name)).toEqual([])
  })
})

it('tasks that are put aside say so, in the list and in the document', async () => {
  const { page } = await world.sit({ at: 'specs/done/documents/requirements.md' })
  writeFileSync(
    join(world.project.folders.specsDir, 'done', 'tasks.md'),
    '# Tasks\n\n- [x] 1. Did it\n- [~] 2. Later\n- [ ] 3. ~~Dropped~~\n- [ ] 4. Open\n',
  )
  await go(page, world.path('specs/done/documents/tasks.md'))
  const text = page.getByTestId('document-text')
  await text.getByText('2. Later (put aside)').waitFor()
  await text.getByText('Dropped (put aside)').waitFor()
  await go(page, world.path('specs/done/tasks'))
  const aside = page.getByRole('listitem').filter({ hasText: 'put aside' })
  await expect.poll(() => aside.count()).toBe(2)
  await expect.poll(() => page.locator('s').allInnerTexts()).toEqual(['Dropped'])
})

it('code in a task is shown as code, as in the document', async () => {
  const { page } = await world.sit({ at: 'specs/manual/documents/requirements.md' })
  writeFileSync(
    join(world.project.folders.specsDir, 'manual', 'tasks.md'),
    '# Tasks\n\n- [ ] 1. Write `src/cart.ts` and **test** it\n- [ ] 2. A lone ` stays\n',
  )
  await go(page, world.path('specs/manual/tasks'))
  const list = page.getByRole('region', { name: 'Tasks' })
  await expect.poll(() => list.locator('code').allInnerTexts()).toEqual(['src/cart.ts'])
  await expect.poll(() => list.locator('strong').allInnerTexts()).toEqual(['test'])
  await list.getByText('A lone ` stays').waitFor()
})

it('the buttons of a dialog are as wide as the phone: a thumb finds them on either side', async () => {
  const { page } = await world.sit({ device: 'phone' })
  await page.getByRole('button', { name: 'New spec' }).tap()
  const footer = page.getByRole('dialog').locator('footer')
  await footer.getByRole('button', { name: 'Create and run' }).waitFor()
  const room = (of: Element): number => {
    const { left, right } = of.getBoundingClientRect()
    const ends = [...of.children].map((one) => one.getBoundingClientRect())
    return (
      Math.min(...ends.map((one) => one.left)) -
      left +
      right -
      Math.max(...ends.map((one) => one.right))
    )
  }
  await expect.poll(() => footer.evaluate(room)).toBeLessThan(40)
  const last = footer.getByRole('button').last()
  const left = (of: Element): number => of.getBoundingClientRect().left
  await expect.poll(() => last.evaluate(left)).toBeLessThan(200)
})
