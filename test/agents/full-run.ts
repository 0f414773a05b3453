import { expect } from 'vitest'
import type { CliName } from './agent-clis.ts'
import { SpecRun } from './spec-run.ts'

const DOCUMENTS = ['requirements', 'design', 'tasks']
const REVIEW = ['document-review', 'document-review-reply']

/** Deploy is NOGO by default: every successful run ends there. */
export const AT_THE_END = { code: 0, status: 'completed', reason: 'nogo', phase: 'deploy' }

/** All phases, one review round and one impl run. */
export async function expectPlainRun(agent: CliName): Promise<void> {
  await using world = await SpecRun.open({ agent }, {})
  expect(await world.run()).toMatchObject(AT_THE_END)
  const phases = [...DOCUMENTS, ...REVIEW, 'impl', 'inspection']
  expect(world.steps).toEqual(phases.map((phase) => `${phase}: ${agent}`))
  expect(world.processes()).toEqual([])
}

/** All phases, two review rounds, and an impl run that leaves a task open. */
export async function expectLongRun(agent: CliName): Promise<void> {
  const play = {
    taskCount: 3,
    ticksPerRun: 2,
    reviewCounts: [
      [1, 0],
      [0, 0],
    ],
  } as const
  await using world = await SpecRun.open({ agent }, play)
  expect(await world.run()).toMatchObject(AT_THE_END)
  const phases = [...DOCUMENTS, ...REVIEW, ...REVIEW, 'impl', 'impl', 'inspection']
  expect(world.steps).toEqual(phases.map((phase) => `${phase}: ${agent}`))
  expect(world.documents).toContain('document-review-2-reply.md')
  expect(world.processes()).toEqual([])
}
