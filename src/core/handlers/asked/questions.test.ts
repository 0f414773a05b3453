import { expect, it } from 'vitest'
import type { PermissionAnswer } from '../../../contracts/launch/agent.ts'
import { Simulation } from '../../../testkit/simulation/simulation.ts'

function started(): Simulation {
  const world = new Simulation()
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  return world
}

function asks(world: Simulation, id = 'q1'): void {
  const key = world.working()[0]?.launch.key
  if (!key) throw new Error('no agent works')
  const question = { id, tool: 'Bash', summary: 'npm test' }
  const until = '2026-01-01T00:30:00.000Z'
  world.queue.push({ type: 'agent.asked', at: world.now, key, question, until })
  world.drain()
}

const effectsOf = (world: Simulation, act: () => void): string[] => {
  const effects: string[] = []
  world.afterEvent = () => void effects.push(...world.pending.map((effect) => effect.type))
  act()
  return effects
}

it('R11 a question is a run that is running and waits for an answer, and needs the user', () => {
  const world = started()
  const effects = effectsOf(world, () => asks(world))
  expect(world.state).toMatchObject({
    status: 'running',
    waitingFor: 'answer',
    waitingUntil: '2026-01-01T00:30:00.000Z',
    question: { id: 'q1', tool: 'Bash', summary: 'npm test' },
  })
  expect(world.notices.at(-1)).toMatchObject({ kind: 'agent.asked', needsPerson: true })
  expect(effects).toContain('hold-timer')
})

it.each<PermissionAnswer>(['allow', 'allow-always', 'deny'])(
  'the answer %s goes to the agent that asked, and its time runs on',
  (answer) => {
    const world = started()
    asks(world)
    const effects = effectsOf(world, () => {
      world.command({ type: 'answer', answer, questionId: 'q1' })
      world.drain()
    })
    expect(world.answers).toMatchObject([{ questionId: 'q1', answer }])
    expect(world.journal.at(-1)).toMatchObject({ type: 'agent.answered', answer, by: 'person' })
    expect(world.state).toMatchObject({ status: 'running', waitingFor: null, question: null })
    expect(effects).toContain('continue-timer')
  },
)

it('without a question an answer is refused', () => {
  const world = started()
  const id = world.command({ type: 'answer', answer: 'allow', questionId: null })
  world.drain()
  expect(world.replies.get(id)).toMatchObject({ ok: false, error: { code: 'NO_QUESTION' } })
})

it('an answer to another question than the one that waits is refused', () => {
  const world = started()
  asks(world, 'q1')
  asks(world, 'q2')
  const id = world.command({ type: 'answer', answer: 'allow', questionId: 'q1' })
  world.drain()
  expect(world.replies.get(id)).toMatchObject({ ok: false, error: { code: 'NO_QUESTION' } })
  expect(world.state.question?.id).toBe('q2')
  expect(world.answers).toEqual([])
})

it('a question that is gone without the user is reported as a no by timeout', () => {
  const world = started()
  asks(world)
  const key = world.working()[0]?.launch.key
  if (!key) throw new Error('no agent works')
  world.queue.push({ type: 'agent.unhung', at: world.now, key })
  world.drain()
  expect(world.journal.at(-1)).toMatchObject({
    type: 'agent.answered',
    answer: 'deny',
    by: 'timeout',
  })
  expect(world.state.waitingFor).toBeNull()
})

it('the time of an agent whose questions no one ever answers runs on after the third', () => {
  const world = started()
  const held: boolean[] = []
  for (let number = 1; number <= 5; number++)
    held.push(effectsOf(world, () => asks(world, `q${number}`)).includes('hold-timer'))
  expect(held).toEqual([true, true, true, false, false])
})

it('R10 an agent that waits for an answer does not hang', () => {
  const world = started()
  asks(world)
  const key = world.working()[0]?.launch.key
  if (!key) throw new Error('no agent works')
  world.queue.push({ type: 'agent.hung', at: world.now, key })
  world.drain()
  expect(world.journal.map((entry) => entry.type)).not.toContain('agent.hung')
})

it('stop works while a question waits, and takes the question with it', () => {
  const world = started()
  asks(world)
  world.command({ type: 'stop' })
  world.drain()
  expect(world.state).toMatchObject({ status: 'paused', waitingFor: null, question: null })
})

it('a question that is still open after the host died is asked again', () => {
  const world = started()
  asks(world)
  world.crash()
  world.restart()
  world.drain()
  expect(world.state.waitingFor).toBeNull()
  asks(world)
  expect(world.state.waitingFor).toBe('answer')
})
