import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { expectNoSideways } from './world/reading.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
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

const HOUR = 3_600_000
const STOPPED = new URL('../journals/stop-and-resume.jsonl', import.meta.url)

/** The journal of a run that was stopped, as if it had been resumed the next morning. */
function nightIn(text: string): { journal: string; ms: number } {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const resumed = lines.findIndex(({ type }) => type === 'run.resumed')
  const moved = lines.map((line, index) => {
    const time = Date.parse(line.time) + (index < resumed ? 0 : 14 * HOUR)
    return { ...line, time: new Date(time).toISOString() }
  })
  const ended = moved.findLast(({ type }, index) => type === 'agent.ended' && index < resumed)
  const next = moved.find(({ type }, index) => type === 'step.started' && index > resumed)
  const ms = Date.parse(next?.time ?? '') - Date.parse(ended?.time ?? '')
  return { journal: moved.map((line) => `${JSON.stringify(line)}\n`).join(''), ms }
}

const figure = (page: Page, name: string) => page.getByRole('figure', { name })

/** The numbers behind a chart, as the page shows them. */
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

  it('a night between two steps is drawn short and says its length; the steps stay to be seen', async () => {
    const night = nightIn(readFileSync(STOPPED, 'utf8'))
    await using world = await UiWorld.open(browser)
    await world.project.newSpec('login')
    await world.stop()
    const { projectDir } = world.project.folders
    writeFileSync(join(projectDir, '.kiro', 'specs', 'login', 'event-log.jsonl'), night.journal)
    await world.start([])
    const { page, problems } = await world.sit({ at: 'specs/login/insights' })
    const shown = figure(page, 'The run over time')
    const words = `${Math.floor(night.ms / HOUR)} h ${Math.floor((night.ms % HOUR) / 60_000)} min`
    await shown.getByRole('img', { name: `${words} idle (not to scale)` }).waitFor()
    await shown.getByText(`${Math.round(night.ms / HOUR)} h`, { exact: true }).waitFor()
    const drawn = await shown.locator('svg:has([data-break])').evaluate((svg) => {
      const widthOf = (one: Element): number => one.getBoundingClientRect().width
      const all = widthOf(svg)
      const share = (fill: string): number =>
        [...svg.querySelectorAll(`rect[fill="${fill}"]`)].reduce(
          (sum, one) => sum + widthOf(one) / all,
          0,
        )
      const cut = svg.querySelector('[data-break]')
      return { agents: share('var(--running)'), cut: cut === null ? 0 : widthOf(cut) / all }
    })
    // Drawn to scale, the night would leave only a thousandth for the steps.
    expect(drawn.cut).toBeCloseTo(0.1, 2)
    expect(drawn.agents).toBeGreaterThan(0.2)
    expect(await seriousViolations(page)).toEqual([])
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
