import { sameItem, type SpecItem, type WorkItem } from '../../../src/contracts/work-item.ts'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '../../../src/contracts/ids.ts'
import type { JournalEntry, JournalType } from '../../../src/contracts/journal.ts'
import { type AgentPhase, type Phase } from '../../../src/contracts/phases.ts'
import type { Rejection } from '../../../src/contracts/rejections.ts'
import type { Result } from '../../../src/contracts/result.ts'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import type { SpecJson } from '../../../src/contracts/spec-json.ts'
import { agentFolder } from '../../../src/host/agents/folder/agent-folder.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import type { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { SPEC_WORKFLOW } from '../../../src/core/workflow/tables/spec-workflow.ts'
import { phasesOf } from '../../../src/core/workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

type Json = Record<string, unknown>

/** A spec with documents on disk as if every phase before `phase` had passed. */
export async function specAt(
  world: ProjectWorld,
  name: string,
  phase: Exclude<Phase, 'deploy'>,
): Promise<SpecItem> {
  const spec = await world.newSpec(name)
  const passed = PHASES.slice(0, PHASES.indexOf(phase))
  if (passed.includes('requirements'))
    world.write(spec, 'requirements.md', '# Requirements\n\nIt shall work.\n')
  if (passed.includes('design')) world.write(spec, 'design.md', '# Design\n\nOne part.\n')
  if (passed.includes('tasks'))
    world.write(spec, 'tasks.md', tasks(passed.includes('impl') ? 'x' : ' '))
  if (passed.includes('document-review'))
    edit(world, spec, (json) => ({
      ...json,
      documentReview: { status: 'approved', roundDetails: [] },
    }))
  return spec
}

/** A tasks.md with one task for each mark. */
export function tasks(...marks: string[]): string {
  const lines = (marks.length === 1 ? Array.from({ length: 4 }, () => marks[0]) : marks).map(
    (mark, index) => `- [${mark}] ${index + 1}. Part ${index + 1}`,
  )
  return `# Tasks\n\n${lines.join('\n')}\n`
}

export function edit(
  world: ProjectWorld,
  name: WorkItem,
  change: (json: SpecJson) => SpecJson,
): void {
  const text = JSON.stringify(change(world.spec(name)), null, 2)
  writeFileSync(join(world.specDir(name), 'spec.json'), `${text}\n`)
}

export const review = (world: ProjectWorld, name: WorkItem): Json =>
  world.spec(name)['documentReview'] as Json

export const rounds = (world: ProjectWorld, name: WorkItem): Json[] =>
  (review(world, name)['roundDetails'] ?? []) as Json[]

export const approvals = (world: ProjectWorld, name: WorkItem): Json =>
  world.spec(name)['approvals'] as Json

export function inspections(world: ProjectWorld, name: WorkItem): Json[] {
  const inspection = world.spec(name)['inspection'] as { rounds?: Json[] } | undefined
  return inspection?.rounds ?? []
}

/** The agents that were started for a spec, as `phase` or `phase round`. */
export function agentsOf(world: ProjectWorld, name: WorkItem): string[] {
  return world.mock
    .calls()
    .filter((call) => call.feature === name.name)
    .map((call) => (call.round === null ? call.phase : `${call.phase} ${call.round}`))
}

type Entry<T extends JournalType> = Extract<JournalEntry, { type: T }>

export function entriesOf<T extends JournalType>(
  world: ProjectWorld,
  name: WorkItem,
  type: T,
): Entry<T>[] {
  return world.journal(name).filter((entry): entry is Entry<T> => entry.type === type)
}

/** Resolves when agent number `count` of a phase is running and has read its scenario. */
export async function agentStarted(
  world: ProjectWorld,
  name: WorkItem,
  wanted: { phase: AgentPhase; count?: number },
): Promise<void> {
  const { out } = agentFolder(world.folders, await startOf(world, name, wanted))
  await until(() => (statSync(out, { throwIfNoEntry: false })?.size ?? 0) > 0)
}

function startOf(
  world: ProjectWorld,
  name: WorkItem,
  { phase, count = 1 }: { phase: AgentPhase; count?: number },
): Promise<AgentId> {
  const startIn = (event: HostEvent): AgentId[] => {
    if (event.type !== 'entry' || !sameItem(event.item, name)) return []
    const { entry } = event
    return entry.type === 'agent.started' && entry.phase === phase ? [entry.agentId] : []
  }
  return new Promise((resolve) => {
    const started = world.events.flatMap(startIn)
    const leave = world.host.subscribe((event) => {
      started.push(...startIn(event))
      settle()
    })
    const settle = (): void => {
      const agentId = started[count - 1]
      if (agentId === undefined) return
      leave()
      resolve(agentId)
    }
    settle()
  })
}

export function refusal<T>(result: Result<T, Rejection>): Rejection {
  if (result.ok) throw new Error('it was not refused')
  return result.error
}
