import { readdirSync, renameSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { observedFiles } from '../../../src/testkit/observed-files.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import {
  agentStarted,
  agentsOf,
  edit,
  entriesOf,
  refusal,
  review,
  rounds,
  specAt,
} from '../flows/flow-world.ts'
import { SPEC_WORKFLOW } from '../../../src/core/workflow/tables/spec-workflow.ts'
import { phasesOf } from '../../../src/core/workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

describe('spec.json', () => {
  it('X13 is never seen half written, and every key that is not ours stays as it was', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const foreign = {
      'x-team': { owner: 'Zoë', tags: ['α', 'β'], nested: { deep: [1, null, { a: true }] } },
      priority: 3,
    }
    edit(world, a, (json) => ({
      ...foreign,
      ...json,
      approvals: { ...(json['approvals'] as object), legal: { approved: true } },
      documentReview: { ...(json['documentReview'] as object), reviewer: 'the other tool' },
    }))
    const order = Object.keys(world.spec(a))
    let seen = 0
    let isDone = false
    const reading = (async () => {
      while (!isDone) {
        expect(world.spec(a)).toMatchObject(foreign)
        seen += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    isDone = true
    await reading
    expect(seen).toBeGreaterThan(10)
    expect(world.spec(a)).toMatchObject({
      ...foreign,
      phase: 'inspection-complete',
      approvals: { legal: { approved: true }, tasks: { generated: true, approved: true } },
      documentReview: { reviewer: 'the other tool', status: 'approved' },
    })
    expect(Object.keys(world.spec(a)).slice(0, order.length)).toEqual(order)
    expect(readdirSync(world.specDir(a)).filter((name) => name.includes('tmp'))).toEqual([])
  })

  it.each([
    { style: 'tabs, CRLF, a BOM, no end', bom: '\uFEFF', indent: '\t', newline: '\r\n', end: '' },
    { style: 'four blanks', bom: '', indent: '    ', newline: '\n', end: '\n' },
    { style: 'one line', bom: '', indent: '', newline: '\n', end: '' },
  ])('X13 keeps its style: $style', async ({ bom, indent, newline, end }) => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const print = (value: unknown) =>
      bom + JSON.stringify(value, null, indent).replaceAll('\n', newline) + end
    world.write(a, 'spec.json', print(world.spec(a)))
    await world.host.coordinator.permit(a, { go: ['deploy'], nogo: ['impl'] })
    const text = world.read(a, 'spec.json')
    const value = JSON.parse(text.replace('\uFEFF', '')) as unknown
    expect(value).toMatchObject({ autoExecution: { permissions: { deploy: true, impl: false } } })
    expect(text).toBe(print(value))
  })

  it.each([
    ['cut off', '{\n  "phase": "tasks-gen', 'line 2, column '],
    [
      'a comma too many',
      '{\n  "feature_name": "a",\n  "phase": "initialized",\n}\n',
      'line 4, column 1',
    ],
    ['no object', '[]', 'not a JSON object'],
    ['empty', '', 'line 1, column 1'],
    ['a merge conflict', '{\n<<<<<<< HEAD\n}', 'line 2, column 1'],
  ])(
    'X13 corrupt: every command names file and place, and it stays untouched (%s)',
    async (_, text, place) => {
      await using world = await openWorld()
      const a = await world.newSpec('a')
      world.write(a, 'spec.json', text)
      const journal = world.read(a, 'event-log.jsonl')
      const { coordinator } = world.host
      const answers = await Promise.all([
        coordinator.start(a),
        coordinator.runPhase(a, 'requirements'),
        coordinator.permit(a, { go: [], nogo: ['impl'] }),
        coordinator.approve(a, 'document-review'),
      ])
      for (const answer of answers) {
        const error = refusal<unknown>(answer)
        expect(error).toMatchObject({ code: 'SPEC_UNREADABLE' })
        expect(error).toHaveProperty('file', expect.stringMatching(/specs\/a\/spec\.json$/))
        expect(error).toHaveProperty('detail', expect.stringContaining(place))
      }
      expect(world.read(a, 'spec.json')).toBe(text)
      expect(world.read(a, 'event-log.jsonl')).toBe(journal)
      expect(world.mock.calls()).toEqual([])
    },
  )

  it('X13 corrupted during a run: the run is in error, it stays untouched, and once repaired the run continues', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'design' })
    const sound = world.read(a, 'spec.json')
    const corrupt = sound.slice(0, -20)
    world.write(a, 'spec.json', corrupt)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'error', reason: 'unreadable-spec' })
    expect(world.read(a, 'spec.json')).toBe(corrupt)
    expect(entriesOf(world, a, 'run.failed')[0]?.detail).toMatch(/specs\/a\/spec\.json: line \d+/)
    expect(agentsOf(world, a)).toEqual(['requirements', 'design'])
    world.write(a, 'spec.json', sound)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a)).toHaveLength(7)
  })

  it('X13 an edit that someone else makes between two writes is kept', async () => {
    let edits = 0
    const files = observedFiles(({ kind }) => {
      if (kind !== 'append') return
      edits += 1
      edit(world, a, (json) => ({ ...json, [`edit-${edits}`]: edits }))
    })
    await using world = await openWorld({ files })
    const a = await world.newSpec('a')
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    const kept = Object.keys(world.spec(a)).filter((key) => key.startsWith('edit-'))
    expect(kept).toHaveLength(edits)
    expect(world.spec(a)).toMatchObject({ phase: 'inspection-complete' })
  })

  it('X13 commands at the same time do not lose each other’s change', async () => {
    await using world = await openWorld()
    const a = await specAt(world, 'a', 'impl')
    const { coordinator } = world.host
    for (let turn = 0; turn < 20; turn += 1) {
      const go = turn % 2 === 0
      await Promise.all([
        ...PHASES.map((phase) =>
          coordinator.permit(a, go ? { go: [phase], nogo: [] } : { go: [], nogo: [phase] }),
        ),
        ...(['requirements', 'design', 'tasks'] as const).map((phase) =>
          coordinator.approve(a, phase),
        ),
        coordinator.filesChanged(a),
      ])
      expect(world.spec(a)).toMatchObject({
        approvals: { requirements: APPROVED, design: APPROVED, tasks: APPROVED },
        autoExecution: { permissions: Object.fromEntries(PHASES.map((phase) => [phase, go])) },
      })
    }
    expectNumbered(world.journal(a).map(({ seq }) => seq))
  })

  it('X13 a change of the files never meets a second owner of the same spec', async () => {
    await using world = await openWorld()
    const a = await specAt(world, 'a', 'impl')
    const { coordinator } = world.host
    await coordinator.permit(a, { go: [], nogo: ['impl'] })
    // An idle spec's owner is released a few turns later: tries every distance.
    for (let distance = 0; distance < 16; distance += 1) {
      edit(world, a, (json) => ({ ...json, phase: 'initialized' }))
      const others: Promise<unknown>[] = []
      const leave = world.host.subscribe((event) => {
        if (event.type !== 'settled') return
        others.push(coordinator.filesChanged(a))
        others.push(later(distance, () => coordinator.permit(a, { go: ['deploy'], nogo: [] })))
        others.push(later(distance, () => coordinator.permit(a, { go: [], nogo: ['deploy'] })))
      })
      expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 0 })
      await Promise.all(others)
      leave()
    }
    const lines = world.read(a, 'event-log.jsonl').trimEnd().split('\n')
    expectNumbered(lines.map((line) => (JSON.parse(line) as { seq: number }).seq))
  })

  it('X13 L1.3 has what a step caused even when the next agent cannot be launched', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review-reply', hold: 'gate' }] },
    })
    const a = await specAt(world, 'a', 'document-review')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'document-review-reply' })
    await until(() => agentsOf(world, a).length === 2)
    renameSync(world.mock.command, `${world.mock.command}.away`)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'error', reason: 'agent-missing', phase: 'impl' })
    expect(review(world, a)).toMatchObject({ status: 'approved' })
    expect(rounds(world, a)).toMatchObject([{ roundNumber: 1, status: 'reply_complete' }])
    renameSync(`${world.mock.command}.away`, world.mock.command)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a).slice(2)).toEqual(['impl', 'inspection 1'])
  })

  it('X13 two runs in one project never touch each other’s files', async () => {
    await using world = await openWorld()
    const specs = await Promise.all(['a', 'b', 'c'].map((name) => world.newSpec(name)))
    await Promise.all(specs.map((name) => world.run(name)))
    for (const name of specs) {
      expect(world.spec(name)).toMatchObject({
        feature_name: name.name,
        phase: 'inspection-complete',
      })
      const own = world.mock.calls().filter((call) => call.feature === name.name)
      expect(entriesOf(world, name, 'agent.ended').map(({ agentId }) => agentId)).toEqual(
        own.map(({ agentId }) => agentId),
      )
    }
  })
})

async function later<T>(turns: number, act: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
  return act()
}

const APPROVED = { generated: true, approved: true }

const expectNumbered = (seqs: number[]): void =>
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))

describe('text from people and agents', () => {
  const evil = [
    '$(touch "$SDD_PROJECT/dollar")',
    '`touch "$SDD_PROJECT/backtick"`',
    `'; touch "$SDD_PROJECT/quote"; '`,
    '"; touch "$SDD_PROJECT/double"; rm -rf "$SDD_SPEC_DIR"; "',
    '| touch "$SDD_PROJECT/pipe" && touch "$SDD_PROJECT/and" &',
    '\n touch "$SDD_PROJECT/newline" \n',
    '--dangerously-skip-permissions -p %s ${IFS} {{description}} \\',
  ].join(' ')

  it('X20 never becomes code: description, rejection and what an agent prints', async () => {
    await using world = await openWorld({
      scenario: {
        record: true,
        overrides: [
          {
            phase: 'design',
            rawDocument: `# Design\n\n${evil}\n`,
            alsoWrite: { 'notes.md': evil },
          },
          { phase: 'tasks', rawDocument: `# Tasks\n\n- [ ] 1. ${evil.replaceAll('\n', ' ')}\n` },
        ],
      },
    })
    const a = await world.newSpec('a', evil)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    await world.host.coordinator.reject(a, 'design', evil)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })

    expect(readdirSync(world.folders.projectDir)).toEqual(['.kiro'])
    expect(world.spec(a)).toMatchObject({ feature_name: 'a', description: evil })
    expect(world.read(a, 'notes.md')).toBe(evil)
    const [first] = world.mock.calls()
    expect(world.mock.recorded(first?.agentId ?? '').prompt).toContain(evil.trim())
    const design = world.mock.calls().findLast(({ phase }) => phase === 'design')
    expect(world.mock.recorded(design?.agentId ?? '').prompt).toContain(evil.trim())
    for (const { agentId } of world.mock.calls())
      for (const arg of world.mock.recorded(agentId).args) expect(arg).not.toContain('touch')
  })
})

describe('what an agent may do', () => {
  const argsOf = (world: Awaited<ReturnType<typeof openWorld>>) =>
    world.mock.recorded(world.mock.calls()[0]?.agentId ?? '').args

  it('R19 edits by default, nothing more', async () => {
    await using world = await openWorld({ scenario: { record: true } })
    await world.run(await world.newSpec('a'))
    const args = argsOf(world)
    expect(args[args.indexOf('--permission-mode') + 1]).toBe('acceptEdits')
    expect(args).not.toContain('--allowedTools')
    expect(args.join(' ')).not.toContain('dangerously')
  })

  it('R19 what the user allows in the configuration', async () => {
    await using world = await openWorld({
      scenario: { record: true },
      config: {
        claude: { permissionMode: 'dontAsk', allowedTools: ['Bash(npm test:*)', 'WebFetch'] },
      },
    })
    await world.run(await world.newSpec('a'))
    const args = argsOf(world)
    expect(args[args.indexOf('--permission-mode') + 1]).toBe('dontAsk')
    expect(args[args.indexOf('--allowedTools') + 1]).toBe('Bash(npm test:*),WebFetch')
  })

  it('R19 a tool that was denied is a warning and a notification that say how to allow it', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', deniedTools: ['Bash', 'WebFetch'] }] },
    })
    const a = await specAt(world, 'a', 'impl')
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    const [denied] = entriesOf(world, a, 'tool.denied')
    expect(denied).toMatchObject({ level: 'warning', tools: ['Bash', 'WebFetch'] })
    expect(denied?.message).toMatch(/Bash, WebFetch.*claude\.allowedTools/)
    expect(world.notifications).toContainEqual(
      expect.objectContaining({ kind: 'tool.denied', level: 'warning', message: denied?.message }),
    )
  })
})
