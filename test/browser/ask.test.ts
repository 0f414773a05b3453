import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const SIMULATED = { config: { agent: 'simulated', simulated: { fast: true } } }

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const turn = (page: Page, question: string) => page.getByRole('article', { name: question })

/** By keyboard alone: the field has the focus, Ctrl+Enter sends. */
async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox').focus()
  await page.keyboard.type(question)
  await page.keyboard.press('Control+Enter')
  await turn(page, question).getByRole('status').getByText('Answered').waitFor()
}

async function openFromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(words)
  await page.getByRole('option', { name: words }).waitFor()
  await page.keyboard.press('Enter')
}

describe('asking an agent that only reads', () => {
  it('about a spec: answered in place, resumed after a reload, and begun again', async () => {
    await using world = await UiWorld.open(browser, SIMULATED)
    const item = await world.project.newSpec('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask an agent…' }).click()
    await dialog(page, 'Ask about login').waitFor()
    await ask(page, 'What is open?')
    await turn(page, 'What is open?').getByText('You asked: "What is open?"').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page, 'Ask about login').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask an agent…' }).click()
    await turn(page, 'What is open?').waitFor()
    await ask(page, 'And then?')
    await turn(page, 'What is open?').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await turn(page, 'What is open?').waitFor({ state: 'detached' })
    await ask(page, 'Something else?')
    await turn(page, 'And then?').waitFor({ state: 'detached' })
    // By keyboard alone: the list opens, and its only entry is the first conversation.
    await page.getByText('1 earlier conversation').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'What is open? 2 questions' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await turn(page, 'And then?').waitFor()
    await turn(page, 'Something else?').waitFor({ state: 'detached' })
    await ask(page, 'Back to this?')
    await turn(page, 'What is open?').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask an agent…' }).click()
    await turn(page, 'Back to this?').waitFor()
    await turn(page, 'What is open?').waitFor()
    const asks = world.project.journal(item).filter(({ type }) => type === 'ask.ended')
    expect(asks).toHaveLength(4)
    expect(problems).toEqual([])
  })

  it('about a spec without budget: refused in words, and asked once it is raised', async () => {
    await using world = await UiWorld.open(browser, SIMULATED)
    const item = await world.project.newSpec('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask an agent…' }).click()
    await ask(page, 'What is open?')
    const { host } = world.project
    expect(await host.call('budget', { item, tokens: 1 })).toMatchObject({ ok: true })
    await page.getByRole('dialog').getByRole('textbox').fill('And now?')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/The budget of login is used up/).waitFor()
    await turn(page, 'And now?').waitFor({ state: 'detached' })
    expect(await host.call('budget', { item, tokens: 1_000_000 })).toMatchObject({ ok: true })
    await page.keyboard.press('Control+Enter')
    await turn(page, 'And now?').getByRole('status').getByText('Answered').waitFor()
    expect(problems).toEqual([])
  })

  it('about the project, from the palette', async () => {
    await using world = await UiWorld.open(browser, SIMULATED)
    await world.project.newSpec('login')
    const { page } = await world.sit()
    await page.getByRole('link', { name: 'login' }).waitFor()
    await openFromPalette(page, 'Ask about the project…')
    await dialog(page, 'Ask about this project').waitFor()
    await ask(page, 'What is this?')
    await turn(page, 'What is this?').getByText('You asked').waitFor()
  })

  it('to plan a spec: it asks, and its description becomes the new spec', async () => {
    await using world = await UiWorld.open(browser, SIMULATED)
    await world.project.newSpec('login')
    const { page, problems } = await world.sit()
    await page.getByRole('button', { name: 'New spec' }).click()
    await page.getByRole('button', { name: 'Plan it first…' }).click()
    await dialog(page, 'Plan a new spec').waitFor()
    await ask(page, 'Export as CSV')
    await turn(page, 'Export as CSV').getByText('Who is it for?').waitFor()
    await ask(page, 'For accountants')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this description' }).click()
    const create = dialog(page, 'New spec')
    await expect
      .poll(() => create.getByRole('textbox', { name: /want|describe|description/i }).inputValue())
      .toContain('In your words: For accountants')
    expect(problems).toEqual([])
  })

  it('on a phone: nothing is wider than it, and the question can be reached', async () => {
    await using world = await UiWorld.open(browser, SIMULATED)
    await world.project.newSpec('login')
    const { page } = await world.sit({ device: 'phone', at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Ask an agent…' }).tap()
    const long = `Why ${'verylongword'.repeat(20)}?`
    await page.getByRole('dialog').getByRole('textbox').fill(long)
    await page.getByRole('button', { name: 'Ask', exact: true }).tap()
    await turn(page, long).getByRole('status').getByText('Answered').waitFor()
    expect(
      await page
        .getByRole('dialog')
        .evaluate((box) => [
          box.scrollWidth <= box.clientWidth,
          box.getBoundingClientRect().right <= window.innerWidth,
        ]),
    ).toEqual([true, true])
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('textbox').fill('And then?')
    await page.getByRole('button', { name: 'Ask', exact: true }).tap()
    await turn(page, 'And then?').getByRole('status').getByText('Answered').waitFor()
  })

  it('says what is the matter when the host is away, and keeps the question', async () => {
    await using world = await UiWorld.open(browser, SIMULATED)
    await world.project.newSpec('login')
    const { page } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask an agent…' }).click()
    const field = page.getByRole('dialog').getByRole('textbox')
    await field.fill('Still there?')
    const { port } = world
    await world.stop()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await expect.poll(() => field.inputValue()).toBe('Still there?')
    await world.start([port])
    await page.getByText('Connection lost. Trying again…').waitFor({ state: 'detached' })
    await field.press('Control+Enter')
    await turn(page, 'Still there?').getByRole('status').getByText('Answered').waitFor()
  })
})
