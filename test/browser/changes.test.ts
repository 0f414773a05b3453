import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SpecItem } from '../../src/contracts/work-item.ts'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser, type SeatOptions } from './world/browser.ts'
import { holdFrom } from './world/held-socket.ts'
import { expectNoSideways } from './world/reading.ts'
import { Repository } from './world/repository.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser
let at: Desk

beforeAll(async () => {
  browser = await TestBrowser.shared()
  at = await desk()
})

afterAll(async () => {
  await at.world[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

const HOSTILE = '<img src=x onerror="globalThis.hit=1">.ts'
const CODE = 'export const total = (a: number): number => a + 1\n'

interface Desk {
  world: UiWorld
  repository: Repository
  item: SpecItem
  put(path: string, text: string): void
}

/** A run in the checkout wrote files, next to one of another item and one of the user. */
async function desk(): Promise<Desk> {
  const world = await UiWorld.open(browser, {
    config: { worktree: false },
    scenario: {
      overrides: [
        {
          phase: 'impl',
          feature: 'other',
          alsoWrite: { '../../../other.txt': 'of another item\n' },
        },
        {
          phase: 'impl',
          feature: 'cart',
          alsoWrite: {
            '../../../src/cart/total.ts': CODE,
            '../../../src/cart/text.md': '# <script>globalThis.hit=2</script>\n\nneedle\n',
            '../../../app.txt': 'two\n',
          },
        },
      ],
    },
  })
  const repository = new Repository(world)
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(repository.dir, path)), { recursive: true })
    repository.write(path, text)
  }
  repository.write('mine.txt', 'of the person\n')
  mkdirSync(join(repository.dir, 'src/cart'), { recursive: true })
  await world.project.run(await world.project.newQuick('other'))
  const item = await world.project.newQuick('cart')
  await world.project.run(item)
  return { world, repository, item, put }
}

const open = (world: UiWorld, options: SeatOptions = {}) =>
  world.sit({ ...options, at: 'specs/cart/changes' })

const header = (page: Page, path: string) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button', { name: path })

describe('the changes of an item', () => {
  it('are read like a pull request: own files first, others folded away, colours, both layouts', async () => {
    const { page, problems } = await open(at.world)
    await page.getByText('export const total').first().waitFor()
    await page.locator('.code-keyword', { hasText: 'export' }).first().waitFor()
    await expect.poll(() => page.getByText('of another item').count()).toBe(0)
    const others = header(page, 'Spec other')
    await others.click()
    await header(page, 'other.txt').click()
    await page.getByText('of another item').waitFor()
    await header(page, 'Changed by you').click()
    await header(page, 'mine.txt').waitFor()
    const tree = page.getByRole('navigation', { name: 'Changed files' })
    await tree.getByRole('button', { name: /cart/ }).first().waitFor()
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByText('export const total').first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('are ticked as viewed by version: a reload keeps it, a change of the file does not', async () => {
    const { page } = await open(at.world)
    const tick = page.getByRole('checkbox', { name: 'Viewed: src/cart/total.ts' })
    await page.getByText('export const total').waitFor()
    await tick.check()
    await page.getByText('export const total').waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(() => tick.isChecked()).toBe(true)
    at.put('src/cart/total.ts', `${CODE}export const more = 1\n`)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect.poll(() => tick.isChecked()).toBe(false)
  })

  it('arrive under the user: what has the focus stays the tick of its own file', async () => {
    const { page } = await at.world.stranger()
    const socket = await holdFrom(page, 'patches')
    await page.goto(at.world.projects.server.link(at.world.path('specs/cart/changes')))
    const tick = page.getByRole('checkbox', { name: 'Viewed: src/cart/total.ts' })
    await expect.poll(socket.isHeld).toBe(true)
    await tick.focus()
    socket.release()
    await page.getByText('export const total').waitFor()
    await page.getByText('needle').waitFor()
    expect(await tick.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await expect.poll(() => tick.isChecked()).toBe(true)
    await page.getByText('export const total').waitFor({ state: 'detached' })
  })

  it('take comments on lines that reach the agent, with file and line', async () => {
    const { page } = await open(at.world)
    await page.getByText('export const total').first().waitFor()
    const section = page.getByText('export const total').first()
    await section.hover()
    await page.getByRole('button', { name: 'Comment on line 1', exact: true }).last().click()
    const field = page.getByRole('textbox', { name: 'Comment on line 1' })
    await field.fill('Say what it adds.')
    await page.keyboard.press('Control+Enter')
    await field.waitFor({ state: 'detached' })
    await page.getByText('Say what it adds.').waitFor()
    await page.getByText('1 open comment for the agent.').waitFor()
    const [comment] = JSON.parse(at.world.project.read(at.item, 'comments.json')) as object[]
    expect(comment).toMatchObject({ line: 1, side: 'new', text: 'Say what it adds.' })
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('1 open comment for the agent.').waitFor({ state: 'detached' })
  })

  it('are searched, and walked by the keyboard alone', async () => {
    const { page } = await open(at.world)
    await page.getByText('export const total').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('needle')
    await page.getByRole('search').locator('output', { hasText: '1' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('1 of 1').waitFor()
    await page.locator('mark', { hasText: 'needle' }).waitFor()
    await page.getByRole('region', { name: 'Changes, file by file' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('v')
    await page.getByText(/^1 of \d+ viewed$/).waitFor()
  })

  it('X20 never become code: names and lines stay text', async () => {
    at.put(`src/${HOSTILE}`, '<script>globalThis.hit=3</script>\n')
    at.put('src/<svg onload=globalThis.hit=4>', '<iframe srcdoc="<script>parent.hit=5</script>">\n')
    const { page, problems } = await open(at.world)
    await header(page, 'Changed by you').click()
    await header(page, HOSTILE).click()
    await page.getByText('<script>globalThis.hit=3</script>').waitFor()
    const found = await page.evaluate(() => ({
      hit: (globalThis as { hit?: unknown }).hit ?? null,
      elements: document.querySelectorAll('main script, main iframe, main img').length,
    }))
    expect(found).toEqual({ hit: null, elements: 0 })
    expect(problems).toEqual([])
  })

  it('stay usable with a thousand files and a file of 50,000 lines, and say what is left out', async () => {
    for (let n = 0; n < 1000; n++) at.put(`many/${n % 10}/file-${n}.ts`, `export const n = ${n}\n`)
    const lines = Array.from({ length: 50_000 }, (_, n) => `line number ${n}`)
    writeFileSync(join(at.repository.dir, 'huge.txt'), `${lines.join('\n')}\n`)
    const { page, problems } = await open(at.world)
    await header(page, 'Changed by you').click()
    await header(page, 'huge.txt').click()
    await page.getByText('line number 0', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('main').locator('*').count()).toBeLessThan(3000)
    await page.getByRole('searchbox', { name: 'Search in changes' }).fill('line number 49999')
    await page.getByRole('search').locator('output', { hasText: '1' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('mark', { hasText: 'line number 49999' }).waitFor()
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('file-777')
    await page.getByRole('button', { name: /file-777\.ts/ }).click()
    await page.getByText('export const n = 777').first().waitFor()
    expect(problems).toEqual([])
  })

  it('can be read where there is little height: at 200 % zoom, or on a phone held sideways', async () => {
    const { page } = await open(at.world, { device: 'phone' })
    await page.setViewportSize({ width: 720, height: 400 })
    const line = page.getByText('export const total').first()
    await line.waitFor()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const room = () =>
      line.evaluate((element) => {
        let pane = element.parentElement
        while (pane !== null && !/auto|scroll/.test(getComputedStyle(pane).overflowY))
          pane = pane.parentElement
        const { top, bottom } = (pane ?? element).getBoundingClientRect()
        return Math.min(bottom, innerHeight) - Math.max(top, 0)
      })
    // The sticky file name takes 44 pixels of it.
    await expect.poll(room).toBeGreaterThan(140)
  })

  it('have their tree in a drawer on a phone', async () => {
    const { page, problems } = await open(at.world, {
      device: 'phone',
      language: 'ja',
      theme: 'dark',
    })
    await page.getByText('export const total').first().waitFor()
    await page.getByRole('button', { name: 'ファイル一覧' }).click()
    const drawer = page.getByRole('dialog', { name: '変更されたファイル' })
    await drawer.getByRole('button', { name: /text\.md/ }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByText('needle').waitFor()
    await expectNoSideways(page)
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
