import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const TEXT = '# Requirements\n\nThe cart keeps\nits products.\n\n- one\n- two\n\nThe end.\n'

const approval = (page: Page) => page.getByRole('region', { name: 'Approval of Requirements' })

describe('documents', () => {
  it('rounds share one tab, and a link still leads to the one it names', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('rounds')
    world.project.write(spec, 'requirements.md', TEXT)
    for (const round of [1, 2, 3]) {
      world.project.write(spec, `document-review-${round}.md`, `# Found in ${round}\n`)
      world.project.write(spec, `document-review-${round}-reply.md`, `# Said to ${round}\n`)
    }
    const { page, problems } = await world.sit({ at: 'specs/rounds/documents/requirements.md' })
    await page.getByRole('tab', { name: /^Review/ }).click()
    await page.getByRole('heading', { name: 'Said to 3' }).waitFor()
    await page
      .getByRole('group', { name: 'Rounds' })
      .getByRole('button', { name: 'Review 2' })
      .click()
    await page.getByRole('heading', { name: 'Found in 2' }).waitFor()
    await page.waitForURL('**/document-review-2.md')
    await page.getByRole('tab', { name: /^(Review|Reply) / }).waitFor()
    expect(problems).toEqual([])
  })

  it('are approved where they are read, and say what the approval covers', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('covered')
    world.project.write(spec, 'requirements.md', TEXT)
    const { page, problems } = await world.sit({ at: 'specs/covered/documents/requirements.md' })
    await approval(page).getByText('Not approved yet.').waitFor()
    await approval(page).getByRole('button', { name: 'Approve' }).click()
    await world.project.entry(spec, 'approval.granted')
    await approval(page)
      .getByText(/You approved this version.*has not changed since/)
      .waitFor()
    world.project.write(spec, 'requirements.md', TEXT.replace('two', '<b>three</b>'))
    await approval(page).getByText('The document has changed since then.').waitFor()
    await approval(page)
      .getByRole('button', { name: /Compare/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Requirements: changed since its approval' })
    await dialog.getByText('- two').waitFor()
    await dialog.getByText('- <b>three</b>').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await approval(page).getByRole('button', { name: 'Reject…' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Say how many.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await world.project.entry(spec, 'approval.revoked')
    await approval(page)
      .getByText('Not approved yet.')
      .or(page.getByText('will be rewritten'))
      .first()
      .waitFor()
    expect(problems).toEqual([])
  })

  it('take comments while they are read: by the pointer, by the keyboard, by a finger', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('said')
    world.project.write(spec, 'requirements.md', TEXT)
    const comments = (): { line: number; quote: string; text: string }[] =>
      JSON.parse(world.project.read(spec, 'comments.json')) as never
    const { page } = await world.sit({ at: 'specs/said/documents/requirements.md' })
    await page.getByText('two', { exact: true }).hover()
    await page.getByRole('button', { name: 'Comment on line 7' }).click()
    await page.getByRole('textbox', { name: 'Comment on line 7' }).fill('by the pointer')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('complementary').getByText('by the pointer').waitFor()
    await expect.poll(comments).toMatchObject([{ line: 7, quote: '- two', text: 'by the pointer' }])
    await page.getByRole('button', { name: /^Comment on line/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Comment on line 9' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Comment on line 9' }).fill('by the keyboard')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('complementary').getByText('by the keyboard').waitFor()
    const phone = await world.sit({ device: 'phone', at: 'specs/said/documents/requirements.md' })
    await phone.page.getByText('The cart keeps').tap()
    await phone.page.getByRole('button', { name: 'Comment on line 3' }).tap()
    await phone.page.getByRole('textbox', { name: 'Comment on line 3' }).fill('by a finger')
    await phone.page.getByRole('button', { name: 'Comment', exact: true }).tap()
    await phone.page.getByRole('complementary').getByText('by a finger').waitFor()
    await expect.poll(() => comments().map(({ line }) => line)).toEqual([7, 9, 3])
    expect(phone.problems).toEqual([])
  })

  it('that the agent changes elsewhere meanwhile are saved with both changes; the same line is asked about', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('both')
    world.project.write(spec, 'requirements.md', TEXT)
    const { page } = await world.sit({ at: 'specs/both/documents/requirements.md' })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Text of requirements.md' })
    await field.fill(TEXT.replace('The end.', 'My end.'))
    world.project.write(spec, 'requirements.md', TEXT.replace('# Requirements', '# Their title'))
    await page.getByText('Saving keeps both changes.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Your changes were merged').waitFor()
    const both = TEXT.replace('The end.', 'My end.').replace('# Requirements', '# Their title')
    expect(world.project.read(spec, 'requirements.md')).toBe(both)
    await expect.poll(() => field.inputValue()).toBe(both)
    await field.fill(both.replace('My end.', 'My very end.'))
    world.project.write(spec, 'requirements.md', both.replace('My end.', 'Their end.'))
    await page.getByText('This document changed while you were editing it, perhaps').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByText('My very end.').waitFor()
    expect(world.project.read(spec, 'requirements.md')).toContain('Their end.')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toContain('My very end.')
  })
})
