import { describe, expect, it, vi } from 'vitest'
import type { CalledBy } from '../../../src/contracts/called-by.ts'
import type { JournalEntry } from '../../../src/contracts/journal.ts'
import type { Rejection } from '../../../src/contracts/rejections.ts'
import type { Result } from '../../../src/contracts/result.ts'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import type { CommandRequest } from '../../../src/host/runs/auto-execution-coordinator.ts'
import type { MockCli } from '../../../src/testkit/mock-cli/mock-cli.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { isCampaign } from '../world/campaign.ts'
import { WAIT } from '../world/wait.ts'

/** Somewhere runs are driven: on one machine from files, or in a fleet. */
export interface ConformancePlace extends AsyncDisposable {
  readonly root: string
  readonly mock: MockCli
  newSpec(name: string): Promise<WorkItem>
  /** Has no documents but its tasks. */
  newQuick(name: string): Promise<WorkItem>
  newBug(name: string): Promise<WorkItem>
  command(request: CommandRequest): Promise<Result<unknown, Rejection>>
  /** The entries after that number, or all of them. */
  journal(item: WorkItem, after?: number): Promise<JournalEntry[]>
  /** Runs in the repository whose main branch is deployed to. */
  git(...args: string[]): string
  /** Ends whatever makes the decisions in the middle of the run; a new one takes over. */
  crash(item: WorkItem): Promise<void>
}

export interface Wanted {
  scenario?: MockScenario
  config?: Config
}

const calledBy: CalledBy = { kind: 'person', via: 'cli' }
/** The phases during which it crashes; test/fleet/faults has the other points of a fleet. */
const CRASHES = isCampaign ? (['impl', 'inspection'] as const) : (['impl'] as const)
const BEGINS = ['run.started', 'run.resumed', 'run.recovered']
const ENDS = ['run.completed', 'run.paused', 'run.failed']

/** How the last run ended, once it has. */
async function end(place: ConformancePlace, item: WorkItem): Promise<string> {
  let read = 0
  let last: JournalEntry | undefined
  return vi.waitFor(async () => {
    const entries = await place.journal(item, read)
    read = entries.at(-1)?.seq ?? read
    last = entries.findLast(({ type }) => [...BEGINS, ...ENDS].includes(type)) ?? last
    if (last === undefined || !ENDS.includes(last.type)) throw new Error(`${item.name} runs`)
    return 'reason' in last ? `${last.type} ${String(last.reason)}` : last.type
  }, WAIT)
}

const phases = async (place: ConformancePlace, item: WorkItem): Promise<string[]> =>
  (await place.journal(item)).flatMap((entry) =>
    entry.type === 'phase.completed' ? [entry.phase] : [],
  )

const checked = async (place: ConformancePlace, item: WorkItem): Promise<string[]> =>
  (await place.journal(item)).flatMap((entry) =>
    entry.type === 'check.completed' ? [`${entry.name} ${entry.result}`] : [],
  )

/** The files of every conflict that deploys ran into. */
const conflicts = async (place: ConformancePlace, items: WorkItem[]): Promise<string[][]> =>
  (await Promise.all(items.map((item) => place.journal(item))))
    .flat()
    .flatMap((entry) => (entry.type === 'deploy.conflicted' ? [entry.files] : []))

/** Resolves when an agent of that phase is at work. */
const begun = (place: ConformancePlace, item: WorkItem, phase: string): Promise<void> =>
  vi.waitFor(async () => {
    const entries = await place.journal(item)
    const steps = entries.filter((entry) => entry.type === 'step.started')
    if (steps.at(-1)?.phase !== phase) throw new Error(`${phase} has not begun`)
    if (entries.at(-1)?.type !== 'agent.started') throw new Error('it is not at work')
  }, WAIT)

const numbers = async (place: ConformancePlace, item: WorkItem): Promise<number[]> =>
  (await place.journal(item)).map(({ seq }) => seq)

const called = (place: ConformancePlace, times: number): Promise<void> =>
  vi.waitFor(() => expect(place.mock.calls().length).toBeGreaterThanOrEqual(times), WAIT)

/** A run must end the same way wherever it runs. */
export function conformanceSuite(
  name: string,
  open: (wanted: Wanted) => Promise<ConformancePlace>,
): void {
  const make = (scenario: MockScenario = {}, config: Config = {}): Promise<ConformancePlace> =>
    open({ scenario, config })

  describe(`F1 ${name}`, () => {
    it('start runs to the first NOGO; a second start meanwhile is refused', async () => {
      await using place = await make({ hold: 'gate' })
      const item = await place.newSpec('login')
      const start = {
        type: 'start',
        item,
        go: [],
        nogo: ['tasks'],
        calledBy,
      } satisfies CommandRequest
      expect(await place.command(start)).toMatchObject({ ok: true })
      await called(place, 1)
      expect(await place.command(start)).toMatchObject({ error: { code: 'ALREADY_EXECUTING' } })
      place.mock.release('gate')
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await phases(place, item)).toEqual(['requirements', 'design'])
      const all = await numbers(place, item)
      expect(all).toEqual(all.map((_, index) => index + 1))
    })

    it('stop ends the agent, and resume takes it up again', async () => {
      await using place = await make({ hold: 'gate' })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: ['design'], calledBy })
      await called(place, 1)
      expect(await place.command({ type: 'stop', item, calledBy })).toEqual({
        ok: true,
        value: { changed: true },
      })
      expect(await end(place, item)).toBe('run.paused user')
      place.mock.release('gate')
      expect(await place.command({ type: 'resume', item, calledBy })).toMatchObject({ ok: true })
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await phases(place, item)).toEqual(['requirements'])
    })

    it('a permit in mid-run stops it before the phase', async () => {
      await using place = await make({ hold: 'gate' })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: [], calledBy })
      await called(place, 1)
      await place.command({ type: 'permit', item, go: [], nogo: ['design'], calledBy })
      place.mock.release('gate')
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await phases(place, item)).toEqual(['requirements'])
    })

    it('an instruction reaches the next agent, a spent budget pauses before it', async () => {
      await using place = await make({ hold: 'gate' })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: [], calledBy })
      await called(place, 1)
      await place.command({ type: 'tell', item, text: 'Mind the tests.', now: false, calledBy })
      await place.command({ type: 'budget', item, tokens: 1, calledBy })
      place.mock.release('gate')
      expect(await end(place, item)).toBe('run.paused budget')
      expect(await phases(place, item)).toEqual(['requirements'])
      await place.command({ type: 'permit', item, go: [], nogo: ['tasks'], calledBy })
      await place.command({ type: 'budget', item, tokens: null, andThen: 'resume', calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      const told = (await place.journal(item)).flatMap((entry) =>
        entry.type === 'step.started' ? [entry.instructions.length] : [],
      )
      expect(told).toEqual([0, 1])
    })

    it('an agent that fails ends the run; reset and retry begin again from the phase', async () => {
      await using place = await make({ exitCode: 1 })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: ['design'], calledBy })
      expect(await end(place, item)).toBe('run.failed agent-failed')
      place.mock.setScenario({})
      expect(await place.command({ type: 'reset', item, calledBy })).toMatchObject({ ok: true })
      await place.command({ type: 'retry', item, from: 'requirements', calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await phases(place, item)).toEqual(['requirements'])
    })

    it('a review loops until nothing is to fix, and a NOGO is followed by a fix', async () => {
      await using place = await make({
        reviewCounts: [
          [1, 0],
          [0, 0],
        ],
        verdicts: ['NOGO', 'GO'],
      })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: [], calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      const entries = await place.journal(item)
      expect(entries.filter(({ type }) => type === 'review.round-completed')).toHaveLength(2)
      const found = entries.flatMap((entry) =>
        entry.type === 'inspection.completed' ? [entry.result] : [],
      )
      expect(found).toEqual(['nogo', 'go'])
    })

    it('an agent without quota is waited for, and its slot is free meanwhile', async () => {
      await using place = await make()
      const item = await place.newSpec('login')
      const resetsAt = Math.ceil(Date.now() / 1000) + 5
      place.mock.setScenario({
        overrides: [{ phase: 'requirements', call: 1, apiStatus: 429, resetsAt }],
      })
      await place.command({ type: 'start', item, go: [], nogo: ['design'], calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      const waited = (await place.journal(item)).flatMap((entry) =>
        entry.type === 'run.waiting' ? [entry.for] : [],
      )
      expect(waited).toContain('quota')
    })

    it('a question of an agent is journalled, and its answer reaches the agent', async () => {
      await using place = await make({ overrides: [{ phase: 'requirements', asks: 'Bash' }] })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: ['design'], calledBy })
      await vi.waitFor(async () => {
        const types = (await place.journal(item)).map(({ type }) => type)
        expect(types).toContain('agent.asked')
      }, WAIT)
      const answer = await place.command({ type: 'answer', item, answer: 'allow', calledBy })
      expect(answer).toMatchObject({ ok: true })
      expect(await end(place, item)).toBe('run.completed nogo')
    })

    it('a document that was not written stops the run, and says which', async () => {
      await using place = await make({ skipDocument: true })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: [], calledBy })
      expect(await end(place, item)).toBe('run.failed postcondition')
    })

    it('a bug goes from its report to a verified fix', async () => {
      await using place = await make()
      const item = await place.newBug('double')
      await place.command({ type: 'start', item, go: [], nogo: [], calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await phases(place, item)).toEqual(['analyze', 'fix', 'verify'])
    })

    it('what an agent writes into the record decides nothing', async () => {
      const lifted = {
        permissions: { impl: 'GO' },
        budget: { tokens: null },
        phase: 'impl-complete',
      }
      await using place = await make({
        overrides: [{ phase: 'requirements', alsoWrite: { 'spec.json': JSON.stringify(lifted) } }],
      })
      const item = await place.newSpec('login')
      await place.command({ type: 'start', item, go: [], nogo: ['design'], calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await phases(place, item)).toEqual(['requirements'])
    })

    it('a check that fails sends the code back, and passes after the next work on it', async () => {
      await using place = await make(
        { overrides: [{ phase: 'impl', call: 2, alsoWrite: { '../../../done.txt': 'yes\n' } }] },
        { checks: [{ name: 'test', command: ['test', '-f', 'done.txt'] }] },
      )
      const item = await place.newQuick('login')
      await place.command({ type: 'start', item, go: [], nogo: ['inspection'], calledBy })
      expect(await end(place, item)).toBe('run.completed nogo')
      expect(await checked(place, item)).toEqual(['test failed', 'test passed'])
      const work = place.git('show', 'feature/login:done.txt')
      expect(work).toBe('yes')
    })

    it('items that are ready are deployed one after another, each checked on the base before it', async () => {
      await using place = await make(
        { overrides: [{ phase: 'impl', alsoWrite: { '../../../code.txt': 'new\n' } }] },
        { checks: [{ name: 'test', command: ['test', '-f', 'code.txt'] }] },
      )
      const items = [await place.newQuick('one'), await place.newQuick('two')]
      const before = place.git('rev-parse', 'main')
      for (const item of items)
        await place.command({ type: 'start', item, go: ['deploy'], nogo: [], calledBy })
      for (const item of items) {
        expect(await end(place, item)).toBe('run.completed done')
        expect(await phases(place, item)).toContain('deploy')
        expect((await checked(place, item)).every((one) => one === 'test passed')).toBe(true)
      }
      expect(place.git('rev-list', '--count', '--first-parent', `${before}..main`)).toBe('2')
      expect(place.git('branch', '--list', 'feature/*')).toBe('')
      expect(place.git('show', 'main:code.txt')).toBe('new')
      expect(place.git('fsck', '--no-dangling')).toBe('')
    })

    it('P4 what git cannot merge with the base an agent resolves, and the work is deployed', async () => {
      const codes = ['one', 'two'].map((feature) => ({
        feature,
        phase: 'impl' as const,
        alsoWrite: { '../../../code.txt': `${feature}\n` },
      }))
      // The agent of the first call leaves the conflict as it is.
      const resolved = { phase: 'deploy', call: 2, writesHere: { 'code.txt': 'both\n' } } as const
      await using place = await make({ overrides: [...codes, resolved] })
      const items = [await place.newQuick('one'), await place.newQuick('two')]
      const before = place.git('rev-parse', 'main')
      for (const item of items)
        await place.command({ type: 'start', item, go: ['deploy'], nogo: [], calledBy })
      for (const item of items) expect(await end(place, item)).toBe('run.completed done')
      expect(await conflicts(place, items)).toEqual([['code.txt'], ['code.txt']])
      expect(place.git('rev-list', '--count', '--first-parent', `${before}..main`)).toBe('2')
      expect(place.git('show', 'main:code.txt')).toBe('both')
      expect(place.git('for-each-ref', 'refs/sdd/conflict')).toBe('')
    })

    it.each(CRASHES)(
      'what decides may be gone while an agent is at %s: the work is deployed once',
      async (phase) => {
        await using place = await make({ overrides: [{ phase, hold: 'gate' }] })
        const item = await place.newQuick('login')
        const before = place.git('rev-parse', 'main')
        await place.command({ type: 'start', item, go: ['deploy'], nogo: [], calledBy })
        await begun(place, item, phase)
        await place.crash(item)
        place.mock.release('gate')
        expect(await end(place, item)).toBe('run.completed done')
        expect(place.git('rev-list', '--count', '--first-parent', `${before}..main`)).toBe('1')
      },
    )
  })
}
