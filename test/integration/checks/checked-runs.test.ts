import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JournalEntry, JournalType } from '../../../src/contracts/journal.ts'
import { processTable } from '../../../src/host/agents/process/process-table.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { CliWorld } from '../../../src/testkit/worlds/cli-world.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'

/** Passes once code.txt says `good`. */
const CHECK = {
  name: 'test',
  command: ['sh', '-c', 'echo "code is $(cat code.txt)"; grep -q good code.txt'],
}

const writing = (call: number, code: string) =>
  ({ phase: 'impl', call, alsoWrite: { '../../../code.txt': code } }) as const

const FAILS_TWICE: MockScenario = {
  record: true,
  overrides: [writing(1, 'bad'), writing(2, 'worse'), writing(3, 'good')],
}

class CheckedWorld extends CliWorld {
  constructor(scenario: MockScenario, hasGit = true) {
    super(scenario)
    if (!hasGit) return
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
        cwd: this.project,
      })
    git('init', '-q', '-b', 'main')
    writeFileSync(join(this.project, 'README.md'), 'A project\n')
    git('add', '.')
    git('commit', '-qm', 'first')
  }

  entries<T extends JournalType>(type: T): Extract<JournalEntry, { type: T }>[] {
    return this.journal('login').filter(
      (entry): entry is Extract<JournalEntry, { type: T }> => entry.type === type,
    )
  }

  prompts(phase: string): string[] {
    return this.mock
      .calls()
      .filter((call) => call.phase === phase)
      .map(({ agentId }) => this.mock.recorded(agentId).prompt)
  }
}

describe.each([
  ['in a git repository', true],
  ['without git', false],
])('a run with a check %s', (_, hasGit) => {
  it.concurrent('V1 V2 V3 a failing check leads to re-runs with its output in the prompt, until it passes', async () => {
    await using world = new CheckedWorld(FAILS_TWICE, hasGit)
    world.configure({ checks: [CHECK] })
    await world.spec('login')
    const { code, stdout, stderr } = await world.sdd(['run', 'login'])
    expect([code, stderr]).toEqual([0, expect.anything()])
    const ran = world.entries('check.completed')
    expect(ran.map(({ name, result, exitCode }) => [name, result, exitCode])).toEqual([
      ['test', 'failed', 1],
      ['test', 'failed', 1],
      ['test', 'passed', 0],
    ])
    const trees = ran.map(({ tree }) => tree)
    expect(new Set(trees).size).toBe(hasGit ? 3 : 1)
    expect(world.entries('impl.rerun').map(({ attempt, failing }) => [attempt, failing])).toEqual([
      [1, ['test']],
      [2, ['test']],
    ])
    const [first, second, third] = world.prompts('impl')
    expect(first).toContain('- test: sh -c')
    expect(first).not.toContain('<failed-checks>')
    expect(second).toContain('test failed with exit code 1')
    expect(second).toContain('    code is bad')
    expect(third).toContain('    code is worse')
    expect(third).not.toContain('code is bad')
    expect(stdout).not.toContain('not verified by checks')
    const log = join(world.folders.agentsDir, ran[2]?.log ?? '', 'out.log')
    expect(readFileSync(log, 'utf8')).toContain('code is good')
    const passed = world.entries('phase.completed').map(({ phase }) => phase)
    expect(passed).toEqual(expect.arrayContaining(['impl', 'inspection']))
  })

  it.concurrent('V1 V2 a check that never passes ends in an error that names it', async () => {
    await using world = new CheckedWorld({}, hasGit)
    world.configure({ checks: [CHECK] })
    await world.spec('login')
    writeFileSync(join(world.project, 'code.txt'), 'bad')
    const { code, stdout, stderr } = await world.sdd(['run', 'login'])
    expect(code).toBe(4)
    expect(stdout + stderr).toContain('test')
    expect(world.entries('run.failed')).toMatchObject([
      { reason: 'impl-limit', detail: expect.stringContaining('test') },
    ])
    expect(world.mock.calls().filter(({ phase }) => phase === 'impl')).toHaveLength(8)
    expect(world.mock.calls().some(({ phase }) => phase === 'inspection')).toBe(false)
  })
})

it.concurrent('V1 an agent that says its checks pass, and ticks every box, is not believed', async () => {
  await using world = new CheckedWorld({ says: 'All checks pass.', overrides: [writing(1, 'bad')] })
  world.configure({ checks: [CHECK] })
  await world.spec('login')
  const { code } = await world.sdd(['run', 'login', '--nogo', 'inspection'])
  expect(code).toBe(4)
  expect(world.entries('phase.completed').map(({ phase }) => phase)).not.toContain('impl')
})

it.concurrent('V3 a result of other code is stale', async () => {
  const changed = { phase: 'inspection', alsoWrite: { '../../../code.txt': 'good too' } } as const
  await using world = new CheckedWorld({ overrides: [writing(1, 'good'), changed] })
  world.configure({ checks: [CHECK] })
  await world.spec('login')
  const shown = async (): Promise<unknown> => {
    const { stdout } = await world.sdd(['status', 'login', '--json'])
    return (JSON.parse(stdout) as { checks: unknown }).checks
  }
  expect(await shown()).toMatchObject([{ name: 'test', result: 'never' }])
  expect((await world.sdd(['run', 'login', '--nogo', 'inspection'])).code).toBe(0)
  expect(await shown()).toMatchObject([{ name: 'test', result: 'passed' }])
  expect((await world.sdd(['checks'])).stdout).toContain('login passed')
  expect((await world.sdd(['run', 'login', '--go', 'inspection'])).code).toBe(0)
  expect(await shown()).toMatchObject([{ name: 'test', result: 'stale' }])
})

describe('a check that is running', () => {
  const held = (world: CheckedWorld) => {
    const [begun, gate] = [join(world.root, 'begun'), join(world.root, 'gate')]
    const script = `echo $$ >>"${begun}"; setsid sleep 900 & while [ ! -e "${gate}" ]; do sleep 0.02; done`
    world.configure({ graceSeconds: 1, checks: [{ name: 'slow', command: ['sh', '-c', script] }] })
    const starts = (): number[] =>
      existsSync(begun) ? readFileSync(begun, 'utf8').trim().split('\n').map(Number) : []
    return { starts, open: () => writeFileSync(gate, '') }
  }
  const living = (world: CheckedWorld): number[] =>
    processTable
      .rows(`SDD_PROJECT=${world.project}`)
      .filter((row) => row.isMarked)
      .map(({ pid }) => pid)

  it.concurrent('V4 is adopted after its host was killed, and counts', async () => {
    await using world = new CheckedWorld({})
    const { starts, open } = held(world)
    await world.spec('login')
    const first = world.start(['run', 'login', '--nogo', 'inspection'])
    await until(() => starts().length === 1)
    first.signal('SIGKILL')
    await first.ended
    const second = world.start(['run', 'login'])
    await until(() => world.entries('run.recovered').length === 1)
    open()
    expect((await second.ended).code).toBe(0)
    expect(starts()).toHaveLength(1)
    expect(world.entries('check.completed')).toMatchObject([{ name: 'slow', result: 'passed' }])
    await until(() => living(world).length === 0)
  })

  it.concurrent('V4 is ended by a stop with all it started, and runs again when the run is resumed', async () => {
    await using world = new CheckedWorld({})
    const { starts, open } = held(world)
    await world.spec('login')
    const run = world.start(['run', 'login', '--nogo', 'inspection'])
    await until(() => starts().length === 1)
    expect((await world.sdd(['stop', 'login'])).code).toBe(0)
    expect((await run.ended).code).toBe(3)
    expect(living(world)).toEqual([])
    open()
    expect((await world.sdd(['resume', 'login'])).code).toBe(0)
    expect(starts()).toHaveLength(2)
    expect(world.entries('check.completed').at(-1)).toMatchObject({ result: 'passed' })
  })

  it.concurrent('V2 V4 has failed when its time is over, and the agent is told so', async () => {
    await using world = new CheckedWorld({
      record: true,
      overrides: [writing(2, 'good')],
    })
    const script = 'test -e code.txt || sleep 900'
    world.configure({
      graceSeconds: 1,
      checks: [{ name: 'slow', command: ['sh', '-c', script], timeoutMinutes: 0.02 }],
    })
    await world.spec('login')
    expect((await world.sdd(['run', 'login', '--nogo', 'inspection'])).code).toBe(0)
    expect(world.entries('check.completed')[0]).toMatchObject({ result: 'failed', isTimeout: true })
    expect(world.prompts('impl')[1]).toContain('slow took longer than its time limit')
    await until(() => living(world).length === 0)
  })
})

it.concurrent('V4 a program that is not there refuses the run before anything starts', async () => {
  await using world = new CheckedWorld({})
  world.configure({ checks: [{ name: 'test', command: ['no-such-program-here'] }] })
  await world.spec('login')
  const before = world.journal('login').length
  const { code, stderr } = await world.sdd(['run', 'login'])
  expect(code).toBe(2)
  expect(stderr).toContain('The check test cannot run: no-such-program-here was not found')
  expect(stderr).toContain('sdd checks remove test')
  expect([world.mock.calls(), world.journal('login').length]).toEqual([[], before])
})

it.concurrent('V5 a check that an agent changes in the project is asked for, not run', async () => {
  const config = '.kiro/sdd-orchestrator.json'
  const marker = 'marker'
  await using world = new CheckedWorld({
    overrides: [
      {
        phase: 'impl',
        alsoWrite: {
          '../../../code.txt': 'good',
          '../../sdd-orchestrator.json': JSON.stringify({
            checks: [{ name: 'test', command: ['touch', marker] }],
          }),
        },
      },
    ],
  })
  world.write(join(world.project, config), JSON.stringify({ checks: [CHECK] }))
  await world.spec('login')
  expect((await world.sdd(['run', 'login'])).code).toBe(2)
  expect(world.mock.calls()).toEqual([])
  const { code } = await world.sdd(['run', 'login', '--trust'])
  expect(code).toBe(3)
  expect(world.entries('run.paused')).toMatchObject([{ reason: 'untrusted' }])
  expect(world.entries('check.completed')).toEqual([])
  expect(existsSync(join(world.project, marker))).toBe(false)
  expect((await world.sdd(['resume', 'login'])).code).toBe(2)
})

it.concurrent('V6 without checks a run says that nothing was verified by checks, and so does its status', async () => {
  await using world = new CheckedWorld({})
  await world.spec('login')
  const { code, stdout } = await world.sdd(['run', 'login'])
  expect(code).toBe(0)
  expect(stdout.toLowerCase()).toContain('not verified by checks')
  expect((await world.sdd(['status', 'login'])).stdout.toLowerCase()).toContain(
    'not verified by checks',
  )
  rmSync(join(world.project, '.git'), { recursive: true })
})

describe('in a worktree', () => {
  it.concurrent('V1 the set-up and the checks run there, and the checkout stays as it is', async () => {
    await using world = new CheckedWorld({
      overrides: [writing(1, 'bad'), writing(2, 'good')],
    })
    const where = join(world.root, 'where')
    const note = (name: string) => `echo ${name} $PWD >>"${where}"`
    world.configure({
      worktree: { setup: ['sh', '-c', note('setup')] },
      checks: [{ name: 'test', command: ['sh', '-c', `${note('test')}; grep -q good code.txt`] }],
    })
    await world.spec('login')
    const { code, stderr } = await world.sdd(['run', 'login'])
    expect([code, stderr]).toEqual([0, expect.anything()])
    const worktree = join(world.project, '.kiro/worktrees/specs/login')
    expect(readFileSync(where, 'utf8').trim().split('\n')).toEqual([
      `setup ${worktree}`,
      `test ${worktree}`,
      `test ${worktree}`,
    ])
    expect(existsSync(join(world.project, 'code.txt'))).toBe(false)
    const byHand = await world.sdd(['checks', 'run', 'test', '--item', 'login'])
    expect(byHand.code).toBe(0)
    expect(readFileSync(where, 'utf8').trim().split('\n')).toHaveLength(4)
    expect((await world.sdd(['checks', 'run', 'test'])).code).toBe(4)
  })

  it.concurrent('V1 a set-up that fails starts no agent for the code, and says what to do', async () => {
    await using world = new CheckedWorld({})
    world.configure({ worktree: { setup: ['sh', '-c', 'echo no network; exit 7'] } })
    await world.spec('login')
    const { code } = await world.sdd(['run', 'login'])
    expect(code).toBe(3)
    expect(world.entries('run.paused')).toMatchObject([
      { reason: 'workspace', detail: expect.stringContaining('worktree.setup') },
    ])
    expect(world.mock.calls().some(({ phase }) => phase === 'impl')).toBe(false)
  })
})
