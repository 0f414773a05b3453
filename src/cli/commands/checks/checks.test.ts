import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { processTable } from '../../../host/agents/process/process-table.ts'
import { until } from '../../../testkit/worlds/agent-world.ts'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'

const CONFIG = '.kiro/sdd-orchestrator.json'
const configOf = ({ project }: CliWorld): unknown =>
  JSON.parse(readFileSync(join(project, CONFIG), 'utf8'))
const declare = (world: CliWorld, config: object): void =>
  world.write(join(world.project, CONFIG), JSON.stringify(config))

describe('sdd checks', () => {
  it('V7 adds a check to the project and trusts it in the same act, lists and removes it', async () => {
    await using world = new CliWorld()
    declare(world, { language: 'ja', someday: { new: 1 } })
    const add = [
      'checks',
      'add',
      'test',
      '--timeout',
      '0.5',
      '--in',
      'api',
      '--',
      'sh',
      '-c',
      'ls -h',
    ]
    expect(await world.sdd(add)).toMatchObject({ code: 0, stderr: '' })
    expect(configOf(world)).toEqual({
      language: 'ja',
      someday: { new: 1 },
      checks: [{ name: 'test', command: ['sh', '-c', 'ls -h'], in: 'api', timeoutMinutes: 0.5 }],
    })
    const listed = jsonLines((await world.sdd(['checks', '--json'])).stdout)
    expect(listed).toMatchObject([
      {
        name: 'test',
        command: ['sh', '-c', 'ls -h'],
        in: 'api',
        source: 'project',
        state: 'ready',
      },
    ])
    const shown = await world.sdd(['checks'])
    expect(shown.stdout).toContain("sh -c 'ls -h' (in api)")
    const again = await world.sdd(add)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('checks remove test')])
    expect((await world.sdd(['checks', 'remove', 'test'])).code).toBe(0)
    expect(configOf(world)).toEqual({ language: 'ja', someday: { new: 1 } })
    const gone = await world.sdd(['checks', 'remove', 'test'])
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('no check test')])
  })

  it('V7 refuses what is no command, and writes nothing', async () => {
    await using world = new CliWorld()
    for (const words of [
      ['add', 'test'],
      ['add', '--help-me', '--', 'x'],
      ['add', 'a/b', '--', 'x'],
      ['add', 'test', '--in', '../x', '--', 'npm', 'test'],
      ['add', 'test', '--timeout', 'soon', '--', 'npm', 'test'],
      ['polish'],
      ['remove'],
      ['run', 'nothing'],
      ['run'],
    ])
      expect([words, (await world.sdd(['checks', ...words])).code]).toEqual([words, 2])
    expect(existsSync(join(world.project, CONFIG))).toBe(false)
  })

  it('V7 runs them now with live output, and its exit code says how it went', async () => {
    await using world = new CliWorld()
    const script = 'echo out; echo err >&2; echo "$SDD_CHECK $SDD_WORKSPACE"; exit "$1"'
    const check = (name: string, status: string) => ({
      name,
      command: ['sh', '-c', script, 'sh', status],
    })
    world.configure({ checks: [check('good', '0'), check('bad', '3')] })
    const good = await world.sdd(['checks', 'run', 'good'])
    expect(good.code).toBe(0)
    expect(good.stdout).toContain(`out\nerr\ngood ${world.project}\n`)
    expect(good.stdout).toContain('good passed')
    const all = await world.sdd(['checks', 'run', '--json'])
    expect(all.code).toBe(4)
    expect(jsonLines(all.stdout)).toMatchObject([
      { type: 'check', name: 'good', result: 'passed', exitCode: 0 },
      { type: 'check', name: 'bad', result: 'failed', exitCode: 3, isTimeout: false },
      { type: 'result', status: 'failed', failed: ['bad'] },
    ])
    expect(all.stderr).toContain('out\nerr\nbad ')
  })

  it('V4 a time limit ends a check run manually with all it started', async () => {
    await using world = new CliWorld()
    const pids = join(world.root, 'pids')
    const script = `sleep 600 & echo $! >>"${pids}"; setsid sleep 600 & echo $! >>"${pids}"; wait`
    const started = (): number[] => readFileSync(pids, 'utf8').split('\n').slice(0, -1).map(Number)
    // A slow machine gets more time to start both.
    for (let timeoutMinutes = 0.02; ; timeoutMinutes *= 2) {
      writeFileSync(pids, '')
      const checks = [{ name: 'slow', command: ['sh', '-c', script], timeoutMinutes }]
      world.configure({ graceSeconds: 1, checks })
      const { code, stdout } = await world.sdd(['checks', 'run'])
      expect(code).toBe(4)
      expect(stdout).toContain('took longer than its time limit')
      for (const pid of started()) expect(processTable.startTimeOf(pid)).toBeNull()
      if (started().length === 2) break
    }
  })

  it('V4 Ctrl+C ends a check run manually with all it started', async () => {
    await using world = new CliWorld()
    const pids = join(world.root, 'pids')
    const script = `sleep 600 & echo $! >"${pids}"; wait`
    world.configure({ graceSeconds: 1, checks: [{ name: 'slow', command: ['sh', '-c', script] }] })
    const running = world.start(['checks', 'run'])
    await until(() => existsSync(pids) && readFileSync(pids, 'utf8').trim() !== '')
    running.signal('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect(processTable.startTimeOf(Number(readFileSync(pids, 'utf8')))).toBeNull()
  })

  it('V4 a program that is not there is said before anything runs', async () => {
    await using world = new CliWorld()
    const marker = join(world.root, 'marker')
    world.configure({
      checks: [
        { name: 'first', command: ['touch', marker] },
        { name: 'second', command: ['no-such-program-here'] },
      ],
    })
    const { code, stderr } = await world.sdd(['checks', 'run'])
    expect([code, existsSync(marker)]).toEqual([2, false])
    expect(stderr).toContain('The check second cannot run: no-such-program-here was not found')
    const doctor = await world.sdd(['doctor'])
    expect(doctor.stdout).toContain('no-such-program-here was not found')
  })

  it('V4 a folder that leads out of the workspace fails the check and runs nothing there', async () => {
    await using world = new CliWorld()
    const outside = join(world.root, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(world.project, 'inner'))
    world.configure({ checks: [{ name: 'made', command: ['touch', 'made'], in: 'inner' }] })
    const { code, stdout } = await world.sdd(['checks', 'run'])
    expect([code, existsSync(join(outside, 'made'))]).toEqual([4, false])
    expect(stdout).toContain('leads out of the workspace')
  })

  it('V7 a check has the user’s environment, and nothing of ours but what it is about', async () => {
    await using world = new CliWorld()
    world.configure({ checks: [{ name: 'env', command: ['env'] }] })
    const env = { MINE: 'kept', SDD_AGENT_DIR: '/x', SDD_RUN_ID: 'run_x', GIT_DIR: '/elsewhere' }
    const { stdout } = await world.sdd(['checks', 'run'], { env })
    expect(stdout).toContain('MINE=kept\n')
    expect(stdout).toMatch(/^PATH=.+$/m)
    expect(stdout).not.toMatch(/SDD_AGENT_DIR|SDD_RUN_ID|GIT_DIR/)
  })

  it('V7 suggests what the repository shows, runs none of it, and adds it on request', async () => {
    await using world = new CliWorld()
    const scripts = { lint: 'x', test: 'touch marker', prepare: 'touch marker' }
    world.write(join(world.project, 'package.json'), JSON.stringify({ scripts }))
    world.write(join(world.project, '.env'), 'A=1')
    const unlocked = await world.sdd(['checks', 'suggest'])
    expect(unlocked.stdout).toContain('"setup":["npm","install"]')
    world.write(join(world.project, 'package-lock.json'), '{}')
    const { stdout, code } = await world.sdd(['checks', 'suggest'])
    expect(code).toBe(0)
    expect(stdout).toContain('sdd checks add lint -- npm run lint   # package.json')
    expect(stdout).toContain('"worktree": {"setup":["npm","ci"],"copy":[".env"]}')
    expect(existsSync(join(world.project, CONFIG))).toBe(false)
    expect((await world.sdd(['checks', 'suggest', '--yes'])).code).toBe(0)
    expect(configOf(world)).toEqual({
      checks: [
        { name: 'lint', command: ['npm', 'run', 'lint'] },
        { name: 'test', command: ['npm', 'test'] },
      ],
    })
    expect((await world.sdd(['checks', 'suggest'])).stdout).toContain('shows no checks')
    expect((await world.sdd(['trust'])).code).toBe(0)
    expect(existsSync(join(world.project, 'marker'))).toBe(false)
  })
})

describe('commands that came with the repository', () => {
  const marker = (world: CliWorld): string => join(world.root, 'marker')
  const hostile = (world: CliWorld): object => {
    const command = ['touch', marker(world)]
    return {
      checks: [{ name: 'test', command }],
      worktree: { setup: command, copy: ['.env'] },
      deploy: { command },
    }
  }

  it('V5 are shown to the letter, run nothing before trust, and are asked for again when they change', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    declare(world, hostile(world))
    writeFileSync(join(world.project, '.env'), 'A=1')
    for (const args of [
      ['checks'],
      ['checks', 'suggest'],
      ['checks', 'run'],
      ['checks', 'run', '--item', 'login'],
      ['run', 'login'],
      ['phase', 'login', 'requirements'],
      ['status'],
      ['doctor'],
      ['trust'],
    ])
      await world.sdd(args)
    const launched = world.mock.calls().filter(({ feature }) => feature !== 'none')
    expect([existsSync(marker(world)), launched]).toEqual([false, []])
    const refused = await world.sdd(['run', 'login'])
    expect(refused.code).toBe(2)
    for (const words of [
      `${CONFIG}: checks.test (run by the host)`,
      `touch ${marker(world)}`,
      `${CONFIG}: worktree.setup`,
      `${CONFIG}: worktree.copy`,
      `${CONFIG}: deploy.command`,
    ])
      expect(refused.stderr).toContain(words)
    const shown = await world.sdd(['trust'])
    expect([shown.code, shown.stdout]).toEqual([
      2,
      expect.stringContaining(`touch ${marker(world)}`),
    ])
    const ran = await world.sdd(['checks', 'run'])
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('sdd trust')])
    expect((await world.sdd(['doctor'])).stdout).toContain('not trusted')
    expect((await world.sdd(['trust', '--yes'])).code).toBe(0)
    expect((await world.sdd(['checks', 'run'])).code).toBe(0)
    expect(existsSync(marker(world))).toBe(true)

    declare(world, { ...hostile(world), checks: [{ name: 'test', command: ['true', 'now'] }] })
    const changed = await world.sdd(['run', 'login'])
    expect(changed.code).toBe(2)
    expect(changed.stderr).toContain('checks.test (run by the host, changed since you decided)')
    expect(changed.stderr).not.toContain('deploy.command')
    expect((await world.sdd(['checks', 'run'])).code).toBe(2)
    expect((await world.sdd(['trust', '--revoke'])).code).toBe(0)
    expect((await world.sdd(['checks', 'run'])).code).toBe(2)
  })

  it('V5 trusting one of them by adding it trusts nothing else', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    declare(world, hostile(world))
    expect((await world.sdd(['checks', 'add', 'mine', '--', 'true'])).code).toBe(0)
    expect((await world.sdd(['checks', 'run', 'mine'])).code).toBe(0)
    expect((await world.sdd(['checks', 'run'])).code).toBe(2)
    const { code, stderr } = await world.sdd(['run', 'login'])
    expect([code, existsSync(marker(world))]).toEqual([2, false])
    expect(stderr).not.toContain('checks.mine')
  })

  it('V5 do not count where the project is run without what it brings', async () => {
    await using world = new CliWorld()
    declare(world, hostile(world))
    expect((await world.sdd(['trust', '--without'])).code).toBe(0)
    expect((await world.sdd(['checks', 'run'])).code).toBe(2)
    const added = await world.sdd(['checks', 'add', 'mine', '--', 'true'])
    expect([added.code, added.stderr]).toEqual([2, expect.stringContaining('trust --yes')])
    expect(existsSync(marker(world))).toBe(false)
  })

  it('V5 hide nothing: what cannot be seen is written out, and a long command is not cut', async () => {
    await using world = new CliWorld()
    const words = ['echo', 'a  b', '\u202Eevil', '\u001B[2K', 'x'.repeat(900)]
    declare(world, { checks: [{ name: 'test', command: words }] })
    const { stdout } = await world.sdd(['trust'])
    expect(stdout).toContain(String.raw`echo "a \u{20}b" "\u{202e}evil" "\u001b[2K"`)
    expect(stdout).toContain('x'.repeat(900))
  })

  it('V5 the personal configuration needs no question', async () => {
    await using world = new CliWorld()
    world.configure({ checks: [{ name: 'mine', command: ['touch', marker(world)] }] })
    expect((await world.sdd(['checks', 'run'])).code).toBe(0)
    expect(existsSync(marker(world))).toBe(true)
  })

  it('T8 what a check prints cannot control the terminal, and arrives as it is in a file', async () => {
    await using world = new CliWorld()
    // The clipboard, the title, another screen, C1 and bidi, cut in the middle of a sequence.
    const bytes = [
      String.raw`\033]52;c;aGk=\007one\033`,
      String.raw`[31mred\033[0m\033[2J\302\2332Jtwo`,
      String.raw`\342\200\256three\r\n10%%\r20%%\nlast\033[3`,
    ]
    const script = bytes.map((part) => `printf '${part}'; sleep 0.1`).join('; ')
    await world.sdd(['checks', 'add', 'evil', '--', 'sh', '-c', `${script}; printf err >&2`])

    const plain = await world.sdd(['checks', 'run'])
    expect(plain.stdout).toContain('\u001B]52;c;aGk=\u0007one\u001B[31mred')

    const shown = await inTerminal(world, 'sdd checks run')
    expect(shown).toContain('one\u001B[31mred\u001B[0m2Jtwo')
    expect(shown).toContain('three\n10%\n20%\nlastrr')
    for (const sequence of ['\u001B]', '\u0007', '\u001B[2J', '\u009B', '\u202E', '\u001B[3e'])
      expect(shown).not.toContain(sequence)
    expect(shown).toContain('evil passed')
  })

  it('T8 --json prints no character that could control a terminal or reorder its text', async () => {
    await using world = new CliWorld()
    const words = 'a\u009B2Jb\u202Ec\u007F'
    await world.sdd(['checks', 'add', 'odd', '--', 'echo', words])
    const { stdout } = await world.sdd(['checks', '--json'])
    expect(jsonLines(stdout)).toMatchObject([{ command: ['echo', words] }])
    expect(stdout).toMatch(/^[\n\u0020-\u007E]*$/)
  })
})

/** What a terminal would be sent, with its line ends as `\n`. */
async function inTerminal(world: CliWorld, command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
    cwd: world.project,
    env: { ...world.env, TERM: 'xterm' },
  })
  return stdout.replaceAll('\r\n', '\n')
}
