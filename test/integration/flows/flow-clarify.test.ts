import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../../src/testkit/worlds/cli-world.ts'

const phases = (world: CliWorld): string[] =>
  world.mock
    .calls()
    .map(({ phase }) => phase)
    .filter((phase) => phase !== 'none')

const promptOf = (world: CliWorld, phase: string): string => {
  const call = world.mock.calls().findLast((one) => one.phase === phase)
  return world.mock.recorded(call?.agentId ?? '').prompt
}

async function asked(world: CliWorld): Promise<void> {
  const made = await world.sdd(['new', 'login', '--ask', '--description', 'Log in'])
  expect([made.code, made.stderr]).toEqual([0, ''])
}

describe('sdd new --ask', () => {
  it('waits for the answers over a kill -9; sdd answer gives them, and the run ends', async () => {
    await using world = new CliWorld({ record: true })
    await asked(world)
    const args = ['run', 'login', '--nogo', 'design']
    const first = world.start(args)
    await first.prints('Your answers are needed before requirements')
    const waiting = world.journal('login').findLast((entry) => entry.type === 'run.waiting')
    first.signal('SIGKILL')
    await first.ended
    const second = world.start(['run', 'login'])
    await second.prints('Run recovered')
    const listed = await world.sdd(['answer', 'login'])
    expect(listed.stdout).toContain('Who may use it?')
    const status = await world.sdd(['status', 'login', '--json'])
    expect(jsonLines(status.stdout)).toMatchObject([
      { run: { status: 'running', waitingFor: 'answers', waitingUntil: waiting?.until } },
    ])
    const answered = await world.sdd(['answer', 'login', 'Only members'])
    expect([answered.code, answered.stderr]).toEqual([0, ''])
    expect(answered.stdout).toContain('The run continues')
    expect((await second.ended).code).toBe(0)
    expect(phases(world)).toEqual(['clarify', 'requirements'])
    expect(promptOf(world, 'requirements')).toContain('Decision: Only members')
  })

  it('takes the suggestions with no one there, and has them written down', async () => {
    await using world = new CliWorld({ record: true })
    await asked(world)
    await world.sdd(['config', 'set', 'answerMinutes', '0.01'])
    const { code, stdout } = await world.sdd(['run', 'login', '--nogo', 'design'])
    expect(code).toBe(0)
    expect(stdout).toContain('No answer in time')
    const prompt = promptOf(world, 'requirements')
    expect(prompt).toContain('No one answered "Who may use it?" in time.')
    expect(prompt).toContain('under the heading Assumptions: Everyone')
    expect(world.journal('login').filter(({ type }) => type === 'clarify.settled')).toHaveLength(1)
  })

  it.each([
    [['new', 'login', '--ask', '--quick'], 'cannot be used together'],
    [['new', 'login', '--approvals', 'nobody'], 'cannot approve'],
    [['bug', 'new', 'login', '--ask'], '--ask'],
  ])('%j is refused', async (args, words) => {
    await using world = new CliWorld()
    const { code, stderr } = await world.sdd(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('sdd new --approvals person', () => {
  it('pauses after each document with code 3 and says how to continue', async () => {
    await using world = new CliWorld()
    await world.sdd(['new', 'login', '--approvals', 'person', '--description', 'Log in'])
    const paused = await world.sdd(['run', 'login'])
    expect(paused.code).toBe(3)
    expect(paused.stdout).toContain('sdd approve login requirements')
    expect(await world.sdd(['approve', 'login', 'requirements'])).toMatchObject({ code: 0 })
    const next = await world.sdd(['resume', 'login', '--json'])
    expect(jsonLines(next.stdout).at(-1)).toMatchObject({
      type: 'result',
      status: 'paused',
      reason: 'needs-approval',
      phase: 'design',
    })
    const [status] = jsonLines((await world.sdd(['status', 'login', '--json'])).stdout)
    expect(status).toMatchObject({ chosen: { approvals: 'person' } })
    expect(world.journal('login').some(isAutomatic)).toBe(false)
  })
})

const isAutomatic = (entry: { type: string; by?: unknown }): boolean =>
  entry.type === 'approval.granted' && entry.by !== 'person'
