import { readFileSync } from 'node:fs'
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

it('the exact prompt of an agent is shown in its log, and reached from the timeline', async () => {
  await using world = await UiWorld.open(browser)
  const { project } = world
  const spec = await project.newSpec('cart', 'A cart with <b>tea</b>')
  await project.run(spec)
  const { page, problems } = await world.sit()
  await page.goto(`http://127.0.0.1:${world.port}${world.path('specs/cart/timeline')}`)
  await page.getByRole('link', { name: 'Prompt', exact: true }).first().click()
  await page.waitForURL(/prompt$/)
  const agentId = /log\/([^/:]+):prompt$/.exec(decodeURIComponent(page.url()))?.[1] ?? ''
  const file = join(project.folders.agentsDir, agentId, 'prompt.md')
  const [title = ''] = readFileSync(file, 'utf8').split('\n')
  const log = page.getByRole('log')
  await log.getByText(title, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Raw', exact: true }).click()
  await log.getByText('"type":"system"').first().waitFor()
  await page.getByRole('button', { name: 'Prompt', exact: true }).click()
  await log.getByText(title, { exact: true }).waitFor()
  await expect.poll(() => page.locator('main b').count()).toBe(0)
  expect(await seriousViolations(page)).toEqual([])
  expect(problems).toEqual([])
})
