import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliWorld, jsonLines, type Ended } from '../testkit/worlds/cli-world.ts'

const READY = {
  'requirements.md': '# R\n\nText.\n',
  'design.md': '# D\n',
  'tasks.md': '- [ ] 1. One\n',
}

describe('what is found before the start changes nothing on disk', () => {
  let world: CliWorld
  beforeAll(async () => {
    world = new CliWorld()
    await world.spec('login')
  })
  afterAll(() => world.dispose())

  async function refused(args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const before = world.tree()
    const ended = await world.sdd(args, { env })
    expect(world.tree()).toEqual(before)
    expect(ended.stdout).toBe('')
    return ended
  }

  it.each([
    ['a path', '../x'],
    ['upper case', 'A'],
    ['an empty name', ''],
    ['101 characters', 'a'.repeat(101)],
    ['a dash first', '-x'],
  ])('S1 refuses %s as the name of a new spec', async (_, name) => {
    const { code, stderr } = await refused(['new', '--', name])
    expect(code).toBe(2)
    expect(stderr).toContain(`"${name}"`)
    expect(stderr).toContain('lowercase letters, digits and dashes')
  })

  it.each(['../x', '/etc', 'a/../../b', '..', '.', '', 'a\nb', 'a\u001b[2Jb'])(
    'S1 refuses %j as a name before any path is built from it',
    async (name) => {
      const { code, stderr } = await refused(['run', '--', name])
      expect([code, stderr]).toEqual([2, expect.stringContaining('is not a valid feature name')])
    },
  )

  it.each(['A', 'a b', '-x'])(
    'S1 does not offer to create %s, which is not there',
    async (name) => {
      const { code, stderr } = await refused(['run', '--', name])
      expect([code, stderr]).toEqual([2, expect.stringContaining(`There is no spec ${name} in`)])
      expect(stderr).not.toContain('sdd new')
    },
  )

  it('names an unknown feature, where it was looked for, and what to do', async () => {
    const verbs = ['run', 'resume', 'stop', 'reset', 'log', 'status']
    const ends = await Promise.all(verbs.map((verb) => refused([verb, 'nope'])))
    for (const { code, stderr } of ends) {
      expect(code).toBe(2)
      expect(stderr).toContain(`no spec nope in ${world.project}\n`)
      expect(stderr).toContain('sdd new nope')
    }
  })

  it('makes nothing in a folder that is no project yet', async () => {
    const project = join(world.root, 'bare')
    mkdirSync(project)
    const commands = [['run', 'x'], ['status'], ['agents'], ['config'], ['doctor'], ['stop', 'x']]
    await Promise.all(commands.map((args) => world.sdd([...args, '--project', project])))
    expect(readdirSync(project)).toEqual([])
  })

  it('names a missing agent CLI, its variable and the ways out', async () => {
    const { code, stderr } = await refused(['run', 'login'], {
      SDD_CLAUDE_COMMAND: '/nowhere/claude',
    })
    expect(code).toBe(2)
    expect(stderr).toContain('/nowhere/claude does not exist')
    for (const way of ['npm install', 'SDD_CLAUDE_COMMAND', '--agent simulated', 'sdd doctor'])
      expect(stderr).toContain(way)
  })

  it('names an agent CLI that cannot be executed', async () => {
    const file = join(world.root, 'not-executable')
    writeFileSync(file, '#!/bin/sh\n')
    chmodSync(file, 0o644)
    const ended = await refused(['run', 'login'], { SDD_CLAUDE_COMMAND: file })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(`not executable: ${file}`)
    expect(ended.stderr).toContain(`chmod +x ${file}`)
  })

  it('says which agents there are', async () => {
    const unknown = await refused(['run', 'login', '--agent', 'gpt'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('acp:<name>')])
    const undriven = await refused(['run', 'login', '--agent', 'acp:nobody'])
    expect(undriven.code).toBe(2)
    expect(undriven.stderr).toContain('Supported: claude, codex, gemini, opencode, simulated')
  })

  it('X9 refuses a phase that is both GO and NOGO, before anything starts or changes', async () => {
    const before = world.mock.calls()
    for (const verb of ['run', 'permit']) {
      const { code, stderr } = await refused([verb, 'login', '--go', 'impl,tasks', '--nogo=impl'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('impl is in both --go and')])
    }
    expect(world.mock.calls()).toEqual(before)
    const unknown = await refused(['permit', 'login', '--go', 'implement'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('document-review')])
  })

  it('refuses what cannot be done with the spec as it is', async () => {
    const cases: [string[], number, string][] = [
      [['resume', 'login'], 2, 'nothing to resume'],
      [['approve', 'login', 'design'], 2, 'not written yet'],
      [['approve', 'login', 'impl'], 2, 'These can: requirements, design, tasks, document-review'],
      [['reject', 'login', 'design'], 2, '--reason TEXT is missing'],
      [['phase', 'login', 'design'], 2, 'requirements is not approved'],
      [['phase', 'login', 'design', '--fix'], 2, '--fix only works with document-review'],
      [['deploy', 'login'], 2, 'inspection has not passed'],
      [['retry', 'login', '--from', 'tasks'], 2, 'requirements is not generated'],
      [['retry', 'login'], 2, '--from PHASE is missing'],
      [['permit', 'login'], 2, '--go or --nogo is missing'],
      [['new', 'login'], 2, '.kiro/specs/login already exists'],
      [['new', 'other', '--description', ''], 2, 'The description is empty'],
      [['new', 'other', '--language', 'english'], 2, 'is not a language'],
    ]
    const ends = await Promise.all(cases.map(([args]) => refused(args)))
    for (const [index, [args, code, words]] of cases.entries())
      expect([args, ends[index]?.code, ends[index]?.stderr]).toEqual([
        args,
        code,
        expect.stringContaining(words),
      ])
  })
})

describe('files that cannot be read', () => {
  it('X13 names a corrupt spec.json and the place in it, and leaves it untouched', async () => {
    await using world = new CliWorld()
    const dir = await world.spec('broken')
    await world.spec('sound')
    writeFileSync(join(dir, 'spec.json'), '{\n  "phase": oops\n}\n')
    const before = world.tree()
    const run = await world.sdd(['run', 'broken'])
    expect(run.code).toBe(4)
    expect(run.stderr).toContain(join(dir, 'spec.json'))
    expect(run.stderr).toContain('line 2, column 12')
    expect(run.stderr).toContain('left untouched')
    const status = await world.sdd(['status', '--json'])
    expect(status.code).toBe(4)
    expect(status.stderr).toContain('line 2, column 12')
    const specs = jsonLines(status.stdout)
    expect(specs.map(({ feature }) => feature)).toEqual(['broken', 'sound'])
    expect(specs[0]?.['problem']).toContain('line 2, column 12')
    expect(specs[1]).not.toHaveProperty('problem')
    expect(world.tree()).toEqual(before)
  })

  it('X6 refuses a folder in the place of tasks.md', async () => {
    await using world = new CliWorld()
    const { 'tasks.md': _, ...documents } = READY
    const dir = await world.spec('login', documents)
    mkdirSync(join(dir, 'tasks.md'))
    const before = world.tree()
    for (const args of [
      ['run', 'login'],
      ['phase', 'login', 'impl'],
    ]) {
      const { code, stderr } = await world.sdd(args)
      expect(code).toBe(4)
      expect(stderr).toContain(`${join(dir, 'tasks.md')} cannot be read: it is a folder`)
    }
    expect(world.tree()).toEqual(before)
    expect(world.mock.calls()).toEqual([])
  })

  it('names file, key and what is allowed for a wrong value in a configuration', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    world.configure({ agent: 'gpt' })
    const before = world.tree()
    const personal = await world.sdd(['run', 'login'])
    expect(personal.code).toBe(2)
    expect(personal.stderr).toContain('sdd-orchestrator/config.json: agent has an invalid value')
    expect(personal.stderr).toContain('one of claude, codex, gemini, opencode, simulated')
    expect(world.tree()).toEqual(before)

    world.configure({})
    world.write(join(world.project, '.kiro', 'sdd-orchestrator.json'), '{"concurrency": 0}')
    const project = await world.sdd(['run', 'login', '--json'])
    expect(project.code).toBe(2)
    expect(jsonLines(project.stdout)).toEqual([
      {
        type: 'error',
        code: 'BAD_CONFIG',
        message: expect.stringMatching(
          /sdd-orchestrator\.json: concurrency .*a whole number from 1 to 1000/,
        ),
      },
    ])
  })

  it('says what blocks the runtime folder', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    rmSync(join(world.project, '.kiro', 'runtime'), { recursive: true })
    writeFileSync(join(world.project, '.kiro', 'runtime'), 'not a folder')
    const { code, stderr } = await world.sdd(['run', 'login'])
    expect(code).toBe(2)
    expect(stderr).toContain('.kiro/runtime cannot be written')
    expect(readFileSync(join(world.project, '.kiro', 'runtime'), 'utf8')).toBe('not a folder')
  })
})

it('T8 a warning about a file cannot control the terminal with its name', async () => {
  await using world = new CliWorld()
  const state = join(world.root, 'state\u001B]0;evil\u0007')
  mkdirSync(join(state, 'sdd-orchestrator', 'access.json'), { recursive: true })
  const { stderr } = await world.sdd(['saved'], { env: { XDG_STATE_HOME: state } })
  expect(stderr).toContain('state]0;evil/sdd-orchestrator/access.json cannot be read')
  for (const control of ['\u001B', '\u0007']) expect(stderr).not.toContain(control)
})
