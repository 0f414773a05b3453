import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const NAME = 'area/a%2Fb; <b>検索.v1'

it('a spec of any name, without spec.json and in a folder of others, is opened, reloaded and run', async () => {
  await using world = await UiWorld.open(browser, {}, (project) => {
    for (const name of [NAME, 'area/login', 'archive/old', 'Plain Words']) {
      const dir = project.specDir(specNamed(name))
      mkdirSync(dir, { recursive: true })
      writeFileSync(join(dir, 'requirements.md'), '# Requirements\n\nIt can be found.\n')
    }
  })
  const dir = world.project.specDir(specNamed(NAME))
  const { page, problems } = await world.sit()
  await page.getByRole('link', { name: 'Plain Words', exact: true }).waitFor()
  await page.getByRole('button', { name: /^area ?2$/, expanded: true }).waitFor()
  const archived = page.getByRole('button', { name: /^archive ?1$/, expanded: false })
  await archived.click()
  await page.getByRole('link', { name: 'archive/old', exact: true }).waitFor()
  await page.getByRole('link', { name: NAME, exact: true }).click()
  await page.getByRole('heading', { name: NAME, exact: true }).waitFor()
  await page.getByText('It can be found.').first().waitFor()
  await page.reload()
  await page.getByRole('heading', { name: NAME, exact: true }).waitFor()
  await page.getByText('It can be found.').first().waitFor()
  expect(existsSync(join(dir, 'spec.json'))).toBe(false)
  const pressed = (text: RegExp) => page.getByRole('button').filter({ hasText: text }).first()
  await pressed(/^Approve$/).click()
  await expect.poll(() => existsSync(join(dir, 'spec.json'))).toBe(true)
  await pressed(/^Run$/).click()
  await expect.poll(() => existsSync(join(dir, 'inspection-1.md')), { timeout: 120_000 }).toBe(true)
  expect(existsSync(join(world.project.specDir(specNamed('area/login')), 'spec.json'))).toBe(false)
  expect(problems).toEqual([])
})
