import { describe, expect, it } from 'vitest'
import { Simulation, type BareCommand } from '../../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../../testkit/simulation/virtual-spec.ts'

/** In a clarify step, one issue to discuss is one question. */
const ASKS: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 1,
  readable: true,
  go: true,
  spoils: false,
}
const GOOD: Deed = { ...ASKS, needsDiscussion: 0 }
const MINUTE = 60_000

function send(world: Simulation, command: BareCommand) {
  const id = world.command(command)
  world.drain()
  return world.replies.get(id)
}

function started(clarify: 'ask' | 'assume' = 'ask'): Simulation {
  const world = new Simulation()
  world.disk.specJson = { ...world.disk.specJson, autoExecution: { clarify } }
  send(world, { type: 'start', go: [], nogo: [] })
  return world
}

function ended(world: Simulation, deed: Deed = GOOD): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, deed)
  world.drain()
}

function asked(): Simulation {
  const world = started()
  ended(world, ASKS)
  world.disk.questions = (world.state.phases.requirements.clarify?.questions ?? []).map((one) => ({
    ...one,
    kind: 'clarify' as const,
  }))
  return world
}

const answer = (world: Simulation, text: string) =>
  send(world, { type: 'answerQuestions', answers: [{ key: 'Q1', text }], andThen: 'resume' })

const launched = (world: Simulation): string[] => world.launches.map(({ phase }) => phase)

describe('questions before the requirements', () => {
  it('are not asked unless that was chosen', () => {
    const world = started('assume')
    ended(world)
    expect(launched(world)).toEqual(['requirements', 'design'])
  })

  it('are waited for with slot and tree free, until the deadline', () => {
    const effects: string[] = []
    const world = started()
    world.afterEvent = () => void effects.push(...world.pending.map(({ type }) => type))
    ended(world, ASKS)
    expect(launched(world)).toEqual(['clarify'])
    expect(world.state).toMatchObject({ status: 'running', waitingFor: 'answers' })
    expect(world.wait?.until).toBe(new Date(Date.parse(world.now) + 30 * MINUTE).toISOString())
    expect(effects.slice(-3)).toEqual(['release', 'arm-wait', 'notify'])
    expect(world.notices.at(-1)).toMatchObject({ kind: 'run.waiting', needsPerson: true })
  })

  it('are answered by the user: the decision is in the next prompt, and nothing is assumed', () => {
    const world = asked()
    expect(answer(world, 'Everyone')).toMatchObject({ ok: true, value: { phase: 'requirements' } })
    expect(launched(world)).toEqual(['clarify', 'requirements'])
    expect(world.launches.at(-1)).toMatchObject({
      decisions: [{ key: 'Q1', issue: 'Who may delete?', text: 'Everyone' }],
      findings: [],
    })
    expect(world.wait).toBeNull()
  })

  it('that no one answers in time are assumed as suggested, and the agent writes that down', () => {
    const world = asked()
    world.endWait()
    world.drain()
    expect(world.journal).toContainEqual(
      expect.objectContaining({ type: 'clarify.settled', by: 'timeout' }),
    )
    const [finding = ''] = world.launches.at(-1)?.findings ?? []
    expect(finding).toContain('Who may delete?')
    expect(finding).toContain('Assumptions: Owner')
    ended(world)
    expect(launched(world)).toEqual(['clarify', 'requirements', 'design'])
  })

  it('are waited for until the same moment by a restarted host, and that is no crash', () => {
    const world = asked()
    const until = world.wait?.until
    for (let times = 0; times < 5; times++) {
      world.crash()
      world.restart()
      world.drain()
      expect(world.wait).toMatchObject({ until })
    }
    expect(world.state).toMatchObject({ waitingFor: 'answers', recoveries: 0 })
    expect(world.journal.filter(({ type }) => type === 'run.waiting')).toHaveLength(1)
    world.endWait()
    world.drain()
    expect(launched(world)).toEqual(['clarify', 'requirements'])
  })

  it('are settled once: a deadline that comes with an answer changes nothing', () => {
    const world = asked()
    const { runId } = world.state
    if (runId === null) throw new Error('no run')
    world.command({
      type: 'answerQuestions',
      answers: [{ key: 'Q1', text: 'Everyone' }],
      andThen: 'resume',
    })
    world.queue.push({ type: 'wait.over', at: world.now, runId })
    world.drain()
    expect(world.journal.filter(({ type }) => type === 'clarify.settled')).toHaveLength(1)
    expect(launched(world)).toEqual(['clarify', 'requirements'])
  })

  it('are asked again without an agent by a run that was stopped meanwhile', () => {
    const world = asked()
    send(world, { type: 'stop' })
    expect(world.state).toMatchObject({ status: 'paused', reason: 'user' })
    send(world, { type: 'resume' })
    expect(world.state).toMatchObject({ waitingFor: 'answers' })
    expect(launched(world)).toEqual(['clarify'])
  })

  it('come once in a spec, also when changes to the requirements are requested', () => {
    const world = asked()
    answer(world, 'Everyone')
    ended(world)
    send(world, { type: 'stop' })
    send(world, { type: 'reject', phase: 'requirements', reason: 'Shorter', andThen: 'resume' })
    expect(launched(world)).toEqual(['clarify', 'requirements', 'design', 'requirements'])
    send(world, { type: 'stop' })
    send(world, { type: 'retry', from: 'requirements' })
    expect(launched(world).at(-1)).toBe('clarify')
  })

  it('may be none: the requirements follow at once', () => {
    const world = started()
    ended(world)
    expect(launched(world)).toEqual(['clarify', 'requirements'])
  })

  it('that cannot be read end the run; nothing is assumed from them', () => {
    const world = started()
    ended(world, { ...ASKS, readable: false })
    expect(world.state).toMatchObject({ status: 'error', reason: 'postcondition' })
    expect(world.state.detail).toContain('questions.md')
  })

  it('are no requirements: what their agent wrote there is input only', () => {
    const world = started()
    world.disk.write('requirements.md')
    ended(world, ASKS)
    world.endWait()
    world.drain()
    expect(launched(world)).toEqual(['clarify', 'requirements'])
  })

  it('leave a phase that became NOGO meanwhile alone', () => {
    const world = asked()
    send(world, { type: 'permit', go: [], nogo: ['requirements'] })
    world.endWait()
    world.drain()
    expect(world.state).toMatchObject({ status: 'completed', reason: 'nogo' })
    expect(launched(world)).toEqual(['clarify'])
  })

  it('of an agent that fails over its quota are asked after the wait', () => {
    const world = started()
    const [agent] = world.working()
    if (!agent) throw new Error('no agent works')
    const problem = { kind: 'quota' as const, retryAt: null }
    world.endAgent(agent, null, outcome({ status: 'failed', cause: 'agent-error', problem }))
    world.drain()
    world.endWait()
    world.drain()
    ended(world, ASKS)
    expect(world.state).toMatchObject({ waitingFor: 'answers' })
  })
})
