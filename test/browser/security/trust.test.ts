import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
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
    await expect.poll(() => item.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await item.getByRole('button', { name: '読み込まずに実行' }).click()
    await item.waitFor({ state: 'detached' })
    expect(await world.project.run(spec)).toMatchObject({ status: 'completed' })
    const [call] = world.project.mock.calls()
    expect(world.project.mock.recorded(call?.agentId ?? '').args).toContain('--strict-mcp-config')
  })

  it('V5 a check that came with the project is shown as it would be run, and runs only after Trust', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sdd-marker-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const marker = join(folder, 'ran')
    const checks = [{ name: 'unit', command: ['sh', '-c', `touch ${marker} # <b>x</b>`] }]
    await using world = await UiWorld.open(browser, { config: { checks } })
    new Repository(world)
    const { projectDir } = world.project.folders
    // Moves the checks from the user's configuration to the project's.
    rmSync(join(world.project.root, 'config', 'sdd-orchestrator', 'config.json'))
    writeFileSync(join(projectDir, '.kiro', 'sdd-orchestrator.json'), JSON.stringify({ checks }))
    await world.project.newQuick('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Review them in the Inbox first').first().waitFor()
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    const item = page.getByRole('article', { name: 'Do you trust this project?' })
    await item.getByText(`touch ${marker} # <b>x</b>`).waitFor()
    expect(existsSync(marker)).toBe(false)
    expect(await seriousViolations(page)).toEqual([])
    await item.getByRole('button', { name: 'Trust', exact: true }).click()
    await item.waitFor({ state: 'detached' })
    await page.goto(new URL(world.path('specs/login/documents'), page.url()).href)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('listitem', { name: 'Inspection: done', exact: true }).waitFor()
    await page.getByText('checks passed').waitFor()
    expect(existsSync(marker)).toBe(true)
    expect(problems).toEqual([])
  })
})
