import { specNamed } from '../../../contracts/work-item.ts'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentRecordSchema } from '../../../contracts/launch/agent.ts'
import { agentIdSchema } from '../../../contracts/ids.ts'
import {
  type AgentFolder,
  agentFolder,
  createAgentFolder,
  fenceLaunch,
  readExitFile,
  readFileTail,
  readOutcomeFile,
  readRecord,
  readStartFile,
  writeOutcomeFile,
} from './agent-folder.ts'
import { bareOutcome } from '../logs/outcome.ts'
import { processTable } from '../process/process-table.ts'
import { sealOf } from '../../project/seal.ts'

const record = agentRecordSchema.parse({
  runId: 'run_a',
  stepId: 'step_a_1',
  attempt: 1,
  agentId: 'agent_a_1_1',
  item: specNamed('feature'),
  phase: 'impl',
  round: null,
  agent: 'claude',
  command: '/bin/claude',
  args: ['-p'],
  cwd: '/',
  sessionId: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  seq: 3,
})

let dir: string
let folder: AgentFolder
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agent-folder-'))
  folder = agentFolder(
    {
      agentsDir: join(dir, 'agents', 'project'),
      runtimeDir: join(dir, 'runtime'),
      seal: sealOf(dir, { XDG_STATE_HOME: dir }),
    },
    agentIdSchema.parse('agent_a_1_1'),
  )
  createAgentFolder(folder, { record, prompt: 'the prompt' })
})
afterEach(() => rmSync(dir, { recursive: true }))

const mode = (path: string): number => statSync(path).mode & 0o777

describe('agent folder', () => {
  it('B1 reads the record of the version before: what names no kind is a spec', () => {
    const { item, ...rest } = record
    const old = { ...rest, feature: item.name }
    const code = folder.seal.sign('agent', JSON.stringify(old))
    writeFileSync(folder.record, JSON.stringify({ ...old, code }))
    expect(readRecord(folder)).toEqual(record)
  })

  it('S3 keeps the record, for no one else to read', () => {
    expect(readRecord(folder)).toEqual(record)
    expect([folder.path, folder.record, folder.prompt].map(mode)).toEqual([0o700, 0o600, 0o600])
  })

  it('X14 is made once: one agent id is never launched twice', () => {
    expect(() => createAgentFolder(folder, { record, prompt: '' })).toThrow('EEXIST')
  })

  it('X14 an exit status counts only with its newline', () => {
    expect(readExitFile(folder)).toBeNull()
    for (const [text, code] of [
      ['', null],
      ['14', null],
      ['143\n', 143],
      ['0\n', 0],
      ['x\n', null],
    ] as const) {
      writeFileSync(folder.exit, text)
      expect(readExitFile(folder)).toBe(code)
    }
  })

  it('X14 reads who claimed the launch', () => {
    expect(readStartFile(folder)).toEqual({ kind: 'missing' })
    for (const [text, start] of [
      ['', { kind: 'incomplete' }],
      ['123 (sh) S 1 12', { kind: 'incomplete' }],
      ['123 (sh) S 1 12\n', { kind: 'incomplete' }],
      ['9 Mon Nov  3 04:52:09 2025', { kind: 'incomplete' }],
      ['fenced\n', { kind: 'fenced' }],
      [
        '9 Mon Nov  3 04:52:09 2025\n',
        { kind: 'started', pid: 9, startTime: 'Mon Nov 3 04:52:09 2025' },
      ],
    ] as const) {
      writeFileSync(folder.start, text)
      expect(readStartFile(folder)).toEqual(start)
    }
  })

  it('X14 reads the same start time from a line of /proc as the process table does', () => {
    const fields = Array.from({ length: 19 }, (_, index) => `${index}`).join(' ')
    writeFileSync(folder.start, `77 (a) b (c) ${fields} 4711 0 0\n`)
    expect(readStartFile(folder)).toEqual({ kind: 'started', pid: 77, startTime: '4711' })
    expect(processTable.startTimeOf(process.pid)).toMatch(/^\d+$/)
  })

  it('X14 fences a launch once, and never one that is claimed', () => {
    expect(fenceLaunch(folder)).toBe(true)
    expect(fenceLaunch(folder)).toBe(false)
    expect(readStartFile(folder)).toEqual({ kind: 'fenced' })
  })

  it('takes torn or foreign JSON for missing', () => {
    expect(readOutcomeFile(folder)).toBeNull()
    const outcome = bareOutcome({ kind: 'unknown' }, true)
    writeOutcomeFile(folder, outcome)
    expect(readOutcomeFile(folder)).toEqual(outcome)
    writeFileSync(folder.outcome, JSON.stringify(outcome).slice(0, -3))
    expect(readOutcomeFile(folder)).toBeNull()
    writeFileSync(folder.record, '{"agentId":"../../x"}')
    expect(readRecord(folder)).toBeNull()
  })

  it('reads the end of a file from a whole character on', () => {
    writeFileSync(folder.err, 'aあいう')
    expect(readFileTail(folder.err, 100)).toBe('aあいう')
    expect(readFileTail(folder.err, 5)).toBe('う')
    expect(readFileTail(join(dir, 'none'), 5)).toBe('')
  })
})
