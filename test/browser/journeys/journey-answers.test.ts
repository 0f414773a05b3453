import type { WorkItem } from '../../../src/contracts/work-item.ts'
import { replyWithQuestions } from '../../../src/testkit/review-texts.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playDeploy } from '../../integration/deploy/deploy-play.ts'
import { specAt } from '../../integration/flows/flow-world.ts'
import { seriousViolations } from '../world/axe.ts'
import { TestBrowser } from '../world/browser.ts'
import { expectLarge } from '../world/reading.ts'
import { Repository } from '../world/repository.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

/** Counts the user's taps and texts. */
class Thumb {
  taps = 0
  texts = 0

  async tap(target: Locator): Promise<void> {
    this.taps++
    await target.tap()
  }

  async type(target: Locator, text: string): Promise<void> {
    this.texts++
    await target.fill(text)
  }
}

const confirm = (page: Page | Locator): Locator =>
  page.getByRole('button', { name: 'Answer and resume', exact: true })

/** Given through the phone's session, not through this computer's. */
const PAIRED = { via: 'page', device: {} }
const answersIn = ({ project }: UiWorld, item: WorkItem) =>
  project.journal(item).filter((one) => one.type === 'answer.given')

const REPLY = replyWithQuestions('Is mail enough?')
const INSPECTION = `# Inspection 1

Judgment: NOGO

## Findings

| ID | Severity | Where | Finding | Needed |
|---|---|---|---|---|
| F1 | Major | src/a.ts:1 | links last too long | compare in days |
`

describe('the user on a paired phone', () => {
  it('answers a discussion with an option and one text, and sees the decision beside its issue', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: {
        record: true,
        reviewCounts: [
          [0, 2],
          [0, 0],
        ],
        overrides: [{ phase: 'document-review-reply', round: 1, rawDocument: REPLY }],
      },
    })
    const item = await specAt(world.project, 'talk', 'document-review')
    expect((await world.project.run(item)).reason).toBe('needs-discussion')
    const { page, problems } = await world.pairedPhone()
    const thumb = new Thumb()
    await thumb.tap(page.getByRole('link', { name: /^Inbox/ }).first())
    const entry = page.getByRole('article', { name: 'talk: Needs your decision' })
    await entry.getByText('How long is data kept?').waitFor()
    await expectLarge(entry.getByRole('radiogroup').locator('label'))
    await expectLarge(confirm(entry))
    expect(await seriousViolations(page)).toEqual([])
    await thumb.tap(entry.getByRole('radio', { name: '90 days' }))
    await thumb.type(entry.getByRole('textbox', { name: /Text messages cost money/ }), 'Mail only.')
    await thumb.tap(confirm(entry))
    await world.project.entry(item, 'run.completed')
    expect(thumb).toMatchObject({ taps: 3, texts: 1 })
    expect(answersIn(world, item)).toMatchObject([
      { key: 'W1', text: '90 days', calledBy: PAIRED },
      { key: 'W2', text: 'Mail only.', calledBy: PAIRED },
    ])
    const [review] = world.project.mock
      .calls()
      .filter(({ phase, round }) => phase === 'document-review' && round === 2)
    const { prompt } = world.project.mock.recorded(review?.agentId ?? '')
    expect(prompt).toContain('Decision: 90 days')
    await page.goto(new URL(world.path('specs/talk'), page.url()).href)
    await page.getByTitle('Details of Review').tap()
    const decided = page.getByRole('region', { name: 'Your decisions' })
    await decided.getByText('Two retention periods').waitFor()
    await decided.getByText('90 days', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('answers a NOGO from the board with one text: it is fixed, inspected again and done', async () => {
    await using world = await UiWorld.open(browser, {
      config: { inspection: { autoFix: false } },
      scenario: {
        verdicts: ['NOGO', 'GO'],
        overrides: [{ phase: 'inspection', round: 1, rawDocument: INSPECTION }],
      },
    })
    const item = await specAt(world.project, 'links', 'inspection')
    expect((await world.project.run(item)).reason).toBe('verdict-nogo')
    const { page, problems } = await world.pairedPhone()
    const thumb = new Thumb()
    await thumb.tap(page.getByRole('button', { name: 'Answer…' }))
    const notice = page.getByRole('region', { name: 'Inspection says NOGO' })
    await notice.getByText('links last too long').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await thumb.type(notice.getByRole('textbox', { name: /links last too long/ }), '14 days.')
    await thumb.tap(confirm(notice))
    await world.project.entry(item, 'run.completed')
    expect(thumb).toMatchObject({ taps: 2, texts: 1 })
    expect(world.project.types(item)).toContain('inspection.fix-started')
    expect(answersIn(world, item)).toMatchObject([{ text: '14 days.', calledBy: PAIRED }])
    await page.getByRole('listitem', { name: 'Inspection: done' }).waitFor()
    expect(problems).toEqual([])
  })

  it('answers a conflict with one of the offered answers, in Japanese: an agent resolves it so, and it is merged', async () => {
    await using world = await UiWorld.open(
      browser,
      {
        config: { worktree: true },
        scenario: {
          taskCount: 2,
          overrides: [{ phase: 'impl', alsoWrite: { '../../../app.txt': 'theirs\n' } }],
        },
      },
      (project) =>
        playDeploy(
          project,
          `if grep -q 'Decision: 両方の変更を残す'; then echo both > app.txt; fi`,
        ),
    )
    const repository = new Repository(world)
    const item = await world.project.newQuick('login')
    await world.project.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
    const leave = world.project.host.subscribe((event) => {
      if (event.type !== 'entry' || event.entry.type !== 'inspection.completed') return
      leave()
      repository.write('app.txt', 'mine\n')
      repository.git('commit', '-qam', 'mine')
    })
    expect((await world.project.run(item)).reason).toBe('conflict')
    const { page, problems } = await world.pairedPhone({ language: 'ja' })
    const thumb = new Thumb()
    await thumb.tap(page.getByRole('link', { name: /^対応待ち/ }).first())
    const entry = page.getByRole('article', { name: /^login/ })
    await entry.getByText('app.txt').first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await thumb.tap(entry.getByRole('radio', { name: '両方の変更を残す' }))
    await thumb.tap(entry.getByRole('button', { name: '回答して再開', exact: true }))
    await world.project.entry(item, 'deploy.completed')
    await world.project.entry(item, 'run.completed')
    expect(thumb).toMatchObject({ taps: 3, texts: 0 })
    expect(answersIn(world, item)).toMatchObject([{ text: '両方の変更を残す', calledBy: PAIRED }])
    await entry.waitFor({ state: 'detached' })
    expect(repository.git('show', 'main:app.txt')).toBe('both')
    expect(problems).toEqual([])
  })

  it('starts and stops a run, and approves a document', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'design', call: 1, hold: 'design' }] },
    })
    const item = await world.project.newSpec('far')
    const { page, problems } = await world.pairedPhone()
    await page.getByRole('button', { name: 'Run', exact: true }).tap()
    await world.project.entry(item, 'phase.completed')
    await page.getByRole('button', { name: 'Stop', exact: true }).tap()
    const paused = await world.project.entry(item, 'run.paused')
    expect(paused).toMatchObject({ reason: 'user', calledBy: { via: 'page', device: {} } })
    const { host } = world.project
    await world.project.follow(item, () => host.coordinator.runPhase(item, 'design'))
    await page.getByRole('link', { name: 'far' }).tap()
    await page
      .getByRole('button', { name: /^Review/ })
      .first()
      .tap()
    await page.getByRole('button', { name: 'Approve', exact: true }).first().tap()
    await expect
      .poll(() =>
        world.project
          .journal(item)
          .filter((one) => one.type === 'approval.granted')
          .at(-1),
      )
      .toMatchObject({ phase: 'design', by: 'person', calledBy: { device: {} } })
    expect(problems).toEqual([])
  })
})
