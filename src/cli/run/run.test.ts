import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

const READY = {
  'requirements.md': '# R\n\nText.\n',
  'design.md': '# D\n',
  'tasks.md': '- [ ] 1. One\n',
}
const ESCAPE = '\u001B'

describe('sdd run', () => {
  it('S5 V6 takes a spec from an idea to its end, in plain lines without a terminal', async () => {
    await using world = new CliWorld({
      reviewCounts: [
        [2, 0],
        [0, 0],
      ],
      ticksPerRun: [1, 'all'],
    })
    const created = await world.sdd(['new', 'login', '--description', '-'], {
      stdin: 'Log in by mail.\n',
    })
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const spec = readFileSync(join(world.specDir('login'), 'spec.json'), 'utf8')
    expect(JSON.parse(spec)).toMatchObject({ description: 'Log in by mail.' })

    const { code, stdout, stderr } = await world.sdd(['run', 'login'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain(ESCAPE)
    for (const entry of world.journal('login').slice(1)) expect(stdout).toContain(entry.message)
    expect(stdout).toMatch(/^\d\d:\d\d:\d\d {2}Auto execution started$/m)
    expect(stdout).toContain('login: Done. Stopped before Deploy, as set.')
    expect(stdout).toContain('2 review rounds · 1 re-run')
    expect(stdout).toContain('Not verified by checks')
    const { stdout: listed } = await world.sdd(['status'])
    expect(listed).toMatch(/^login +completed .*not verified by checks$/m)
  })

  it('prints nothing but the event log and the result with --json', async () => {
    await using world = new CliWorld({ ticksPerRun: [1, 'all'] })
    await world.spec('login')
    const before = world.journal('login').length
    const { code, stdout } = await world.sdd(['run', 'login', '--json'])
    expect(code).toBe(0)
    const lines = jsonLines(stdout)
    expect(lines.slice(0, -1)).toEqual(world.journal('login').slice(before))
    expect(lines.at(-1)).toEqual({
      type: 'result',
      status: 'completed',
      reason: 'nogo',
      phase: 'deploy',
      executedPhases: ['requirements', 'design', 'tasks', 'document-review', 'impl', 'inspection'],
      agents: 8,
    })
  })

  it('N1.1 completes at once when the first phase is NOGO, without any agent CLI', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const env = { SDD_CLAUDE_COMMAND: '/nowhere/claude' }
    const args = ['run', 'login', '--nogo', 'requirements', '--json']
    const { code, stdout } = await world.sdd(args, { env })
    expect(code).toBe(0)
    expect(jsonLines(stdout).at(-1)).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: 'requirements',
      agents: 0,
    })
    expect(world.mock.calls()).toEqual([])
  })

  it('R6 continues after a NOGO that became GO, and repeats of --nogo add up', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const first = await world.sdd(['run', 'login', '--nogo', 'design', '--nogo', 'impl,tasks'])
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('sdd run login --go design')
    const [status] = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(status?.['permissions']).toMatchObject({ design: false, impl: false, tasks: false })
    await world.sdd(['run', 'login', '--go', 'design'])
    expect(world.mock.calls().map(({ phase }) => phase)).toEqual(['requirements', 'design'])
  })

  it('R2 answers impl-limit with code 4 until it is reset', async () => {
    await using world = new CliWorld({ ticksPerRun: 0 })
    const dir = await world.spec('login', READY)
    await world.sdd(['approve', 'login', 'document-review'])
    const limit = await world.sdd(['run', 'login'])
    expect(limit.code).toBe(4)
    expect(limit.stdout).toContain('sdd reset login and sdd run login')
    const launched = world.mock.calls().length
    expect(launched).toBe(8)
    const again = [
      ['run', 'login'],
      ['resume', 'login'],
      ['retry', 'login', '--from', 'impl'],
    ]
    for (const args of again) {
      const { code, stderr } = await world.sdd(args)
      expect(code).toBe(4)
      expect(stderr).toContain('impl-limit')
      expect(stderr).toContain('1 of 1 tasks were open after 7 re-runs')
      expect(stderr).toContain('sdd reset login')
    }
    const tasks = readFileSync(join(dir, 'tasks.md'), 'utf8')
    expect(await world.sdd(['reset', 'login'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(dir, 'tasks.md'), 'utf8')).toBe(tasks)
    expect(world.mock.calls()).toHaveLength(launched)
    const [status] = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(status?.['run']).toMatchObject({ status: 'idle', reason: null, implReruns: 0 })
    world.mock.setScenario({})
    expect((await world.sdd(['run', 'login'])).code).toBe(0)
  })

  it('R5 ends with code 3 where the user is needed, and says what to do', async () => {
    await using world = new CliWorld({ reviewCounts: [[0, 2]] })
    const dir = await world.spec('login', READY)
    const { code, stdout } = await world.sdd(['run', 'login'])
    expect(code).toBe(3)
    expect(stdout).toContain('.kiro/specs/login/document-review-1-reply.md')
    expect(stdout).toContain('sdd resume login')
    expect(stdout).toContain('sdd approve login document-review')
    expect(existsSync(join(dir, 'document-review-1-reply.md'))).toBe(true)
    world.mock.setScenario({})
    expect((await world.sdd(['resume', 'login'])).code).toBe(0)
  })

  it('R3 ends a failed agent with code 4, and resume tries again', async () => {
    await using world = new CliWorld({ exitCode: 1, isError: true, skipDocument: true })
    await world.spec('login')
    const { code, stdout } = await world.sdd(['run', 'login'])
    expect(code).toBe(4)
    expect(stdout).toMatch(
      /out\.log and err\.log in \/.*\/state\/sdd-orchestrator\/agents\/p_\w+\/agent_/,
    )
    expect((await world.sdd(['resume', 'login'])).code).toBe(4)
    world.mock.setScenario({})
    const resumed = await world.sdd(['resume', 'login', '--json'])
    expect(resumed.code).toBe(0)
    expect(jsonLines(resumed.stdout).at(-1)).toMatchObject({ status: 'completed' })
    const phases = world
      .journal('login')
      .flatMap((entry) => (entry.type === 'agent.started' ? [entry.phase] : []))
    expect(phases.slice(0, 4)).toEqual(['requirements', 'requirements', 'requirements', 'design'])
  })

  it('R19 says how to allow a tool that was denied', async () => {
    await using world = new CliWorld({ overrides: [{ phase: 'impl', deniedTools: ['Bash'] }] })
    world.configure({ claude: { allowedTools: ['Read'] } })
    await world.spec('login', READY)
    const { stdout } = await world.sdd(['run', 'login'])
    expect(stdout).toContain(`sdd config set claude.allowedTools '["Read","Bash"]'`)
  })

  it('A9 advice names the phase and agent that were refused and the narrowest permission, and works as printed', async () => {
    await using world = new CliWorld({
      record: true,
      overrides: [{ phase: 'design', deniedTools: ['Bash(npm test -- x)'], call: 1 }],
    })
    await world.spec('login')
    const { stdout } = await world.sdd(['run', 'login', '--nogo', 'document-review'])
    expect(stdout).toContain('claude was not allowed to use Bash(npm test:*) in design')
    const command = /for this run: sdd (.*)$/m.exec(stdout)?.[1] ?? ''
    expect(command).toBe(`retry login --from design --allow-tools 'Bash(npm test:*)'`)
    const words = command.replaceAll("'", '').split(/ (?!test)/)
    expect((await world.sdd(words)).code).toBe(0)
    const retried = world.mock.calls().at(-1)?.agentId ?? ''
    expect(world.mock.recorded(retried).args.join(' ')).toContain('Bash(npm test:*)')
  })

  it('X20 lets no control sequence of an agent through', async () => {
    await using world = new CliWorld({ isError: true, exitCode: 1 })
    const dir = await world.spec('login')
    const evil = `${ESCAPE}]0;owned\u0007${ESCAPE}[2Jgone`
    const line = JSON.stringify({ seq: 2, time: '2025-01-01T00:00:00Z', type: 'x', message: evil })
    writeFileSync(join(dir, 'event-log.jsonl'), `${line}\n`, { flag: 'a' })
    const { stdout } = await world.sdd(['log', 'login'])
    expect(stdout).toContain('gone')
    expect(stdout).not.toContain(ESCAPE)
  })
})

describe('sdd phase', () => {
  it('D5.1 runs impl once and tells how many tasks are open', async () => {
    await using world = new CliWorld({ ticksPerRun: 1 })
    await world.spec('login', { ...READY, 'tasks.md': '- [ ] 1. One\n- [ ] 2. Two\n' })
    const early = await world.sdd(['phase', 'login', 'impl'])
    expect(early.code).toBe(2)
    expect(early.stderr).toContain('requirements is not approved')
    for (const phase of ['requirements', 'design', 'tasks'])
      expect((await world.sdd(['approve', 'login', phase])).code).toBe(0)
    await world.sdd(['permit', 'login', '--nogo', 'impl'])
    const { code, stdout } = await world.sdd(['phase', 'login', 'impl'])
    expect(code).toBe(0)
    expect(stdout).toContain('Open tasks: 1 of 2')
    expect(world.mock.calls().map(({ phase }) => phase)).toEqual(['impl'])
  })

  it('L5.2 reviews one round without edits, and applies the fixes with --fix only', async () => {
    await using world = new CliWorld({ reviewCounts: [[2, 0]] })
    const dir = await world.spec('login', READY)
    const nothing = await world.sdd(['phase', 'login', 'document-review', '--fix'])
    expect(nothing.code).toBe(2)
    for (const phase of ['requirements', 'design', 'tasks'])
      await world.sdd(['approve', 'login', phase])
    const design = (): string => readFileSync(join(dir, 'design.md'), 'utf8')
    const before = design()
    expect((await world.sdd(['phase', 'login', 'document-review'])).code).toBe(0)
    expect(design()).toBe(before)
    expect((await world.sdd(['phase', 'login', 'document-review', '--fix'])).code).toBe(0)
    expect(design()).not.toBe(before)
    const phases = world.mock.calls().map(({ phase }) => phase)
    expect(phases).toEqual(['document-review', 'document-review-reply', 'document-review-reply'])
  })

  it('R8 writes a rejected document again with the reason in the prompt', async () => {
    await using world = new CliWorld({ record: true })
    await world.spec('login', READY)
    const rejected = await world.sdd(['reject', 'login', 'design', '--reason', 'Too many parts'])
    expect(rejected.code).toBe(0)
    await world.sdd(['run', 'login', '--nogo', 'tasks'])
    const [design, ...rest] = world.mock.calls()
    expect([design?.phase, rest]).toEqual(['design', []])
    expect(world.mock.recorded(design?.agentId ?? '').prompt).toContain('Too many parts')
  })
})
