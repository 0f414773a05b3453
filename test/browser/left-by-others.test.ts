import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { delta, openspecTasks, proposal, requirements } from '../../src/testkit/formats/texts.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.launch()
})

afterAll(() => browser[Symbol.asyncDispose]())

function put(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(dir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const open = (files: Readonly<Record<string, string>>): Promise<UiWorld> =>
  UiWorld.open(browser, {}, (project) => put(project.folders.projectDir, files))

const CHANGE = 'openspec/changes/add-search'
const OVER = 'openspec/changes/archive/2025-09-01-add-mail'

it('what its tool has archived stands in a closed group, and is marked on the board and on its page', async () => {
  await using world = await open({
    [`${CHANGE}/proposal.md`]: proposal,
    [`${OVER}/proposal.md`]: proposal,
    [`${OVER}/tasks.md`]: openspecTasks({ groups: 1, parts: 2 }),
  })
  const { page, problems } = await world.sit()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const mark = page.getByRole('img', { name: 'archived', exact: true })
  const over = 'archive/2025-09-01-add-mail@openspec'
  await link('add-search@openspec').waitFor()
  const head = page.getByRole('table').getByRole('button', { name: /archive 1$/ })
  await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false')
  await link(over).waitFor({ state: 'detached' })
  await head.click()
  await page
    .getByRole('row')
    .filter({ has: link(over) })
    .filter({ has: mark })
    .waitFor()
  await page
    .getByRole('row')
    .filter({ has: link('add-search@openspec') })
    .filter({ hasNot: mark })
    .waitFor()
  await link(over).click()
  await page.getByRole('heading', { name: over, exact: true }).waitFor()
  await mark.waitFor()
  expect(problems).toEqual([])
})

it('B7 the timeline shows what the older tool has left, as text', async () => {
  await using world = await open({
    '.kiro/specs/search/spec.json': '{"phase":"requirements-generated"}\n',
    '.kiro/specs/search/requirements.md': requirements(1),
    '.kiro/specs/search/events.jsonl': [
      '{"type":"auto-execution:start","timestamp":"2025-09-01T00:00:00Z"}',
      '{"type":"agent:fail","timestamp":"2025-09-03T00:00:00Z","level":"error","message":"It <b>failed</b>"}',
    ].join('\n'),
    '.kiro/runtime/agents/specs/search/agent-1.json':
      '{"agentId":"agent-1","phase":"design","status":"completed","startedAt":"2025-09-02T00:00:00Z"}',
  })
  const { page, problems } = await world.sit({ at: 'specs/search/timeline' })
  const list = page.getByRole('region', { name: 'Entries' })
  await list.getByText('It <b>failed</b>').waitFor()
  await list.getByText('auto-execution:start').waitFor()
  await list.getByText('Agent for design: completed').waitFor()
  await page.getByRole('button', { name: 'Errors', exact: true }).click()
  await list.getByText('auto-execution:start').waitFor({ state: 'detached' })
  await list.getByText('It <b>failed</b>').waitFor()
  expect(problems).toEqual([])
})

it('the approval of a proposal is shown with its requirements, and says what has changed in them', async () => {
  await using world = await open({
    [`${CHANGE}/proposal.md`]: proposal,
    [`${CHANGE}/specs/search/spec.md`]: delta,
  })
  const item = specNamed('add-search@openspec')
  await world.project.host.call('approve', { item, phase: 'requirements' })
  const at = `specs/${encodeURIComponent(item.name)}/documents`
  const { page, problems } = await world.sit({ at })
  await page.getByRole('tab', { name: 'specs/' }).click()
  await page.getByText('You approved this version').waitFor()
  put(world.project.folders.projectDir, { [`${CHANGE}/specs/search/spec.md`]: `${delta}\nMore.\n` })
  await page.getByText('You approved an earlier version').waitFor()
  await page.getByRole('button', { name: 'Compare with the approved version…' }).click()
  await page.getByRole('dialog').getByText('More.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'proposal.md' }).click()
  await page.getByText('these, which have changed since: specs/search/spec.md.').waitFor()
  expect(problems).toEqual([])
})
