import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readAssumptions } from '../../core/readers/assumptions.ts'
import { CliProcess, CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const NO_AGENT = { SDD_CLAUDE_COMMAND: '/nowhere/claude' }

describe('sdd demo', () => {
  it('plays everything without an agent CLI, the review loop and the guard visible', async () => {
    await using world = new CliWorld()
    const dir = join(world.root, 'demo')
    const args = ['demo', '--fast', '--dir', dir]
    const { code, stdout, stderr } = await world.sdd(args, { env: NO_AGENT })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/Review round 1: [1-9]\d* to fix/)
    expect(stdout).toMatch(/impl runs again \(re-run 1 of 7\)/)
    expect(stdout).toContain('Inspection 1: GO')
    expect(stdout).toContain('No answer in time; the suggestions are used (2)')
    expect(stdout).toContain('Verification 1: VERIFIED')
    const requirements = join(dir, '.kiro/specs/pomodoro-timer/requirements.md')
    expect(readAssumptions(readFileSync(requirements, 'utf8'))).toContain('200 characters')
    expect(stdout).toContain(`${dir}/.kiro/specs/pomodoro-timer`)
    expect(stdout).toContain(`sdd status pomodoro-timer --project ${dir}`)
    expect(existsSync(world.configHome)).toBe(false)
    const log = execFileSync('git', ['log', '--format=%an'], { cwd: dir, encoding: 'utf8' })
    expect(log).toBe('SDD demo\n')
    expect(
      execFileSync('git', ['status', '--short'], { cwd: dir, encoding: 'utf8' }),
    ).not.toContain('runtime')

    const again = await world.sdd([...args, '--json'], { env: NO_AGENT })
    expect(again.code).toBe(0)
    expect(jsonLines(again.stdout).at(-1)).toMatchObject({ type: 'result', status: 'completed' })
    expect(readdirSync(join(dir, '.kiro', 'specs'))).toEqual(['pomodoro-timer', 'pomodoro-timer-2'])
  })

  it('stops once for your decision: what you answer is in the requirements, and it continues', async () => {
    await using world = new CliWorld()
    const dir = join(world.root, 'demo')
    const playing = world.start(['demo', '--dir', dir], { env: NO_AGENT })
    await playing.prints('Your answers are needed before requirements')
    const answer = (...words: string[]) =>
      world.sdd(['answer', 'pomodoro-timer', ...words, '--project', dir], { env: NO_AGENT })
    expect((await answer('Q1', 'In a file')).stdout).toContain('Not answered yet: Q2')
    expect((await answer('Q2', '1,000 characters')).stdout).toContain('The run continues')
    await playing.prints('requirements approved by auto-execution')
    const text = readFileSync(join(dir, '.kiro/specs/pomodoro-timer/requirements.md'), 'utf8')
    expect(text).toMatch(/## Decisions\n\n- In a file\n- 1,000 characters\n/)
    expect(readAssumptions(text)).toEqual([])
    expect(playing.stdout).not.toContain('No answer in time')
    playing.signal('SIGINT')
    expect((await playing.ended).code).toBe(130)
  })

  it('refuses a folder with something else in it', async () => {
    await using world = new CliWorld()
    writeFileSync(join(world.project, 'mine.txt'), 'mine')
    const before = world.tree()
    const { code, stderr } = await world.sdd(['demo', '--dir', world.project])
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not empty and is not a demo')])
    expect(world.tree()).toEqual(before)
  })

  it('stops at Ctrl+C and continues when started again', async () => {
    await using world = new CliWorld()
    const dir = join(world.root, 'demo')
    const playing = world.start(['demo', '--dir', dir], { env: NO_AGENT })
    await playing.prints('Agent simulated started')
    playing.signal('SIGINT')
    expect((await playing.ended).code).toBe(130)
    const again = await world.sdd(['demo', '--fast', '--dir', dir], { env: NO_AGENT })
    expect(again.code).toBe(0)
    expect(readdirSync(join(dir, '.kiro', 'specs'))).toEqual(['pomodoro-timer'])
  })

  it('serves its page while it runs and, at a terminal, until Ctrl+C', async () => {
    await using world = new CliWorld()
    const dir = join(world.root, 'demo')
    const args = [
      '-qec',
      `exec '${process.execPath}' '${PROGRAM}' demo --fast --dir '${dir}'`,
      '/dev/null',
    ]
    const env = { ...world.env, ...NO_AGENT, TERM: 'xterm' }
    const terminal = spawn('script', args, { cwd: world.project, env })
    const playing = new CliProcess(terminal)
    await playing.prints('/enter?token=')
    await playing.prints('The page stays open')
    const [link = ''] = /http:\S+\/enter\S+/.exec(playing.stdout) ?? []
    expect((await fetch(link)).status).toBe(200)
    terminal.stdin.write('\u0003')
    expect((await playing.ended).code).toBe(0)
  })

  it('ends with its run when it is told to', async () => {
    await using world = new CliWorld()
    const command = `exec '${process.execPath}' '${PROGRAM}' demo --fast --exit --dir demo`
    const env = { ...world.env, ...NO_AGENT, TERM: 'xterm' }
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: world.root, env })
    const { code, stdout } = await new CliProcess(terminal).ended
    expect([code, stdout]).toEqual([0, expect.stringContaining('Try next')])
  })
})
