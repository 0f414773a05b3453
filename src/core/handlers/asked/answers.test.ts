import { describe, expect, it } from 'vitest'
import type { OpenQuestion } from '../../../contracts/asked/questions.ts'
import { Simulation } from '../../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../../testkit/simulation/virtual-spec.ts'
import { question } from '../../questions/question.ts'

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

const ASKED: OpenQuestion[] = [
  question({ key: 'W1', kind: 'discussion', title: 'Who may delete?', options: ['All', 'Owner'] }),
  question({ key: 'I1', kind: 'discussion', title: 'Mail or text message?' }),
]

function ended(world: Simulation, deed: Partial<Deed> = {}): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, { ...GOOD, ...deed }, outcome({}))
  world.drain()
}

/** A run that stopped because round 1 of its review left two questions to the user. */
function undecided(): Simulation {
  const world = new Simulation()
  world.disk.questions = ASKED
  world.command({ type: 'start', go: [], nogo: [] })
  world.drain()
  for (let step = 0; step < 5; step++) ended(world, { needsDiscussion: 2 })
  expect(world.state).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
  return world
}

const given = (world: Simulation) => world.journal.filter((entry) => entry.type === 'answer.given')

describe('the user answers what stopped a run', () => {
  it('is journalled for each issue, and the run continues with the decision in its next prompt', () => {
    const world = undecided()
    const about = world.state.stopSeq
    const answers = [
      { key: 'I1', text: 'Mail only.' },
      { key: 'W1', text: 'Owner' },
    ]
    const id = world.command({ type: 'answerQuestions', answers, about, andThen: 'resume' })
    world.drain()
    expect(world.replies.get(id)).toMatchObject({ ok: true, value: { phase: 'document-review' } })
    expect(given(world)).toMatchObject([
      {
        about,
        key: 'W1',
        issue: 'Who may delete?',
        text: 'Owner',
        document: 'document-review-1-reply.md',
        phase: 'document-review',
      },
      { key: 'I1', issue: 'Mail or text message?', text: 'Mail only.' },
    ])
    const decided = [
      { key: 'W1', text: 'Owner' },
      { key: 'I1', text: 'Mail only.' },
    ]
    expect(world.launches.at(-1)).toMatchObject({ phase: 'document-review', round: 2 })
    expect(world.launches.at(-1)?.decisions).toMatchObject(decided)
    ended(world)
    expect(world.launches.at(-1)).toMatchObject({ phase: 'document-review-reply' })
    expect(world.launches.at(-1)?.decisions).toMatchObject(decided)
    ended(world)
    expect(world.launches.at(-1)).toMatchObject({ phase: 'impl' })
    expect(world.launches.at(-1)?.decisions).toMatchObject(decided)
  })

  it('may answer all at once, and one of them otherwise', () => {
    const world = undecided()
    const answers = [
      { key: '*', text: 'As you think best.' },
      { key: 'I1', text: 'Mail only.' },
    ]
    world.command({ type: 'answerQuestions', answers })
    world.drain()
    expect(given(world).map(({ key, text }) => [key, text])).toEqual([
      ['W1', 'As you think best.'],
      ['I1', 'Mail only.'],
    ])
    expect(world.state.status).toBe('paused')
  })

  it('replaces an answer that is given again', () => {
    const world = undecided()
    for (const text of ['Text message.', 'Mail only.']) {
      world.command({ type: 'answerQuestions', answers: [{ key: 'I1', text }] })
      world.drain()
    }
    expect(given(world)).toHaveLength(2)
    expect(world.state.decisions.map(({ text }) => text)).toEqual(['Mail only.'])
  })

  it('is refused by name for a question of another round, and nothing is begun', () => {
    const world = undecided()
    const about = world.state.stopSeq
    const answers = [{ key: 'W1', text: 'Owner' }]
    world.command({ type: 'answerQuestions', answers, about, andThen: 'resume' })
    world.drain()
    ended(world)
    ended(world, { needsDiscussion: 1 })
    expect(world.state.reason).toBe('needs-discussion')
    const known = world.journal.length
    const id = world.command({ type: 'answerQuestions', answers, about, andThen: 'resume' })
    world.drain()
    expect(world.replies.get(id)).toEqual({
      ok: false,
      error: {
        code: 'ASKED_EARLIER',
        item: world.state.item,
        keys: ['W1'],
        document: 'document-review-2-reply.md',
      },
    })
    expect(world.journal).toHaveLength(known)
  })

  it('is refused where it names what is not asked, where nothing is asked, and while it runs', () => {
    const world = undecided()
    const reply = (key: string) => {
      const id = world.command({ type: 'answerQuestions', answers: [{ key, text: 'Yes' }] })
      world.drain()
      return world.replies.get(id)
    }
    expect(reply('Z9')).toMatchObject({
      ok: false,
      error: { code: 'NOT_ASKED', key: 'Z9', asked: ['W1', 'I1'] },
    })
    world.command({ type: 'resume' })
    world.drain()
    expect(reply('W1')).toMatchObject({ ok: false, error: { code: 'ALREADY_EXECUTING' } })
    world.command({ type: 'stop' })
    world.drain()
    expect(reply('W1')).toMatchObject({ ok: false, error: { code: 'NOTHING_ASKED' } })
  })

  it('holds on in later runs: what was decided is in every prompt', () => {
    const world = undecided()
    world.command({ type: 'answerQuestions', answers: [{ key: '*', text: 'Mail only.' }] })
    world.drain()
    world.crash()
    world.restart()
    world.drain()
    world.command({ type: 'retry', from: 'design' })
    world.drain()
    expect(world.launches.at(-1)).toMatchObject({ phase: 'design' })
    expect(world.launches.at(-1)?.decisions).toHaveLength(2)
  })
})
