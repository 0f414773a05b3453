import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRepository } from '../../../src/host/git/repository.ts'
import { saveWork } from '../../../src/host/git/saved-work.ts'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

describe('saved work, in the browser', () => {
  it('W6 is shown, restored as a branch and deleted only after a question', async () => {
    await using world = await UiWorld.open(browser)
    const repository = new Repository(world)
    const item = await world.project.newSpec('login')
    repository.write('app.txt', 'precious\n')
    const { dir } = repository
    const opened = await openRepository(dir, { env: world.project.env })
    if ('problem' in opened) throw new Error(opened.problem)
    await saveWork(opened.git, { item, dir, why: 'before the worktree was removed' })
    repository.write('app.txt', 'one\n')

    const { page, problems } = await world.sit()
    await page.getByRole('button', { name: 'Board options' }).click()
    await page.getByRole('menuitem', { name: 'Saved work…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved work' })
    const line = dialog.getByRole('listitem', { name: /^login: before the worktree was removed/ })
    await line.getByRole('button', { name: 'Show', exact: true }).click()
    // Only the visible lines are rendered.
    await dialog.getByText('event-log.jsonl').waitFor()
    await dialog.getByRole('region').last().press('End')
    await dialog.getByText('precious').first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await line.getByRole('button', { name: 'Restore as a branch' }).click()
    await line.getByText('Restored as branch saved/spec/login/1.').waitFor()
    expect(repository.git('show', 'saved/spec/login/1:app.txt')).toBe('precious')

    await line.getByRole('button', { name: 'Delete…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this saved work of login?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(repository.git('for-each-ref', 'refs/sdd')).not.toBe('')
    await line.getByRole('button', { name: 'Delete…' }).click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText('Nothing had to be saved.').waitFor()
    expect(repository.git('for-each-ref', 'refs/sdd')).toBe('')
    expect(problems).toEqual([])
  })
})
