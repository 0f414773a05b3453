import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScriptedForge } from '../../../src/testkit/scripted-forge.ts'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

describe('a pull request, in the browser', () => {
  it('P7 the deploy panel links to it once it is there', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { taskCount: 2 },
      config: { worktree: true, deploy: { mode: 'pull-request' } },
    })
    const repository = new Repository(world)
    const forge = new ScriptedForge(world.project.root)
    repository.git('remote', 'add', 'origin', forge.url)
    await world.stop()
    world.project.more = forge.env
    await world.start([])
    await world.project.newQuick('login')
    const { page, problems } = await world.sit({ at: 'specs/login/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('listitem', { name: 'Inspection: done', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Deploy', exact: true }).first().click()
    const deployed = page.getByRole('listitem', { name: 'Deploy: done', exact: true })
    await deployed.getByRole('button', { name: 'Deploy' }).click()
    const link = page.getByRole('link', { name: forge.address })
    await link.waitFor()
    await expect.poll(() => link.getAttribute('href')).toBe(forge.address)
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener')
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
