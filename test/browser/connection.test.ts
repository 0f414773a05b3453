import { afterAll, beforeAll, describe, it } from 'vitest'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const LOST = 'Connection lost. Trying again…'

describe('the connection of the page', () => {
  it('U2 the browser that goes offline is believed, and the page is current when it is back', async () => {
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('before')
    const { page, context } = await world.sit()
    await page.getByRole('link', { name: 'before' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByText(LOST).waitFor()
    await page.getByText('Offline', { exact: true }).waitFor()
    await world.project.newSpec('meanwhile')
    await context.setOffline(false)
    await page.getByText(LOST).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'meanwhile' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  })

  it('U2 documents that were asked for while the host was away are there when it is back', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('reading')
    world.project.write(spec, 'requirements.md', '# Requirements\n\nWhat is wanted.\n')
    world.project.write(spec, 'design.md', '# Design\n\nHow it is done.\n')
    const { page } = await world.sit({ at: 'specs/reading/documents/requirements.md' })
    await page.getByText('What is wanted.').waitFor()
    const { port } = world
    await world.stop()
    await page.getByText(LOST).waitFor()
    await page.getByRole('tab', { name: 'Design', exact: true }).click()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await world.start([port])
    await page.getByText(LOST).waitFor({ state: 'detached' })
    await page.getByRole('tabpanel').getByText('created').first().waitFor()
    await page.getByRole('tab', { name: 'Documents' }).click()
    await page.getByRole('tab', { name: 'Design', exact: true }).click()
    await page.getByText('How it is done.').waitFor()
  })
})
