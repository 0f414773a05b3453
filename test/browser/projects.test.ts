import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const TEXT = '# Twin\n\nThe same in both.\n'

it('an unsent comment and an open dialog do not pass to an item of the same name in another project', async () => {
  await using world = await UiWorld.open(browser)
  const twin = await world.project.newSpec('twin')
  world.project.write(twin, 'requirements.md', TEXT)
  const second = join(world.project.root, 'second')
  const folder = join(second, '.kiro/specs/twin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'requirements.md'), TEXT)
  const { page } = await world.sit({ at: 'specs/twin/documents/requirements.md' })
  const first = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Project: project' }).click()
  await page.getByRole('menuitem', { name: 'Open folder…' }).click()
  await page.getByLabel('Full path of the folder').fill(second)
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('link', { name: 'twin' }).click()
  await page.getByText('The same in both.').waitFor()
  const other = new URL(page.url()).pathname.replace(/documents.*/, 'documents/requirements.md')
  const visit = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
  await visit(first)
  await page.getByRole('button', { name: 'Project: project' }).waitFor()
  await page.getByText('The same in both.').hover()
  await page.getByRole('button', { name: 'Comment on line 3' }).click()
  const comment = page.getByRole('textbox', { name: 'Comment on line 3' })
  await comment.fill('only here')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await visit(other)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Project: second' }).waitFor()
  await page.getByText('The same in both.').waitFor()
  await comment.waitFor({ state: 'detached' })
  await visit(first)
  await expect.poll(() => comment.inputValue()).toBe('only here')
})
