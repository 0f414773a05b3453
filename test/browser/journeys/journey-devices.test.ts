import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { edit, specAt } from '../../integration/flows/flow-world.ts'
import { textLike } from '../world/reading.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

describe('several devices', () => {
  it('S8 L7.1 L7.2 L7.3 a second device pairs, sees the round counter, is revoked and is out at once', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        reviewCounts: [
          [3, 0],
          [0, 0],
        ],
        overrides: [{ phase: 'document-review', round: 2, hold: 'review' }],
      },
    })
    const spec = await world.project.newSpec('far')
    const turnedOn = await world.projects.server.setRemote({ address: '127.0.0.2', port: 0 })
    expect(turnedOn.ok).toBe(true)
    const { page } = await world.sit({ at: 'settings/remote' })
    await page.getByRole('button', { name: 'Pair a device' }).click()
    const offer = page.getByRole('dialog')
    const code = await textLike(offer.getByTestId('pairing-code'), /^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    const url = turnedOn.ok ? (turnedOn.value.remote?.url ?? '') : ''
    expect(url).toContain('127.0.0.2')

    const phone = await world.stranger({ device: 'phone' })
    expect((await phone.page.goto(url))?.status()).toBe(401)
    await phone.page.goto(`${url.replace(/\/$/, '')}/pair?code=${code}`)
    await phone.page.getByRole('button').first().click()
    await phone.page.waitForURL('**/p/**')

    const reviewing = world.project.host.coordinator.start(spec)
    await phone.page.getByRole('link', { name: 'far' }).click()
    expect((await reviewing).ok).toBe(true)
    await phone.page.getByText('Round 2 of 7').waitFor()
    await phone.page.getByRole('row', { name: /^1 3 0/ }).waitFor()
    // The row follows the event log, which is written before spec.json.
    await expect
      .poll(() => world.project.spec(spec)['documentReview'])
      .toMatchObject({ roundDetails: [{ roundNumber: 1 }] })

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await phone.page.getByText('This device is no longer paired').waitFor()
    expect((await phone.page.goto(url))?.status()).toBe(401)
    world.project.mock.release('review')
  })

  it('L7.2 L7.3 rounds that nothing but spec.json on disk tells of are shown, and follow it', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await specAt(world.project, 'paper', 'document-review')
    const { page } = await world.sit({ at: 'specs/paper' })
    await page.getByTitle('Details of Review').click()
    await page.getByText('No round yet').waitFor()
    const round = (roundNumber: number, fixRequired: number) => ({
      roundNumber,
      fixRequired,
      needsDiscussion: 0,
      status: 'complete',
    })
    const onDisk = (documentReview: object): void =>
      edit(world.project, spec, (json) => ({ ...json, documentReview }))
    onDisk({ status: 'in_progress', currentRound: 2, roundDetails: [round(1, 3)] })
    await page.getByText('Round 2 of 7').waitFor()
    await page.getByRole('row', { name: /^1 3 0/ }).waitFor()
    onDisk({ status: 'in_progress', currentRound: 3, roundDetails: [round(1, 3), round(2, 5)] })
    await page.getByText('Round 3 of 7').waitFor()
    await page.getByRole('row', { name: /^2 5 0/ }).waitFor()
    const told = world.project.types(spec).filter((type) => /^(run|review)\./.test(type))
    expect(told).toEqual([])
  })

  it('a server restarted under an open page: it reconnects by itself and shows the truth', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', hold: 'design' }] },
    })
    const spec = await world.project.newSpec('again')
    const { page } = await world.sit({ at: 'specs/again/documents' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('listitem', { name: 'Design: running' }).waitFor()
    const { port } = world
    await world.stop()
    await page.getByText('Connection lost. Trying again…').waitFor()
    world.project.mock.release('design')
    await world.start([port])
    expect(world.port).toBe(port)
    await world.project.entry(spec, 'run.completed')
    await page.getByText('Connection lost. Trying again…').waitFor({ state: 'detached' })
    await page
      .locator('header')
      .getByRole('status')
      .filter({ hasText: /^Done\. Stopped before/ })
      .waitFor()
    await page.getByRole('listitem', { name: 'Inspection: done' }).waitFor()
  })
})
