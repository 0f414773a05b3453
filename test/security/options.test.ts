import { specNamed } from '../../src/contracts/work-item.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/core/settings/config-schema.ts'
import { parseLine } from '../../src/host/journal/journal-lines.ts'
import { openWorld, ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

const EVIL = [
  '--dangerously-bypass-approvals-and-sandbox',
  '-c',
  '-csandbox_mode="danger-full-access"',
  'id\n--yolo',
  'id --yolo',
  '$(touch x)',
  '',
]

const at = '2026-01-01T00:00:00.000Z'
const launch = { stepId: 'step_x_1', attempt: 1, agentId: 'agent_x_1_1' }

const journalWith = (sessionId: string): string =>
  [
    {
      type: 'run.started',
      runId: 'run_x',
      phase: 'requirements',
      agent: 'codex',
      roundLimit: 7,
      mode: 'auto',
      replyMode: 'autofix',
    },
    { type: 'phase.started', phase: 'requirements' },
    {
      type: 'step.started',
      ...launch,
      runId: 'run_x',
      phase: 'requirements',
      round: null,
      mode: null,
      before: {},
      resumeSessionId: sessionId,
      agent: 'codex',
    },
    { type: 'run.paused', reason: 'user', phase: 'requirements', detail: '' },
    {
      type: 'agent.ended',
      ...launch,
      status: 'interrupted',
      cause: 'stopped',
      exitCode: 143,
      sessionId,
      ignored: true,
      lost: false,
    },
  ]
    .map((entry, index) => ({ seq: index + 1, time: at, level: 'info', message: '', ...entry }))
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('')

/** A program that only records the arguments of its first call. */
const recorder = (world: ProjectWorld): { env: Record<string, string>; argv: () => string[] } => {
  const program = join(world.root, 'codex')
  const log = join(world.root, 'argv')
  writeFileSync(program, `#!/bin/sh\n[ -e '${log}' ] || printf '%s\\0' "$@" >'${log}'\nexit 1\n`, {
    mode: 0o755,
  })
  return {
    env: { SDD_CODEX_COMMAND: program },
    argv: () => readFileSync(log, 'utf8').split('\0').slice(0, -1),
  }
}

describe('values from files on a command line', () => {
  it.each(EVIL)('T2 a committed session id %j never reaches codex', async (sessionId) => {
    await using world = new ProjectWorld({ config: { agent: 'codex' } })
    const { env, argv } = recorder(world)
    Object.assign(world.mock.env, env)
    const spec = await world.newSpec('login')
    writeFileSync(join(world.specDir(spec), 'event-log.jsonl'), journalWith(sessionId))
    await world.open()
    await world.resume(spec)
    expect(argv().slice(-2)).toEqual(['--', '-'])
    expect(argv()).not.toContain('resume')
  })

  it('T2 a session id of the usual shape still continues, behind the end of options', async () => {
    await using world = new ProjectWorld({ config: { agent: 'codex' } })
    const { env, argv } = recorder(world)
    Object.assign(world.mock.env, env)
    const spec = await world.newSpec('login')
    world.wrote(spec, journalWith('0199-ab:c'))
    await world.open()
    await world.resume(spec)
    expect(argv().slice(-4)).toEqual(['resume', '--', '0199-ab:c', '-'])
  })

  it('T2 an agent that spec.json names by an option is refused', async () => {
    await using world = await openWorld()
    mkdirSync(world.specDir(specNamed('login')), { recursive: true })
    world.write(
      specNamed('login'),
      'spec.json',
      JSON.stringify({ feature_name: 'login', agents: { default: '--version' } }),
    )
    const view = await world.host.call('trust', {})
    const findings = view.ok ? view.value.undecided.map(({ id, digest }) => ({ id, digest })) : []
    await world.host.call('decideTrust', { decision: 'trusted', findings })
    expect(await world.host.coordinator.start(specNamed('login'))).toMatchObject({
      ok: false,
      error: { code: 'AGENT_UNKNOWN', agent: '--version' },
    })
  })

  it.each(EVIL)('T2 %j is neither a model nor an effort', (value) => {
    for (const config of [
      { models: { claude: value } },
      { models: { impl: value } },
      { claude: { model: value } },
      { effort: { impl: value } },
      { agent: value },
      { agents: { impl: value } },
    ])
      expect(configSchema.safeParse(config).success).toBe(false)
  })

  it('T2 models as the CLIs name them are taken', () => {
    for (const model of [
      'opus',
      'claude-fable-5[1m]',
      'openrouter/anthropic/claude:beta',
      'gpt-5.5',
    ])
      expect(configSchema.safeParse({ models: { impl: model } }).success).toBe(true)
  })

  it('T2 an ill-shaped session id is no damage: the rest of the entry counts', () => {
    const line = journalWith('--yolo').split('\n')[4] ?? ''
    expect(parseLine(line)).toMatchObject({
      kind: 'entry',
      entry: { type: 'agent.ended', sessionId: null },
    })
  })
})
