import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '../../../src/contracts/roles.ts'
import { invite } from '../../../src/fleet/people/invitations.ts'
import { seriousViolations } from '../../browser/world/axe.ts'
import { TestBrowser, type Seat, type SeatOptions } from '../../browser/world/browser.ts'
import { FleetWorld } from '../world/fleet-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.launch()
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
})

/** Someone enters by an invitation: opens its link and presses the button. */
async function come(
  world: FleetWorld,
  url: string,
  { role, ...options }: SeatOptions & { role: Role },
): Promise<Seat> {
  const { code } = await invite(world.database.pool, { name: `A ${role}`, role })
  const seat = await browser.seat(options)
  await seat.page.goto(`${url}/pair?code=${code}`)
  await seat.page.locator('button[type=submit], form button').first().click()
  await seat.page.waitForURL('**/p/**')
  return seat
}

/** For looking at by eye: `SDD_SHOTS` names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SDD_SHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

const EDITS = { name: 'Edit', input: { file_path: 'src/cart.ts', old_string: 'a' } }

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

it('the page of a fleet: an item is started, seen on its worker and read; workers are drained and revoked', async () => {
  const overrides = [
    { phase: 'requirements', uses: EDITS, hold: 'gate' },
    { phase: 'design', hold: 'next' },
  ] as const
  await using world = await FleetWorld.make({}, { overrides: [...overrides] })
  const one = await world.coordinator()
  await world.worker(one, 'first')
  await world.newSpec('login')
  const { page, problems, context } = await come(world, one.url, { role: 'admin' })
  await row(page, 'login').getByRole('button', { name: 'Run' }).click()
  await page.getByRole('columnheader', { name: 'Worker' }).waitFor()
  const cell = row(page, 'login').getByRole('cell', { name: 'Runs on first' })
  await cell.waitFor()
  await row(page, 'login').getByTestId('now').filter({ hasText: 'Edit src/cart.ts' }).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await shot(page, 'board-running')
  const viewer = await come(world, one.url, { role: 'viewer' })
  await row(viewer.page, 'login').getByRole('link', { name: 'login' }).click()
  const stop = viewer.page.getByRole('button', { name: 'Stop' })
  await stop.waitFor()
  await expect.poll(() => stop.isDisabled()).toBe(true)
  await shot(viewer.page, 'viewer-running')
  await viewer.context.close()
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await page.waitForURL('**/workers')
  const worker = page.getByRole('listitem').filter({ hasText: 'first' })
  await worker.getByText('Connected').waitFor()
  await worker.getByText('1 step').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await shot(page, 'workers')
  await worker.getByRole('button', { name: 'Drain first' }).click()
  await worker.getByText('Draining').waitFor()
  await worker.getByRole('button', { name: 'Use first again' }).click()
  await worker.getByText('Connected').waitFor()
  world.mock.release('gate')
  await page.getByRole('link', { name: 'Board' }).click()
  await row(page, 'login').getByRole('link', { name: 'login' }).click()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByText('A admin').first().waitFor()
  await page.getByRole('tab', { name: 'Documents' }).click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Ask/ }).count()).toBe(0)
  expect(await seriousViolations(page)).toEqual([])
  await shot(page, 'item')
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page
    .getByRole('button', { name: /requirements\.md/ })
    .first()
    .waitFor()
  await shot(page, 'changes')
  const reader = await come(world, one.url, { role: 'viewer' })
  await reader.page.goto(page.url())
  await reader.page
    .getByRole('button', { name: /requirements\.md/ })
    .first()
    .click()
  const comment = reader.page.getByRole('button', { name: /^Comment on line/ }).first()
  await comment.waitFor()
  await expect.poll(() => comment.isDisabled()).toBe(true)
  await reader.context.close()
  await page.getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('link', { name: 'Workers' }).click()
  await worker.getByRole('button', { name: 'Revoke first' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No workers yet').waitFor()
  await page.getByRole('button', { name: 'Enrol worker' }).click()
  await page.getByRole('button', { name: 'Create code' }).click()
  await page.getByTestId('enrolment').getByText('sdd worker --url').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await shot(page, 'enrol')
  expect(problems).toEqual([])
  await context.close()
})

it('roles: a viewer is offered nothing; an administrator invites; both languages, phone and dark', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  await world.newSpec('login')
  const { pool } = world.database
  await pool.query(
    `insert into sdd.projects (id, repository, base) values ('books', '/nowhere.git', 'main')`,
  )
  await world.enrol('build-machine-7', ['default', 'gpu'])
  const viewer = await come(world, url, { role: 'viewer', device: 'phone', theme: 'dark' })
  await viewer.page.getByRole('button', { name: /^Project/ }).click()
  await viewer.page.getByRole('menuitem', { name: 'shop' }).click()
  await row(viewer.page, 'login').waitFor()
  await viewer.page.getByText('You are a viewer').waitFor()
  await expect
    .poll(() => viewer.page.getByRole('button', { name: 'Run', exact: true }).count())
    .toBe(0)
  await expect
    .poll(() => viewer.page.getByRole('button', { name: 'New spec' }).isDisabled())
    .toBe(true)
  await shot(viewer.page, 'viewer-phone-dark')
  await row(viewer.page, 'login').getByRole('link', { name: 'login' }).click()
  const go = viewer.page.getByRole('switch', { name: /Requirements/ })
  await go.waitFor()
  await expect.poll(() => go.isDisabled()).toBe(true)
  await expect.poll(() => go.getAttribute('aria-description')).toContain('You are a viewer')
  await viewer.page.getByRole('button', { name: 'More actions' }).click()
  const archive = viewer.page.getByRole('menuitem', { name: /^Archive/ })
  await viewer.page.getByRole('menu').getByText('only operators and administrators').waitFor()
  await expect.poll(() => archive.getAttribute('aria-disabled')).toBe('true')
  await shot(viewer.page, 'viewer-item-phone-dark')
  await viewer.page.keyboard.press('Escape')
  await viewer.page.getByRole('link', { name: 'Workers' }).click()
  await viewer.page.getByText('Never connected').waitFor()
  await expect.poll(() => viewer.page.getByRole('button', { name: /Revoke/ }).count()).toBe(0)
  await shot(viewer.page, 'workers-phone-dark')
  expect(await seriousViolations(viewer.page)).toEqual([])
  expect(viewer.problems).toEqual([])
  const admin = await come(world, url, { role: 'admin', language: 'ja', theme: 'dark' })
  await admin.page.getByRole('link', { name: 'ワーカー' }).click()
  await admin.page.getByText('未接続').waitFor()
  await shot(admin.page, 'workers-ja-dark')
  await admin.page.getByRole('link', { name: '設定' }).click()
  await admin.page.getByText('管理者（招待・登録・無効化も可）').first().waitFor()
  await expect.poll(() => admin.page.getByRole('heading', { name: 'メンバー' }).count()).toBe(1)
  await admin.page.getByLabel('名前').fill('Bo')
  await admin.page.getByRole('button', { name: '招待' }).click()
  await admin.page.getByTestId('invitation').getByText('/pair?code=').waitFor()
  expect(await seriousViolations(admin.page)).toEqual([])
  await shot(admin.page, 'people-ja-dark')
  expect(admin.problems).toEqual([])
  await viewer.context.close()
  await admin.context.close()
})
