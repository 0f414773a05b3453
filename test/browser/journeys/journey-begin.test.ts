import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { specNamed } from '../../../src/contracts/work-item.ts'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

/** Leaves out the calls that only check which agents are installed. */
const phases = (world: UiWorld): string[] =>
  world.project.mock
    .calls()
    .map(({ phase }) => phase)
    .filter((phase) => phase !== 'none')

const opened = async (page: Page) => {
  await page.getByRole('button', { name: 'New spec' }).first().click()
  return page.getByRole('dialog')
}

describe('a new spec', () => {
  it('gets its name from the description until one is typed, and is sent with Ctrl+Enter', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', hold: 'requirements' }] },
    })
    const { page, problems } = await world.sit()
    const dialog = await opened(page)
    const description = dialog.getByLabel('What do you want to build?')
    const name = dialog.getByLabel('Name')
    await dialog.getByRole('button', { name: 'Create and run' }).click()
    await dialog.getByText('Say in a sentence what you want to build.').waitFor()
    await dialog.getByRole('button', { name: 'Export the list as CSV' }).click()
    await expect.poll(() => name.inputValue()).toBe('export-the-list-as-csv')
    await description.fill('パスキーでログインできるようにする')
    await expect.poll(() => name.inputValue()).toBe('passkey-login')
    await name.fill('My Login')
    await dialog.getByText('Use lowercase letters, digits and dashes.').waitFor()
    await dialog.getByRole('button', { name: 'Use my-login' }).click()
    await description.fill('Log in with a passkey')
    await expect.poll(() => name.inputValue()).toBe('my-login')
    expect(await seriousViolations(page)).toEqual([])
    await dialog.getByRole('checkbox', { name: 'Approve each document myself' }).check()
    await dialog.getByText('More options').click()
    await dialog.getByLabel('Stop before').selectOption('design')
    await description.press('Control+Enter')
    await page.waitForURL('**/specs/my-login/**')
    await expect
      .poll(() => world.project.spec(specNamed('my-login'))['autoExecution'])
      .toMatchObject({ approvals: 'person', permissions: { design: false, tasks: true } })
    world.project.mock.release('requirements')
    expect(problems).toEqual([])
  })

  it('asks first: the user answers on the page, and the answer is in the next prompt', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { record: true, overrides: [{ phase: 'requirements', hold: 'requirements' }] },
    })
    const { page, problems } = await world.sit({ device: 'phone' })
    const dialog = await opened(page)
    await dialog.getByLabel('What do you want to build?').fill('A guest book')
    await dialog.getByRole('checkbox', { name: 'Ask me first' }).check()
    await dialog.getByRole('button', { name: 'Create and run' }).click()
    const form = page.getByRole('form')
    await form.getByText('Who may use it?').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await form.getByRole('textbox').first().fill('Only members')
    await form.getByRole('button', { name: 'Answer and resume' }).click()
    await expect.poll(() => phases(world)).toEqual(['clarify', 'requirements'])
    const { agentId = '' } = world.project.mock.calls().at(-1) ?? {}
    await expect
      .poll(() => world.project.mock.recorded(agentId).prompt)
      .toContain('Decision: Only members')
    world.project.mock.release('requirements')
    expect(problems).toEqual([])
  })
})

describe('a spec whose documents the user approves', () => {
  it('waits in the inbox; changes are requested there, and it continues once approved', async () => {
    await using world = await UiWorld.open(browser, { config: { approvals: 'person' } })
    const spec = await world.project.newSpec('book')
    const { page, problems } = await world.sit({ at: 'inbox' })
    const paused = await world.project.run(spec)
    expect(paused).toMatchObject({ status: 'paused', reason: 'needs-approval' })
    const item = page.getByRole('article', { name: 'book: Needs your approval' })
    await item.getByRole('button', { name: 'Request changes…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Say who may write.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    // The host waits again: the button now means this pause, even if the page is still outdated.
    await expect
      .poll(() => world.project.types(spec).filter((type) => type === 'run.paused'))
      .toHaveLength(2)
    expect(phases(world)).toEqual(['requirements', 'requirements'])
    await item.getByRole('button', { name: 'Approve and continue' }).click()
    await item.getByText('Design').first().waitFor()
    await item.getByRole('button', { name: 'Approve and continue' }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('a project without specs', () => {
  it('says what it needs, and is tried with the simulated agent', async () => {
    await using world = await UiWorld.open(browser)
    const { page, problems } = await world.sit()
    const list = page.getByRole('list', { name: 'Getting started' })
    await list.getByText('A coding agent').waitFor()
    await list.getByRole('button', { name: 'Set up checks' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await list.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL('**/specs/try-it/**')
    await page.getByText('simulated').first().waitFor()
    expect(problems).toEqual([])
  })
})
