import { specNamed } from '../../contracts/work-item.ts'
import { expect, it } from 'vitest'
import { journalEntrySchema, type JournalEntry } from '../../contracts/journal.ts'
import { evolve, initialState } from './evolve.ts'

const stamp = { time: '2025-01-01T00:00:00.000Z', level: 'info', message: '' }
const launch = { stepId: 'step_1_1', attempt: 1, agentId: 'agent_1_1_1' }
/** Entries as the first version wrote them. */
const OLD = [
  {
    type: 'run.started',
    runId: 'run_1',
    phase: 'impl',
    agent: null,
    roundLimit: 7,
    mode: 'auto',
    replyMode: 'autofix',
  },
  { type: 'run.waiting', for: 'working-tree', phase: 'impl' },
  {
    type: 'step.started',
    ...launch,
    runId: 'run_1',
    phase: 'impl',
    round: null,
    mode: null,
    before: {},
    resumeSessionId: null,
  },
  { type: 'agent.started', ...launch, phase: 'impl', agent: 'claude' },
  {
    type: 'agent.ended',
    ...launch,
    status: 'failed',
    cause: 'exit-code',
    exitCode: 1,
    sessionId: 'session-1',
    ignored: false,
    lost: false,
  },
  { type: 'run.failed', reason: 'agent-failed', phase: 'impl', detail: 'it failed' },
].map((entry, index) => ({ seq: index + 1, ...stamp, ...entry }))

it('a journal of the first version is read, and its glance gives the same state', () => {
  const read = OLD.map((entry) => journalEntrySchema.parse(entry))
  const state = read.reduce(evolve, initialState(specNamed('alpha')))
  expect(state).toMatchObject({
    status: 'error',
    reason: 'agent-failed',
    waitingFor: null,
    step: { agent: null, stage: 'failed', problem: null, instructions: [] },
    spent: { spec: { agents: 1, costUsd: null, unreportedCost: 1, ms: 0 } },
  })
  const unchecked = OLD as unknown as JournalEntry[]
  expect(unchecked.reduce(evolve, initialState(specNamed('alpha')))).toEqual(state)
})
