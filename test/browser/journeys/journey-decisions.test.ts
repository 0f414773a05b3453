import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const status = (page: Page, words: string | RegExp) =>
  page.locator('header').getByRole('status').filter({ hasText: words })

describe('what the user decides', () => {
  it('needs-discussion appears in the inbox, is answered on a phone, and the run continues', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        reviewCounts: [
          [0, 1],
          [0, 0],
        ],
      },
    })
    const spec = await world.project.newSpec('talk')
    const { page, problems } = await world.sit({ device: 'phone', at: 'inbox' })
    await page.getByText("You're all caught up").waitFor()
    const paused = await world.project.run(spec)
    expect(paused.reason).toBe('needs-discussion')
    const item = page.getByRole('article', { name: 'talk: Needs your decision' })
    await item.waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(1\)/)
    await item
      .getByText(/Needs Discussion/)
      .first()
      .waitFor()
    await item.getByRole('button', { name: 'Resume', exact: true }).click()
    await world.project.entry(spec, 'run.completed')
    await page.getByText("You're all caught up").waitFor()
    expect(
      world.project.journal(spec).filter((entry) => entry.type === 'review.round-completed'),
    ).toHaveLength(2)
    expect(problems).toEqual([])
  })

  it('R8 rejecting with a reason: the reason reaches the prompt of the next agent', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', record: true }] },
    })
    const spec = await world.project.newSpec('refused')
    await world.project.host.coordinator.permit(spec, { go: [], nogo: ['design'] })
    await world.project.run(spec)
    const { page } = await world.sit({ at: 'specs/refused/documents' })
    await page.getByRole('button', { name: 'Requirements', exact: true }).click()
    await page.getByRole('button', { name: 'Reject…' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Say what happens when the passkey is lost')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('listitem', { name: 'Requirements: to do' }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(() => world.project.mock.calls().length).toBe(2)
    await status(page, /^Done\. Stopped before/).waitFor()
    const second = world.project.mock.calls()[1]
    expect(world.project.mock.recorded(second?.agentId ?? '').prompt).toContain(
      'Say what happens when the passkey is lost',
    )
  })

  it('editing a document that an agent changed meanwhile asks instead of overwriting', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('edited')
    world.project.write(spec, 'design.md', '# Design\n\nThe first words.\n')
    const { page } = await world.sit({ at: 'specs/edited/documents/design.md' })
    await page.getByText('The first words.').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const editor = page.getByRole('textbox', { name: 'Design' })
    await editor.fill('# Design\n\nMy own words.\n')
    world.project.write(spec, 'design.md', '# Design\n\nThe words of the agent.\n')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The words of the agent.').first().waitFor()
    expect(world.project.read(spec, 'design.md')).toBe('# Design\n\nThe words of the agent.\n')
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => world.project.read(spec, 'design.md'))
      .toBe('# Design\n\nMy own words.\n')
  })

  it('a line comment goes to the next agent', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', record: true }] },
    })
    const spec = await world.project.newSpec('remark')
    world.project.write(spec, 'requirements.md', '# Requirements\n\n1. The user logs in.\n')
    const { page } = await world.sit({ at: 'specs/remark/documents/requirements.md' })
    await page.getByRole('button', { name: 'Source', exact: true }).click()
    await page.getByRole('button', { name: 'Comment on line 3' }).click()
    const field = page.getByRole('textbox', { name: /comment/i })
    await field.fill('Also with a hardware key')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    // Until the host has saved the comment, the field still holds the same words.
    await field.waitFor({ state: 'detached' })
    await page.getByText('Also with a hardware key').first().waitFor()
    const { host } = world.project
    await world.project.follow(spec, () => host.coordinator.runPhase(spec, 'requirements'))
    const [call] = world.project.mock.calls()
    expect(world.project.mock.recorded(call?.agentId ?? '').prompt).toContain(
      'Also with a hardware key',
    )
  })

  it('S4 a change on disk shows without a reload', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('disk')
    const { page } = await world.sit({ at: 'specs/disk/tasks' })
    await page.getByText('No tasks yet').waitFor()
    writeFileSync(
      join(world.project.specDir(spec), 'tasks.md'),
      '# Plan\r\n\r\n- [x] 1. First\r\n- [ ] 2. Second\r\n',
    )
    await page.getByText('1 of 2 done').waitFor()
  })
})
