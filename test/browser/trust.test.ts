import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './axe.ts'
import { TestBrowser } from './browser.ts'
import { UiWorld } from './ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.launch()
})

afterAll(() => browser[Symbol.asyncDispose]())

const HOOK = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'touch <b>x</b>' }] }] } }

function bringHook(world: UiWorld): void {
  const folder = join(world.project.folders.projectDir, '.claude')
  mkdirSync(folder)
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(HOOK))
}

describe('a project that is not trusted', () => {
  it('T4 a start is refused and the inbox says what would act; after Trust it runs', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    bringHook(world)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Review them in the Inbox first').first().waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(1\)/)
    expect(world.project.mock.calls()).toEqual([])
    await page.goto(new URL(world.path('inbox'), page.url()).href)
    const item = page.getByRole('article', { name: 'Do you trust this project?' })
    await item.getByText('.claude/settings.json').waitFor()
    await item.getByText('hook Stop: touch <b>x</b>').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await item.getByRole('button', { name: 'Trust', exact: true }).click()
    await item.waitFor({ state: 'detached' })
    expect(await world.project.run(spec)).toMatchObject({ status: 'completed' })
    expect(problems).toEqual([])
  })

  it('T4 on a phone and in Japanese it can be run without what it brings', async () => {
    await using world = await UiWorld.open(browser, { scenario: { record: true } })
    const spec = await world.project.newSpec('login')
    bringHook(world)
    const { page } = await world.sit({ device: 'phone', language: 'ja', at: 'inbox' })
    const item = page.getByRole('article', { name: 'このプロジェクトを信頼しますか？' })
    const width = await item.evaluate((node) => [node.scrollWidth, node.clientWidth])
    expect(width[0]).toBe(width[1])
    await item.getByRole('button', { name: '読み込まずに実行' }).click()
    await item.waitFor({ state: 'detached' })
    expect(await world.project.run(spec)).toMatchObject({ status: 'completed' })
    const [call] = world.project.mock.calls()
    expect(world.project.mock.recorded(call?.agentId ?? '').args).toContain('--strict-mcp-config')
  })
})
