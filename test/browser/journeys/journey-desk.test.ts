import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

describe('agents', () => {
  it('D5.4 the list and the log follow an agent while it works, and stop ends it', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', hangForever: true }] },
    })
    const spec = await world.project.newSpec('talkative')
    const { page, problems } = await world.sit({ at: 'agents' })
    await page.getByText('No agents have run yet').waitFor()
    await world.project.host.coordinator.start(spec)
    const { agentId } = await world.project.entry(spec, 'agent.started')
    const row = page.getByRole('listitem').filter({ hasText: 'talkative' })
    await row.getByText('Running').waitFor()
    await row.getByRole('link', { name: 'talkative' }).click()
    const out = join(world.project.folders.agentsDir, agentId, 'out.log')
    const say = (text: string): void => {
      const message = { content: [{ type: 'text', text }] }
      appendFileSync(out, `${JSON.stringify({ type: 'assistant', message })}\n`)
    }
    say('first words')
    await page.getByText('first words').waitFor()
    for (let line = 0; line < 300; line++) say(`line ${line}`)
    await page.getByText('line 299', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Follow', checked: true }).waitFor()
    await page.getByText('line 299', { exact: true }).hover()
    await page.mouse.wheel(0, -2000)
    const follow = page.getByRole('switch', { name: 'Follow', checked: false })
    await follow.waitFor()
    say('words that come later')
    await follow.click()
    await page.getByText('words that come later').waitFor()
    await page.getByRole('button', { name: 'Stop the run of talkative' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await row.getByText('Stopped').waitFor()
    await expect.poll(() => world.project.processes()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('the desk', () => {
  it('finds, filters and moves by the keyboard alone', async () => {
    await using world = await UiWorld.open(browser)
    for (const name of ['alpha', 'beta', 'gamma']) await world.project.newSpec(name)
    const { page } = await world.sit()
    await page.getByRole('link', { name: 'gamma' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('bet')
    await page.getByRole('link', { name: 'alpha' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'beta' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'alpha' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/specs/**')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL('**/inbox')
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.waitForURL('**/insights')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('gamma')
    await page.getByRole('option', { name: /gamma/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/specs/gamma/**')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  it('a spec is archived and deleted only after asking, and both can be brought back', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('away')
    const { page } = await world.sit()
    for (const act of ['Archive', 'Delete']) {
      await page.getByRole('button', { name: 'More actions for away' }).click()
      await page.getByRole('menuitem', { name: `${act}…` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect(world.project.read(spec, 'spec.json')).toContain('away')
      await page.getByRole('button', { name: 'More actions for away' }).click()
      await page.getByRole('menuitem', { name: `${act}…` }).click()
      await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
      await page.getByText('No specs yet').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Archived and deleted specs' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Restore/ })
        .click()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'away' }).waitFor()
    }
    expect(world.project.read(spec, 'spec.json')).toContain('away')
  })

  it('another project is opened beside the first and switched to', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('here')
    const second = join(world.project.root, 'second')
    mkdirSync(join(second, '.kiro', 'specs'), { recursive: true })
    const { page } = await world.sit()
    await page.getByRole('button', { name: 'Project: project' }).click()
    await page.getByRole('menuitem', { name: 'Open folder…' }).click()
    await page.getByLabel('Full path of the folder').fill(second)
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Project: second' }).waitFor()
    await page.getByText('No specs yet').waitFor()
    await page.getByRole('button', { name: 'Project: second' }).click()
    await page.getByRole('menuitem', { name: /^project/ }).click()
    await page.getByRole('link', { name: 'here' }).waitFor()
  })

  it('a lost connection is shown, a command without a host is refused, and nothing is done twice', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('cut')
    const { page } = await world.sit({ at: 'specs/cut/documents' })
    const { port } = world
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    await world.stop()
    await page.getByText('Connection lost. Trying again…').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('The host cannot be reached. Nothing was changed.').waitFor()
    await world.start([port])
    await page.getByText('Connection lost. Trying again…').waitFor({ state: 'detached' })
    expect(world.project.types(spec)).toEqual(['spec.created'])
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await world.project.entry(spec, 'run.completed')
    expect(world.project.types(spec).filter((type) => type === 'run.started')).toHaveLength(1)
  })
})
