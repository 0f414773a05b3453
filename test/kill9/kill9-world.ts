import { specNamed } from '../../src/contracts/work-item.ts'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Config } from '../../src/core/settings/config-schema.ts'
import { JOURNAL_FILE } from '../../src/host/journal/journal-lines.ts'
import type { MockScenario } from '../../src/testkit/mock-cli/scenario-script.ts'
import { type ProjectWorld } from '../../src/testkit/project-world.ts'
import { agentsOf } from '../integration/flows/flow-world.ts'
import { HostProcess, type CrashPoint, type HostProgram } from './host-process.ts'

/** A review that needs two rounds and an impl that needs a re-run: every kind of hand-off. */
export const SCENARIO: MockScenario = {
  taskCount: 2,
  ticksPerRun: [1, 'all'],
  reviewCounts: [
    [1, 0],
    [0, 0],
  ],
}

export const SPEC = specNamed('a')

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
    while (!hasEnded && journalLength(world) < moment.bytes) await pause(1)
    await pause(moment.laterMs)
    host.child.kill('SIGKILL')
  }
  const { signal, errors } = await host.ended
  expect(errors).toBe('')
  return signal === 'SIGKILL'
}

export const journalLength = (world: ProjectWorld): number =>
  statSync(join(world.specDir(SPEC), JOURNAL_FILE)).size

/** What a run leaves behind, without ids and times: the same whatever happened on the way. */
export interface Outcome {
  agents: string[]
  files: Record<string, string>
}

export function outcomeOf(world: ProjectWorld): Outcome {
  const names = readdirSync(world.specDir(SPEC)).filter((name) => name !== JOURNAL_FILE)
  const files = names
    .filter((name) => !name.endsWith('.tmp'))
    .map((name) => [name, timeless(readFileSync(join(world.specDir(SPEC), name), 'utf8'))])
  return { agents: agentsOf(world, SPEC), files: Object.fromEntries(files) as Outcome['files'] }
}

const timeless = (text: string): string =>
  text
    .replaceAll(/agent_[a-z0-9]+_\d+_\d+/g, 'AGENT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

/** The journal and the mock's own record tell the same story, each agent once. */
export async function expectOneStory(world: ProjectWorld): Promise<void> {
  const lines = readFileSync(join(world.specDir(SPEC), JOURNAL_FILE), 'utf8').split('\n')
  expect(lines.pop()).toBe('')
  const journal = world.journal(SPEC)
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
  // A fenced wrapper may still be about to give up.
  while (world.processes().length > 0) await pause(1)
}

/** Works through a list in a few lanes: a run mostly waits for its processes. */
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
