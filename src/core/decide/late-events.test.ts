import { describe, expect, it } from 'vitest'
import type { AgentProblem } from '../../contracts/launch/agent.ts'
import { Simulation, type BareCommand } from '../../testkit/simulation/simulation.ts'
import { outcome } from '../../testkit/simulation/virtual-spec.ts'

const QUOTA: AgentProblem = { kind: 'quota', retryAt: null }

function started(): Simulation {
  const world = new Simulation()
  act(world, { type: 'start', go: [], nogo: [], agent: null })
  return world
}

function act(world: Simulation, command: BareCommand): void {
  world.command(command)
  world.drain()
}

function atWork(world: Simulation) {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  return agent
}

function fails(world: Simulation, problem: AgentProblem | null): void {
  const end = outcome({
    status: 'failed',
    cause: 'exit-code',
    exitCode: 1,
    sessionId: 's-1',
    problem,
  })
  world.endAgent(atWork(world), null, end)
  world.drain()
}

describe('a wait that ends late', () => {
  it('X1 after a stop launches nothing and asks for nothing', () => {
    const world = started()
    fails(world, QUOTA)
    const runId = world.wait?.runId
    if (runId === undefined) throw new Error('nothing waits')
    act(world, { type: 'stop' })
    expect(world.wait).toBeNull()
    const before = world.journal.length
    const asked: string[] = []
    world.afterEvent = () => void asked.push(...world.pending.map(({ type }) => type))
    world.queue.push({ type: 'wait.over', at: world.now, runId })
    world.drain()
    expect(asked).toEqual([])
    expect(world.journal).toHaveLength(before)
    expect(world.state).toMatchObject({ status: 'paused', reason: 'user' })
    expect(world.launches).toHaveLength(1)
  })

  it('X1 of an earlier run does not end the wait of a later one', () => {
    const world = started()
    fails(world, QUOTA)
    const runId = world.wait?.runId
    if (runId === undefined) throw new Error('nothing waits')
    act(world, { type: 'stop' })
    act(world, { type: 'start', go: [], nogo: [], agent: null })
    fails(world, QUOTA)
    expect(world.wait?.runId).not.toBe(runId)
    const { length } = world.launches
    world.queue.push({ type: 'wait.over', at: world.now, runId })
    world.drain()
    expect(world.launches).toHaveLength(length)
    expect(world.state).toMatchObject({ status: 'running', waitingFor: 'quota' })
    world.endWait()
    world.drain()
    expect(world.launches).toHaveLength(length + 1)
  })
})

describe('an agent that seems to hang', () => {
  const tell = (
    world: Simulation,
    type: 'agent.hung' | 'agent.unhung',
    key = atWork(world).launch.key,
  ) => {
    world.queue.push({ type, at: world.now, key })
    world.drain()
  }
  const hangs = (world: Simulation): string[] =>
    world.journal.flatMap(({ type }) =>
      type === 'agent.hung' || type === 'agent.unhung' ? [type] : [],
    )

  it('R10 is shown as such until it works on, as often as that happens, and nothing else changes', () => {
    const world = started()
    const effects: string[] = []
    world.afterEvent = () => void effects.push(...world.pending.map(({ type }) => type))
    for (const time of [1, 2]) {
      tell(world, 'agent.hung')
      expect(world.state).toMatchObject({ status: 'running', step: { isHung: true } })
      expect(world.notices.filter(({ kind }) => kind === 'agent.hung')).toHaveLength(time)
      tell(world, 'agent.unhung')
      expect(world.state).toMatchObject({ status: 'running', step: { isHung: false } })
    }
    tell(world, 'agent.unhung')
    expect(hangs(world)).toEqual(['agent.hung', 'agent.unhung', 'agent.hung', 'agent.unhung'])
    expect(new Set(effects)).toEqual(new Set(['append', 'notify']))
    expect(world.folded()).toEqual(world.state)
  })

  it('R10 of another step or of a run that was stopped is not spoken of', () => {
    const world = started()
    const old = atWork(world).launch.key
    tell(world, 'agent.hung')
    world.endAgent(atWork(world), {
      writes: true,
      ticks: 0,
      fixRequired: 0,
      needsDiscussion: 0,
      readable: true,
      go: true,
      spoils: false,
    })
    world.drain()
    expect(world.state.step).toMatchObject({ phase: 'design', isHung: false })
    tell(world, 'agent.hung', old)
    tell(world, 'agent.unhung', old)
    expect(world.state.step?.isHung).toBe(false)
    const { key } = atWork(world).launch
    act(world, { type: 'stop' })
    tell(world, 'agent.hung', key)
    expect(hangs(world)).toEqual(['agent.hung'])
  })
})

describe('the session of an agent that failed', () => {
  it.each<BareCommand>([
    { type: 'resume' },
    { type: 'start', go: [], nogo: [], agent: null },
    { type: 'retry', from: 'requirements' },
  ])('R3 is never resumed after an ordinary failure: $type', (again) => {
    const world = started()
    fails(world, null)
    expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
    act(world, again)
    expect(world.launches).toHaveLength(2)
    expect(world.launches.at(-1)).toMatchObject({ phase: 'requirements', resumeSessionId: null })
  })

  it('R3 nor after one of a session that was itself resumed', () => {
    const world = started()
    fails(world, QUOTA)
    world.endWait()
    world.drain()
    expect(world.launches.at(-1)).toMatchObject({ resumeSessionId: 's-1' })
    fails(world, null)
    // The session itself may be broken: try again without it.
    expect(world.launches.at(-1)).toMatchObject({ resumeSessionId: null, key: { attempt: 3 } })
    fails(world, null)
    expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
    act(world, { type: 'resume' })
    expect(world.launches.at(-1)).toMatchObject({ resumeSessionId: null })
  })
})
