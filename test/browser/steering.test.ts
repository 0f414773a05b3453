import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const ANSWER = `<document name="product.md">
# Tea

We sell tea.
And <b>cups</b>.
</document>
<document name="tech.md">
# Tech
</document>`

it('an agent proposes the steering documents, and what you accept is written', async () => {
  await using world = await UiWorld.open(browser, {
    scenario: { overrides: [{ phase: 'steering', says: ANSWER }] },
  })
  const folder = join(world.project.folders.projectDir, '.kiro/steering')
  mkdirSync(folder, { recursive: true })
  const product = join(folder, 'product.md')
  writeFileSync(product, '# Tea\n\nWe sell tea.\n')
  await world.project.newSpec('login')
  const { page, problems } = await world.sit()
  await page.getByRole('link', { name: 'login' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Steering documents…')
  await page.getByRole('option', { name: 'Steering documents…' }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Steering documents' })
  await dialog.getByRole('button', { name: 'Update with an agent' }).click()
  await dialog
    .getByRole('region', { name: /product\.md/ })
    .getByText('And <b>cups</b>.')
    .waitFor()
  expect(await seriousViolations(page)).toEqual([])
  expect(readFileSync(product, 'utf8')).toBe('# Tea\n\nWe sell tea.\n')
  await dialog.getByRole('button', { name: 'Accept product.md' }).click()
  await dialog.getByRole('button', { name: 'Accept product.md' }).waitFor({ state: 'detached' })
  expect(readFileSync(product, 'utf8')).toBe('# Tea\n\nWe sell tea.\nAnd <b>cups</b>.\n')
  await dialog.getByRole('button', { name: 'Accept tech.md' }).waitFor()
  await expect.poll(() => dialog.locator('b').count()).toBe(0)
  expect(problems).toEqual([])
})

it('is reached from the menu of the board, on a phone in Japanese', async () => {
  await using world = await UiWorld.open(browser)
  await world.project.newSpec('login')
  const { page, problems } = await world.sit({ device: 'phone', language: 'ja' })
  await page.getByRole('link', { name: 'login' }).waitFor()
  await page.getByRole('button', { name: 'ボードのオプション' }).click()
  await page.getByRole('menuitem', { name: 'ステアリング文書…' }).click()
  const dialog = page.getByRole('dialog', { name: 'ステアリング文書' })
  await dialog.getByText('まだありません。').first().waitFor()
  expect(await seriousViolations(page)).toEqual([])
  expect(problems).toEqual([])
})
