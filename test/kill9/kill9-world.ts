import { bugItem, specNamed, type WorkItem } from '../../src/contracts/work-item.ts'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Config } from '../../src/core/settings/config-schema.ts'
import { JOURNAL_FILE } from '../../src/host/journal/journal-lines.ts'
import type { MockScenario } from '../../src/testkit/mock-cli/scenario-script.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentsOf } from '../integration/flows/flow-world.ts'
import { HostProcess, type CrashPoint, type DurableCall, type HostProgram } from './host-process.ts'

export const SPEC = specNamed('a')
const BUG = bugItem(SPEC.name)

/** A run whose hosts are killed. */
export interface Course {
  item: WorkItem
  scenario: MockScenario
  make: (world: ProjectWorld) => Promise<WorkItem>
  /** The number of agents in an undisturbed run. */
  agents: number
}

/** Every kind of hand-off: two review rounds and an impl re-run; a fix that is repeated. */
export const COURSES = {
  spec: {
    item: SPEC,
    scenario: {
      taskCount: 2,
      ticksPerRun: [1, 'all'],
      reviewCounts: [
        [1, 0],
        [0, 0],
      ],
    },
    make: (world) => world.newSpec(SPEC.name),
    agents: 10,
  },
  bug: {
    item: BUG,
    scenario: { verified: ['NOT VERIFIED', 'VERIFIED'] },
    make: (world) => world.newBug(BUG.name),
    agents: 5,
  },
} satisfies Record<string, Course>

export interface Undisturbed {
  outcome: Outcome
  calls: DurableCall[]
  bytes: number
}

export async function playUndisturbed(course: Course): Promise<Undisturbed> {
  const { item, scenario, make, agents } = course
  await using world = new ProjectWorld({ scenario })
  await make(world)
  await using host = new HostProcess(world, { begin: { command: 'start', item } })
  const { calls } = await host.line('closed')
  const outcome = outcomeOf(world, item)
  expect(outcome.agents).toHaveLength(agents)
  await expectOneStory(world, item)
  return { outcome, calls, bytes: journalLength(world, item) }
}

/** Kills the hosts of one run at each of the moments, then lets a last host finish it. */
export async function playKilled(
  { item, scenario, make }: Course,
  moments: Moment[],
  { delayMs, outcome }: { delayMs: number; outcome: Outcome },
): Promise<number> {
  await using world = new ProjectWorld({ scenario: { ...scenario, delayMs } })
  await make(world)
  let killed = 0
  for (const moment of moments)
    if (await killedAt(world, { command: 'start', item }, moment)) killed += 1
  await world.open()
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'nogo' })
  await world.host.coordinator.drain()
  await world.closeHost()
  expect(outcomeOf(world, item)).toEqual(outcome)
  await expectOneStory(world, item)
  return killed
}

/** Adds the case to the message of a failure. */
export async function told<T>(what: unknown, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new Error(`killed at ${JSON.stringify(what)}: ${String(error)}`, { cause: error })
  }
}

export const byBytes = (a: Moment, b: Moment): number =>
  'bytes' in a && 'bytes' in b ? a.bytes - b.bytes : 0

/** At a durable call, or some time after the journal has grown to a length. */
export type Moment = { crash: CrashPoint } | { bytes: number; laterMs: number }

type Begin = NonNullable<HostProgram['begin']>

/** Runs a host until the moment and kills it there; false if it had ended before. */
export async function killedAt(
  world: ProjectWorld,
  { config = {}, ...begin }: Begin & { config?: Config },
  moment: Moment,
): Promise<boolean> {
  const crash = 'crash' in moment ? moment.crash : null
  await using host = new HostProcess(world, { begin, crash, config })
  if (!('crash' in moment)) {
    let hasEnded = false
    void host.ended.then(() => (hasEnded = true))
    while (!hasEnded && journalLength(world, begin.item) < moment.bytes) await pause(1)
    await pause(moment.laterMs)
    host.child.kill('SIGKILL')
  }
  const { signal, errors } = await host.ended
  expect(errors).toBe('')
  return signal === 'SIGKILL'
}

export const journalLength = (world: ProjectWorld, item: WorkItem): number =>
  statSync(join(world.specDir(item), JOURNAL_FILE)).size

/** What a run leaves behind, without ids and times: the same whatever happened on the way. */
export interface Outcome {
  agents: string[]
  files: Record<string, string>
}

export function outcomeOf(world: ProjectWorld, item: WorkItem): Outcome {
  const names = readdirSync(world.specDir(item)).filter((name) => name !== JOURNAL_FILE)
  const files = names
    .filter((name) => !name.endsWith('.tmp'))
    .map((name) => [name, timeless(readFileSync(join(world.specDir(item), name), 'utf8'))])
  return { agents: agentsOf(world, item), files: Object.fromEntries(files) as Outcome['files'] }
}

const timeless = (text: string): string =>
  text
    .replaceAll(/agent_[a-z0-9]+_\d+_\d+/g, 'AGENT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

/** The journal and the mock's own record agree, and each agent ran once. */
export async function expectOneStory(world: ProjectWorld, item: WorkItem): Promise<void> {
  const lines = readFileSync(join(world.specDir(item), JOURNAL_FILE), 'utf8').split('\n')
  expect(lines.pop()).toBe('')
  const journal = world.journal(item)
  expect(journal.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1))
  const idsOf = (type: 'step.started' | 'agent.started' | 'agent.ended') =>
    journal.flatMap((entry) => (entry.type === type ? [entry.agentId] : []))
  const neverRan = journal.flatMap((entry) =>
    entry.type === 'agent.ended' && entry.cause === 'not-started' ? [entry.agentId] : [],
  )
  const ran = world.mock.calls().map(({ agentId }) => agentId as (typeof neverRan)[number])
  expect(new Set(ran).size).toBe(ran.length)
  expect(idsOf('agent.ended')).toEqual(idsOf('step.started'))
  expect(idsOf('agent.started')).toEqual(ran)
  expect(idsOf('agent.ended').filter((id) => !neverRan.includes(id))).toEqual(ran)
  expect(journal.filter(({ type }) => type === 'run.paused' || type === 'run.failed')).toEqual([])
  // A fenced wrapper may not have given up yet.
  await until(() => world.processes().length === 0)
}

/** Works through a list in parallel lanes: a run mostly waits for its processes. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
