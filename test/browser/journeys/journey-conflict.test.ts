import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const phase = (page: Page, name: string, state: string) =>
  page.getByRole('listitem', { name: `${name}: ${state}`, exact: true })

describe('a conflict with the base branch, in the browser', () => {
  it('P4 needs you with its files, is resolved on the branch, inspected again and merged', async () => {
    await using world = await UiWorld.open(browser, {
      config: { worktree: true },
      scenario: {
        taskCount: 2,
        overrides: [
          { phase: 'impl', alsoWrite: { '../../../app.txt': 'theirs\n' } },
          { phase: 'inspection', call: 1, hold: 'inspection' },
        ],
      },
    })
    const repository = new Repository(world)
    const item = await world.project.newQuick('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('switch', { name: 'Deploy: GO' }).click()
    await page.getByRole('switch', { name: 'Deploy: GO', checked: true }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await phase(page, 'Inspection', 'running').waitFor()
    repository.write('app.txt', 'mine\n')
    repository.git('commit', '-qam', 'mine')
    world.project.mock.release('inspection')

    const notice = page.getByRole('region', { name: 'Conflict with the base branch' })
    await notice.waitFor()
    const deploy = phase(page, 'Deploy', 'needs you')
    await deploy.getByText('app.txt').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    const entry = page.getByRole('article', { name: /^login: Conflict/ })
    await entry.getByText('app.txt').first().waitFor()

    const worktree = join(repository.dir, '.kiro/worktrees/specs/login')
    try {
      repository.gitIn(worktree, 'merge', 'main')
    } catch {
      // It stops at the conflict, as it should.
    }
    writeFileSync(join(worktree, 'app.txt'), 'both\n')
    repository.gitIn(worktree, 'commit', '-qam', 'resolved')
    await entry.getByRole('button', { name: 'Resume', exact: true }).click()
    // The code differs from what was inspected: it is inspected again first.
    await world.project.entry(item, 'verdict.outdated')
    await world.project.entry(item, 'deploy.completed')
    expect(repository.git('show', 'main:app.txt')).toBe('both')
    await entry.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})
