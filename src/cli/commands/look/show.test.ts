import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'

const line = (seq: number, message: string): string =>
  `${JSON.stringify({ seq, time: '2025-01-01T00:00:00.000Z', type: 'run.reset', level: 'info', message })}\n`

describe('sdd status', () => {
  it('S1 tells where every spec stands, in the published shape', async () => {
    await using world = new CliWorld()
    await world.spec('login', {
      'requirements.md': '# R\n\nText.\n',
      'tasks.md': '- [x] 1. One\n- [ ] 2. Two\n- [ ]* 3. Extra\n',
    })
    await world.spec('search')
    const before = world.tree()
    const { code, stdout } = await world.sdd(['status', '--json'])
    expect(code).toBe(0)
    const missing = { generated: false, approved: false }
    const written = { generated: true, approved: false }
    const [login, search] = jsonLines(stdout)
    expect(login).toEqual({
      type: 'status',
      feature: 'login',
      phase: 'tasks-generated',
      run: { status: 'idle', reason: null, phase: null, round: null, implReruns: 0 },
      tasks: { done: 1, total: 2, optional: { done: 0, total: 1 } },
      approvals: { requirements: written, design: missing, tasks: written },
      permissions: {
        requirements: true,
        design: true,
        tasks: true,
        'document-review': true,
        impl: true,
        inspection: true,
        deploy: false,
      },
      workspace: { kind: 'checkout' },
      checks: [],
      inspection: null,
      deploy: { state: 'none', commit: null, url: null, queued: null, conflicts: [] },
    })
    expect(search).toMatchObject({ feature: 'search', tasks: null })
    expect((await world.sdd(['status'])).stdout).toMatch(/^login +idle +tasks-generated +1\/2$/m)
    const details = await world.sdd(['status', 'login'])
    expect(details.stdout).toContain('1/2 done (optional 0/1)')
    expect(details.stdout).toContain('sdd run login')
    expect(details.stdout).toContain('not verified by checks')
    expect(world.tree()).toEqual(before)
  })

  it('X13 what is there counts, an approved document that is missing is reported, and done is done', async () => {
    await using world = new CliWorld()
    const json = {
      feature_name: 'old',
      phase: 'implemented',
      approvals: { design: { generated: true, approved: true } },
      inspection: { rounds: 2 },
    }
    const dir = join(world.project, '.kiro/specs/old')
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'spec.json'), JSON.stringify(json))
    writeFileSync(join(dir, 'requirements.md'), '# Requirements\n\nIt shall work.\n')
    writeFileSync(join(dir, 'tasks.md'), '- [x] 1. One\n- [x] 2. Two\n')
    const before = world.tree()
    const { stdout } = await world.sdd(['status', 'old'])
    expect(stdout).toMatch(/documents +implementation-complete/)
    expect(stdout).toMatch(/requirements +GO +written, not approved/)
    expect(stdout).toMatch(/design +GO +approved, but missing/)
    expect(world.tree()).toEqual(before)
    const run = await world.sdd(['run', 'old'])
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Already done')
    expect(run.stdout).toContain('sdd retry old --from inspection')
    expect(readFileSync(join(dir, 'spec.json'), 'utf8')).toBe(JSON.stringify(json))
  })

  it('finds the project from a folder inside it, and the main checkout from a worktree', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    execFileSync('git', ['init', '-q', world.project])
    const inside = join(world.project, 'src', 'deep')
    const worktree = join(world.project, '.kiro', 'worktrees', 'specs', 'login', '.kiro', 'specs')
    for (const cwd of [inside, worktree]) {
      mkdirSync(cwd, { recursive: true })
      expect((await world.sdd(['status'], { cwd })).stdout).toContain('login')
    }
  })
})

describe('sdd log', () => {
  it('shows the log, the older tool’s events, and a mark for a line that cannot be read', async () => {
    await using world = new CliWorld()
    const dir = await world.spec('login')
    writeFileSync(
      join(dir, 'events.jsonl'),
      '{"type":"auto-execution:start","timestamp":"2024-05-01T10:00:00Z","message":"Old start"}\n',
    )
    appendFileSync(join(dir, 'event-log.jsonl'), `half a li\n${line(2, 'After the damage')}`)
    const { code, stdout } = await world.sdd(['log', 'login'])
    expect(code).toBe(0)
    const order = ['Old start', 'Spec created', 'unreadable line: half a li', 'After the damage']
    const places = order.map((words) => stdout.indexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(-1)
    const json = jsonLines((await world.sdd(['log', 'login', '--json'])).stdout)
    expect(json.map(({ type }) => type)).toEqual([
      'auto-execution:start',
      'spec.created',
      'unreadable',
      'run.reset',
    ])
  })

  it('follows what is added, through torn lines, until Ctrl+C', async () => {
    await using world = new CliWorld()
    const dir = await world.spec('login')
    const file = join(dir, 'event-log.jsonl')
    const following = world.start(['log', 'login', '--follow'])
    await following.prints('Spec created')
    const whole = readFileSync(file).length
    appendFileSync(file, line(2, 'torn by a crash').slice(0, 40))
    truncateSync(file, whole)
    const text = line(2, 'second')
    appendFileSync(file, text.slice(0, 30))
    appendFileSync(file, text.slice(30) + line(3, 'third'))
    await following.prints('third')
    following.signal('SIGINT')
    const { code, stdout } = await following.ended
    expect(code).toBe(130)
    expect(stdout.match(/Spec created|second|third/g)).toEqual(['Spec created', 'second', 'third'])
  })

  it('ends quietly when no one reads any more', async () => {
    await using world = new CliWorld()
    const dir = await world.spec('login')
    const following = world.start(['log', 'login', '--follow'])
    await following.prints('Spec created')
    following.closeOutput()
    const pump = setInterval(() => appendFileSync(join(dir, 'event-log.jsonl'), line(2, 'x')), 20)
    const { code, stderr } = await following.ended
    clearInterval(pump)
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('sdd config', () => {
  it('sets a value in the personal file, checked, with unknown keys kept', async () => {
    await using world = new CliWorld()
    const file = join(world.configHome, 'sdd-orchestrator', 'config.json')
    world.configure({ future: { kept: true }, agent: 'claude' })
    const sets: [string, string][] = [
      ['agent', 'simulated'],
      ['timeoutMinutes.impl', '480'],
      ['exclusiveWorkingTree', 'false'],
      ['claude.model', '5'],
      ['claude.allowedTools', 'Bash'],
    ]
    for (const [key, value] of sets)
      expect((await world.sdd(['config', 'set', key, value])).code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      future: { kept: true },
      agent: 'simulated',
      timeoutMinutes: { impl: 480 },
      exclusiveWorkingTree: false,
      claude: { model: '5', allowedTools: ['Bash'] },
    })
    const before = world.tree()
    const wrong = await world.sdd(['config', 'set', 'agent', 'gpt'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('one of claude, codex')])
    expect((await world.sdd(['config', 'set', 'agnet', 'claude'])).code).toBe(2)
    expect(world.tree()).toEqual(before)
  })

  it('R19 shows what holds and where it comes from; a project grants no permissions', async () => {
    await using world = new CliWorld()
    world.configure({ agent: 'simulated', concurrency: 30, typo: 1 })
    world.write(
      join(world.project, '.kiro', 'sdd-orchestrator.json'),
      JSON.stringify({ concurrency: 9, claude: { permissionMode: 'bypassPermissions' } }),
    )
    const { code, stdout, stderr } = await world.sdd(['config'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^agent +simulated +.*config\.json$/m)
    expect(stdout).toMatch(/^concurrency +9 +.*sdd-orchestrator\.json$/m)
    expect(stdout).not.toContain('claude.permissionMode')
    expect(stderr).toMatch(/config\.json: typo is not a known key/)
    expect(stderr).toMatch(/claude\.permissionMode is ignored: only your personal/)
    const got = await world.sdd(['config', 'get', 'concurrency'])
    expect(got.stdout).toBe('9\n')
  })

  it('T5 a limit that the project would raise is capped, and said', async () => {
    await using world = new CliWorld()
    world.configure({ concurrency: 3 })
    world.write(
      join(world.project, '.kiro', 'sdd-orchestrator.json'),
      JSON.stringify({ concurrency: 9 }),
    )
    const { stdout, stderr } = await world.sdd(['config'])
    expect(stdout).toMatch(/^concurrency +3 +.*config\.json \(the project sets 9,/m)
    expect(stderr).toContain('concurrency 9 is capped at 3, your own limit')
    const got = await world.sdd(['config', 'get', 'concurrency', '--json'])
    expect(JSON.parse(got.stdout)).toMatchObject({ value: 3, cappedFrom: 9 })
  })

  it('writes through a link to the file it points to', async () => {
    await using world = new CliWorld()
    const target = join(world.root, 'dotfiles.json')
    writeFileSync(target, '{}')
    mkdirSync(join(world.configHome, 'sdd-orchestrator'), { recursive: true })
    symlinkSync(target, join(world.configHome, 'sdd-orchestrator', 'config.json'))
    await world.sdd(['config', 'set', 'agent', 'simulated'])
    expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ agent: 'simulated' })
  })
})

describe('sdd doctor', () => {
  it('tells what is there and how to get what is missing', async () => {
    await using world = new CliWorld()
    const program = join(world.root, 'fake-claude')
    writeFileSync(program, '#!/bin/sh\necho "1.2.3 (Fake)"\n', { mode: 0o755 })
    const failing = join(world.root, 'fake-gemini')
    writeFileSync(failing, '#!/bin/sh\nexit 3\n', { mode: 0o755 })
    const env = { SDD_CLAUDE_COMMAND: program, SDD_GEMINI_COMMAND: failing }
    const { code, stdout } = await world.sdd(['doctor'], { env })
    expect(code).toBe(0)
    expect(stdout).toContain(`1.2.3 (Fake), ${program} (set in SDD_CLAUDE_COMMAND)`)
    expect(stdout).toContain('--version ended with exit code 3')
    expect(stdout).toContain('npm install -g @openai/codex')
    expect(stdout).toContain('SDD_OPENCODE_COMMAND')
    expect(stdout).toContain('Linux: fully supported')
    expect(existsSync(join(world.project, '.kiro'))).toBe(false)
  })

  it('ends with code 2 when the chosen agent is missing or the configuration is wrong', async () => {
    await using world = new CliWorld()
    const env = { SDD_CLAUDE_COMMAND: '/nowhere/claude' }
    expect((await world.sdd(['doctor'], { env })).code).toBe(0)
    world.configure({ agent: 'claude' })
    const chosen = await world.sdd(['doctor', '--json'], { env })
    expect(chosen.code).toBe(2)
    expect(jsonLines(chosen.stdout)).toContainEqual(
      expect.objectContaining({ name: 'agent', level: 'problem' }),
    )
    world.configure({ agent: 5 })
    const wrong = await world.sdd(['doctor'])
    expect([wrong.code, wrong.stdout]).toEqual([2, expect.stringContaining('agent has an invalid')])
  })
})
