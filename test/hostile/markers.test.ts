import { describe } from 'vitest'
import { attackAll } from './attack.ts'
import { LAUNCH, RUN, started, step } from './journals.ts'
import { entries, FEATURE, type Case, type HostileRepository } from './repository.ts'

const LOG = `.kiro/specs/${FEATURE}/event-log.jsonl`

const marker = (
  repository: HostileRepository,
  content: object = { runId: 'run_x', seq: 2 },
): void => repository.json(`.kiro/runtime/runs/${FEATURE}.json`, content)

const CASES: Case[] = [
  {
    name: 'T1 a marker and a log that says it runs',
    make: (repository) => {
      repository.put(LOG, entries([started(null), step()]))
      marker(repository)
    },
  },
  {
    name: 'T1 a marker and a queued run',
    make: (repository) => {
      repository.put(LOG, entries([started(null)]))
      marker(repository, { runId: 'run_x', seq: 1 })
    },
  },
  {
    name: 'T1 an agent record with a program of its own',
    make: (repository) => {
      repository.put(LOG, entries([started(null), step()]))
      marker(repository)
      repository.json('.kiro/runtime/agents/agent_x_1_1/record.json', {
        ...LAUNCH,
        ...RUN,
        item: { kind: 'spec', name: FEATURE },
        round: null,
        agent: 'claude',
        command: 'sh',
        args: ['-c', repository.deed],
        cwd: repository.project,
        sessionId: null,
        startedAt: '2026-01-01T00:00:00.000Z',
        seq: 2,
      })
      repository.put('.kiro/runtime/agents/agent_x_1_1/start', '1 1\n')
    },
  },
  {
    name: 'T1 V5 a check at work, with a command and a program of its own',
    make: (repository) => {
      const { project, deed } = repository
      const key = { stepId: 'check_x_1', attempt: 1, agentId: 'check_x_1_1' }
      const command = ['sh', '-c', deed]
      const work = {
        kind: 'check',
        name: 'test',
        command,
        in: null,
        timeoutMs: 60_000,
        where: 'workspace',
        purpose: 'check',
      }
      const at = { ...RUN, phase: 'impl' }
      repository.put(
        LOG,
        entries([
          started(null),
          { ...step(), ...at },
          { type: 'check.started', ...at, ...key, work, tree: null },
        ]),
      )
      marker(repository, { runId: 'run_x', seq: 3 })
      repository.json('.kiro/runtime/agents/check_x_1_1/record.json', {
        ...key,
        ...at,
        item: { kind: 'spec', name: FEATURE },
        round: null,
        agent: 'check:test',
        command: 'sh',
        args: ['-c', deed],
        cwd: project,
        sessionId: null,
        startedAt: '2026-01-01T00:00:00.000Z',
        seq: 3,
        timeoutMs: 60_000,
      })
    },
  },
  {
    name: 'T1 a run that waits for a quota which is free again',
    make: (repository) => {
      const wait = {
        type: 'run.waiting',
        for: 'quota',
        phase: 'requirements',
        until: '2026-01-01T00:00:00.000Z',
        agent: 'claude',
      }
      repository.put(LOG, entries([started(null), step(), wait]))
      marker(repository, { runId: 'run_x', seq: 3 })
    },
  },
]

describe('a repository that says it is running', () => {
  attackAll(CASES)
})
