import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { expectNoSideways } from './world/reading.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.launch()
})

afterAll(() => browser[Symbol.asyncDispose]())

type Line = { type: string; time: string; [field: string]: unknown }

const SCENARIO = {
  taskCount: 5,
  ticksPerRun: [2, 1, 'all'] as const,
  reviewCounts: [
    [3, 0],
    [1, 0],
    [0, 0],
  ] as const,
  costUsd: 0.25,
}

function journalOf(world: UiWorld, name: string): Line[] {
  const path = join(world.project.folders.projectDir, '.kiro', 'specs', name, 'event-log.jsonl')
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

const figure = (page: Page, name: string) => page.getByRole('figure', { name })

/** The numbers that a picture is drawn from, as the page shows them. */
async function numbersOf(page: Page, name: string): Promise<string[][]> {
  const shown = figure(page, name)
  await shown.getByRole('img').waitFor()
  await shown.getByRole('button', { name: 'Numbers' }).click()
  const rows = shown.locator('tbody tr')
  await rows.first().waitFor()
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  )
}

describe('pictures of a run', () => {
  it('show what the event log says: steps, findings, tasks, cost and tokens', async () => {
    await using world = await UiWorld.open(browser, { scenario: SCENARIO })
    const { project } = world
    const spec = await project.newSpec('cart')
    expect(await project.run(spec)).toMatchObject({ status: 'completed' })
    const { page, problems } = await world.sit({ at: 'specs/cart/insights' })
    const journal = journalOf(world, 'cart')
    const of = (type: string): Line[] => journal.filter((line) => line.type === type)

    const steps = await numbersOf(page, 'The run over time')
    const agents = steps.filter(([, what]) => what?.includes('claude'))
    expect(agents).toHaveLength(of('step.started').length)
    const reruns = agents.filter(([, what]) => what?.includes('re-run'))
    expect(reruns).toHaveLength(of('impl.rerun').length)

    expect(await numbersOf(page, 'Findings per review round')).toEqual(
      of('review.round-completed').map(({ round, fixRequired, needsDiscussion }) =>
        [round, fixRequired, needsDiscussion].map(String),
      ),
    )

    const tasks = await numbersOf(page, 'Tasks done over re-runs')
    expect(tasks.map(([run, , done, total]) => [run, done, total])).toEqual([
      ...of('impl.rerun').map(({ done, total }, index) => [index + 1, done, total].map(String)),
      ['3', '5', '5'],
    ])

    const ends = of('agent.ended')
    const spending = await numbersOf(page, 'Cost and tokens over time')
    expect(spending.map(([, cost, tokens]) => [cost, tokens])).toEqual(
      ends.map((_, index) => [
        `$${(0.25 * (index + 1)).toFixed(2)}`,
        (110 * (index + 1)).toLocaleString(),
      ]),
    )
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('of the whole project: every phase counted once, whose time it was, and the agents of the day', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ feature: 'talk', reviewCounts: [[0, 2]] }] },
    })
    const { project } = world
    await project.run(await project.newSpec('done'))
    await project.run(await project.newSpec('talk'))
    await project.newSpec('fresh')
    const { page, problems } = await world.sit({ at: 'insights' })
    await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor()
    const strip = await numbersOf(page, 'The whole project')
    expect(strip).toHaveLength(7)
    for (const [phase, ...counts] of strip)
      expect([phase, counts.reduce((sum, count) => sum + Number(count), 0)]).toEqual([phase, 3])
    expect(strip[0]?.slice(0, 2)).toEqual(['Requirements', '2'])
    const lanes = await numbersOf(page, 'Agents over the last day')
    const launched = ['done', 'talk'].flatMap((name) =>
      journalOf(world, name).filter(({ type }) => type === 'step.started'),
    )
    expect(lanes).toHaveLength(launched.length)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'talk' }).click()
    await figure(page, 'The run over time').getByRole('img').waitFor()
    expect(problems).toEqual([])
  })

  it('fit on a phone, in Japanese, and say when nothing has run yet', async () => {
    await using world = await UiWorld.open(browser, { scenario: SCENARIO })
    const { project } = world
    await project.run(await project.newSpec('cart'))
    await project.newSpec('fresh')
    const { page, problems } = await world.sit({
      device: 'phone',
      language: 'ja',
      theme: 'dark',
      at: 'specs/cart/insights',
    })
    await figure(page, '実行の経過').getByRole('img').waitFor()
    await figure(page, 'コストとトークンの推移').getByRole('img').waitFor()
    await expectNoSideways(page)
    expect(await seriousViolations(page)).toEqual([])
    await page.goto(`http://127.0.0.1:${world.port}${world.path('insights')}`)
    await figure(page, 'プロジェクト全体').getByRole('img').waitFor()
    await expectNoSideways(page)
    expect(await seriousViolations(page)).toEqual([])
    await page.goto(`http://127.0.0.1:${world.port}${world.path('specs/fresh/insights')}`)
    await page.getByText('まだ何も実行されていません').waitFor()
    expect(problems).toEqual([])
  })
})
