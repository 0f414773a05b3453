import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const status = (page: Page, words: string | RegExp) =>
  page.locator('header').getByRole('status').filter({ hasText: words })

describe('an agent that needs its person', () => {
  it('R11 asks: the inbox shows the question, Allow is pressed on a phone, and the run continues', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', asks: 'Bash' }] },
    })
    const { project } = world
    const spec = await project.newSpec('asking')
    const { page, problems } = await world.sit({ device: 'phone', at: 'inbox' })
    await page.getByText("You're all caught up").waitFor()
    const run = project.run(spec)
    const item = page.getByRole('article', { name: 'asking: Agent asks for permission' })
    await item.getByText('npm test').waitFor()
    await item.getByText('Bash').waitFor()
    await item.getByText(/Denied if not answered by (\w+ \d+ )?\d\d:\d\d/).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(1\)/)
    await item.getByRole('button', { name: 'Deny' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await item.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await run).toMatchObject({ status: 'completed' })
    await page.getByText("You're all caught up").waitFor()
    const answers = readFileSync(join(project.root, 'mock', 'answers.log'), 'utf8')
    expect(answers).toMatch(/^answered \S+ allow$/m)
    expect(problems).toEqual([])
  })

  it('is denied at the desk, where board, header and log show the question', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', asks: 'Bash' }] },
    })
    const { project } = world
    const spec = await project.newSpec('asking')
    const run = project.run(spec)
    const { page, problems } = await world.sit()
    await page.getByRole('cell', { name: 'Design: needs you' }).waitFor()
    await page.getByRole('button', { name: 'Answer…' }).click()
    await status(page, 'Agent asks for permission').waitFor()
    const notice = page.getByRole('region', { name: 'Agent asks for permission' })
    await notice.getByText('npm test').waitFor()
    await notice.getByRole('link', { name: 'Show log' }).click()
    const log = page.getByRole('log')
    await log.getByText('Asks to use Bash').waitFor()
    await notice.getByRole('button', { name: 'Deny' }).click()
    await log.getByText('Answered: Deny').waitFor()
    await run
    await notice.waitFor({ state: 'detached' })
    expect(project.journal(spec).filter(({ type }) => type === 'agent.answered')).toMatchObject([
      { answer: 'deny', by: 'person' },
    ])
    expect(problems).toEqual([])
  })

  it('has spent its budget: the run pauses, the budget is raised in the dialog, and it continues', async () => {
    await using world = await UiWorld.open(browser, {
      config: { budget: { usd: 0.5 } },
      scenario: { costUsd: 0.25 },
    })
    const { project } = world
    const spec = await project.newSpec('costly')
    const { page, problems } = await world.sit({ device: 'phone', at: 'inbox' })
    expect(await project.run(spec)).toMatchObject({ status: 'paused', reason: 'budget' })
    const item = page.getByRole('article', { name: 'costly: Budget used up' })
    await item.getByRole('button', { name: 'Raise budget…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Budget of costly' })
    const money = dialog.getByLabel('Money (US$)')
    await expect.poll(() => money.inputValue()).toBe('0.5')
    await dialog.getByText('$0.50 used so far').waitFor()
    await money.fill('much')
    await dialog.getByText('Enter a number above 0, or leave it empty').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
    await money.fill('5')
    expect(await seriousViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save and resume' }).click()
    await dialog.waitFor({ state: 'detached' })
    await project.entry(spec, 'run.completed')
    expect(project.spec(spec)['budget']).toEqual({ usd: 5 })
    await page.getByText("You're all caught up").waitFor()
    expect(problems).toEqual([])
  })

  it('is told something at the desk: at once, in its own session', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        record: true,
        overrides: [{ phase: 'requirements', call: 1, hangForever: true }],
      },
    })
    const { project } = world
    const spec = await project.newSpec('told')
    await project.host.coordinator.permit(spec, { go: [], nogo: ['design'] })
    const run = project.run(spec)
    await project.entry(spec, 'agent.started')
    const { page, problems } = await world.sit({ at: 'specs/told/timeline' })
    await page.getByRole('button', { name: 'More actions for this spec' }).click()
    await page.getByRole('menuitem', { name: 'Message the agent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Message the agent of told' })
    await dialog.getByLabel('Instruction').fill('Use fewer parts.')
    await dialog.getByRole('switch', { name: 'Send now' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await run).toMatchObject({ status: 'completed', agents: 2 })
    await page.getByText('Instruction: Use fewer parts.').waitFor()
    const second = project.mock.calls()[1]
    expect(project.mock.recorded(second?.agentId ?? '').prompt).toContain('- Use fewer parts.')
    expect(problems).toEqual([])
  })

  it('is out of quota: header and board say until when the run waits', async () => {
    const resetsAt = Math.floor(Date.now() / 1000) + 3600
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', apiStatus: 429, resetsAt }] },
    })
    const { project } = world
    const spec = await project.newSpec('waits')
    await project.host.coordinator.start(spec)
    await project.entry(spec, 'run.waiting')
    const { page, problems } = await world.sit()
    await page.getByRole('cell', { name: /^Requirements: queued, until .*\d\d:\d\d$/ }).waitFor()
    await page.getByRole('link', { name: 'waits' }).click()
    await status(page, /waiting for quota until .*\d\d:\d\d/).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await status(page, 'Stopped').waitFor()
    expect(problems).toEqual([])
  })
})
