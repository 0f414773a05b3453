import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const EDITS = { name: 'Edit', input: { file_path: 'src/<b>cart</b>.ts', old_string: 'a' } }
const RUNS = { name: 'Bash', input: { command: 'npm test' } }

describe('what is done this moment', () => {
  it('is on the row, in the header and in the list of agents, and goes with the run', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        overrides: [
          { phase: 'requirements', uses: EDITS, hold: 'requirements' },
          { phase: 'design', uses: RUNS, hold: 'design' },
        ],
      },
    })
    const { project } = world
    const spec = await project.newSpec('cart', 'A cart')
    const { page, problems } = await world.sit()
    const run = project.run(spec)
    const now = page.getByTestId('now')
    await now.filter({ hasText: 'Edit src/<b>cart</b>.ts' }).waitFor()
    await page.locator('main b').first().waitFor({ state: 'detached' })
    expect(await seriousViolations(page)).toEqual([])
    project.mock.release('requirements')
    await now.filter({ hasText: 'Running npm test' }).waitFor()
    await page.goto(`http://127.0.0.1:${world.port}${world.path('agents')}`)
    await page.getByRole('listitem').getByText('Running npm test').waitFor()
    await page.goto(`http://127.0.0.1:${world.port}${world.path('specs/cart/documents')}`)
    await page.locator('header').getByText('Running npm test').waitFor()
    project.mock.release('design')
    await run
    await page.locator('header').getByText('A cart').waitFor()
    await now.first().waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('is on the phone too, in Japanese', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', uses: RUNS, hold: 'requirements' }] },
    })
    const { project } = world
    const spec = await project.newSpec('cart')
    const { page, problems } = await world.sit({ device: 'phone', language: 'ja' })
    const run = project.run(spec)
    const now = page.getByTestId('now').filter({ hasText: '実行中：npm test' })
    await now.waitFor()
    await page.goto(`http://127.0.0.1:${world.port}${world.path('specs/cart/documents')}`)
    await now.waitFor()
    expect(await seriousViolations(page)).toEqual([])
    project.mock.release('requirements')
    await run
    expect(problems).toEqual([])
  })

  it('keeps the name of a file where its path does not fit', async () => {
    const path = `src/${'a-folder-with-a-long-name/'.repeat(8)}cart.ts`
    await using world = await UiWorld.open(browser, {
      scenario: {
        overrides: [
          {
            phase: 'requirements',
            uses: { name: 'Edit', input: { file_path: path, old_string: 'a' } },
            hold: 'requirements',
          },
        ],
      },
    })
    const { page } = await world.sit()
    const run = world.project.run(await world.project.newSpec('cart', 'A cart'))
    for (const width of [1440, 1050, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const name = page.getByTestId('now').getByText('/cart.ts', { exact: true })
      await name.waitFor()
      await expect
        .poll(() =>
          name.evaluate((text) => {
            const [own, row] = [text, text.closest('[data-testid=now]')].map((one) =>
              one?.getBoundingClientRect(),
            )
            return (own?.width ?? 0) > 0 && (own?.right ?? 0) <= (row?.right ?? 0) + 1
          }),
        )
        .toBe(true)
    }
    world.project.mock.release('requirements')
    await run
  })
})
