import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentStarted, entriesOf, refusal } from '../flows/flow-world.ts'
import { CONTRACT_ITEMS } from '../flows/contract-items.ts'

type Told = Extract<HostEvent, { type: 'notification' }>

describe.each(CONTRACT_ITEMS)('a question ($kind)', ({ make, first, rest }) => {
  /** A run whose agent asks before it works. */
  async function asking(answerMinutes = 5) {
    const world = await openWorld({
      scenario: { overrides: [{ phase: first, asks: 'Bash' }] },
      config: { answerMinutes },
    })
    const item = await make(world, 'alpha')
    const start = () => world.host.coordinator.start(item, { nogo: rest })
    return { world, item, start, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
  }

  it('B5 R11 waits for the user, whose answer reaches the agent', async () => {
    await using opened = await asking()
    const { world, item, start } = opened
    expect(refusal(await world.host.coordinator.answer(item, 'allow'))).toEqual({
      code: 'NO_QUESTION',
      item,
    })
    const run = world.follow(item, start)
    const asked = await world.entry(item, 'agent.asked')
    expect(asked).toMatchObject({ tool: 'Bash', questionId: 'q1' })
    expect(asked.summary).toContain('npm test')
    const waits = Date.parse(asked.until ?? '') - Date.parse(asked.time)
    expect(Math.round(waits / 60_000)).toBe(5)
    const { notification } = await world.event(
      (event): event is Told =>
        event.type === 'notification' && event.notification.kind === 'agent.asked',
    )
    expect(notification).toMatchObject({ needsPerson: true })
    const status = await world.host.call('status', { item })
    expect(status).toMatchObject({ value: [{ run: { status: 'running', waitingFor: 'answer' } }] })

    await world.host.call('answer', { item, answer: 'allow-always' })
    expect(await run).toMatchObject({ status: 'completed' })
    expect(answers(world)).toMatch(/^answered \S+ allow-always$/m)
    expect(entriesOf(world, item, 'agent.answered')).toMatchObject([{ by: 'person' }])
    expect(world.types(item)).not.toContain('agent.unhung')
  })

  it('B5 can be answered with no, and the agent hears it', async () => {
    await using opened = await asking()
    const { world, item, start } = opened
    const run = world.follow(item, start)
    await world.entry(item, 'agent.asked')
    await world.host.call('answer', { item, answer: 'deny' })
    await run
    expect(answers(world)).toMatch(/^answered \S+ deny$/m)
    expect(entriesOf(world, item, 'agent.answered')).toMatchObject([
      { by: 'person', answer: 'deny' },
    ])
  })

  it('B5 X14 outlives the host: the next one finds it, and can answer it', async () => {
    await using opened = await asking()
    const { world, item, start } = opened
    void start()
    await world.entry(item, 'agent.asked')
    await world.closeHost()
    world.events.length = 0
    await world.open()
    const run = world.resume(item)
    await world.entry(item, 'agent.asked')
    expect(await world.host.coordinator.answer(item, 'allow')).toEqual({ ok: true, value: null })
    expect(await run).toMatchObject({ status: 'completed' })
  })
})

const answers = (world: ProjectWorld): string =>
  readFileSync(join(world.root, 'mock', 'answers.log'), 'utf8')

it.each(CONTRACT_ITEMS)(
  'B5 what the user tells is in the prompt of the next agent, and of no later one ($kind)',
  async ({ make }) => {
    await using world = await openWorld({ scenario: { record: true } })
    const spec = await make(world, 'alpha')
    await world.host.call('tell', { item: spec, text: 'Use fewer parts.', now: false })
    await world.run(spec)
    const isReported = world.mock
      .calls()
      .map(({ agentId }) => world.mock.recorded(agentId).prompt.includes('- Use fewer parts.'))
    expect(isReported).toEqual([
      true,
      ...Array.from({ length: isReported.length - 1 }, () => false),
    ])
  },
)

it.each(CONTRACT_ITEMS)(
  'B5 now: the running agent is stopped and continues in its own session with these words ($kind)',
  async ({ make, first, rest }) => {
    await using world = await openWorld({
      scenario: { record: true, overrides: [{ phase: first, call: 1, hangForever: true }] },
    })
    const spec = await make(world, 'alpha')
    const run = world.follow(spec, () => world.host.coordinator.start(spec, { nogo: rest }))
    await agentStarted(world, spec, { phase: first })
    await world.host.coordinator.tell(spec, 'Use fewer parts.', true)
    expect(await run).toMatchObject({ status: 'completed', agents: 2 })
    const [call, again] = world.mock.calls().map(({ agentId }) => world.mock.recorded(agentId))
    const session = call?.args[call.args.indexOf('--session-id') + 1]
    expect(again?.args.join(' ')).toContain(`--resume=${session}`)
    expect(again?.prompt).toContain('- Use fewer parts.')
    expect(again?.prompt).not.toContain('## Working rules')
    expect(world.processes()).toEqual([])
    expect(world.types(spec)).toContain('agent.recalled')
  },
)

it('the user who is away is told by a command of their own when a run needs them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-notes-'))
  const notes = join(folder, 'notes.jsonl')
  await using world = await openWorld({
    scenario: { exitCode: 1 },
    config: { notify: { command: ['tee', '-a', notes] } },
  })
  const spec = await world.newSpec('alpha')
  expect(await world.run(spec)).toMatchObject({ status: 'error' })
  await world.host.notified()
  const lines = readFileSync(notes, 'utf8').trimEnd().split('\n')
  rmSync(folder, { recursive: true })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      feature: 'alpha',
      kind: 'run.failed',
      level: 'error',
      project: world.folders.projectDir,
    },
  ])
})
