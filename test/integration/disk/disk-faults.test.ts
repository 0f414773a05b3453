import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { JOURNAL_FILE } from '../../../src/host/journal/journal-lines.ts'
import { DiskError, observedFiles, type FileCall } from '../../../src/testkit/observed-files.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { randomOf } from '../../random.ts'
import { seed } from '../../seed.ts'
import { agentsOf, entriesOf, rounds } from '../flows/flow-world.ts'

/** Two review rounds and a re-run, so that every kind of hand-off occurs. */
const SCENARIO = {
  taskCount: 2,
  ticksPerRun: [1, 'all'],
  reviewCounts: [
    [1, 0],
    [0, 0],
  ],
} as const

interface Fault {
  kind: FileCall['kind']
  code: 'ENOSPC' | 'EIO'
}

/** A disk that fails at one call of a kind; with `stays` also at every later one. */
class FailingDisk {
  calls = 0
  works = false
  readonly #fault: Fault
  readonly #failAt: number
  readonly #stays: boolean
  readonly files = observedFiles(({ kind }) => {
    if (kind !== this.#fault.kind) return
    this.calls += 1
    if (this.works) return
    if (this.#stays ? this.calls >= this.#failAt : this.calls === this.#failAt)
      throw new DiskError(this.#fault.code)
  })

  constructor(fault: Fault, failAt: number, stays: boolean) {
    this.#fault = fault
    this.#failAt = failAt
    this.#stays = stays
  }
}

const FAULTS: Fault[] = [
  { kind: 'append', code: 'ENOSPC' },
  { kind: 'sync', code: 'EIO' },
  { kind: 'replace', code: 'ENOSPC' },
]

const random = randomOf(seed)
const calls = { append: 0, sync: 0, replace: 0 }

beforeAll(async () => {
  const files = observedFiles(({ kind }) => void (calls[kind] += 1))
  await using world = await openWorld({ scenario: SCENARIO, files })
  const a = await world.newSpec('a')
  expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 10 })
  expect(Math.min(...Object.values(calls))).toBeGreaterThan(5)
})

/** The first call, the last and some between; `npm run campaign:faults` plays all of them. */
function failuresOf({ kind }: Fault): number[] {
  const every = Array.from({ length: calls[kind] }, (_, index) => index + 1)
  if (process.env['SDD_CAMPAIGN'] === '1') return every
  const chosen = Array.from({ length: 2 }, () => 1 + Math.floor(random() * every.length))
  return every.filter((at) => at === 1 || at === every.length || chosen.includes(at))
}

describe('a working disk', () => {
  it('X14 one hand-off is one sync of the journal and one replacement of spec.json, both before the next agent', async () => {
    const acts: string[] = []
    const files = observedFiles(
      () => undefined,
      ({ kind }) => acts.push(kind),
    )
    await using world = await openWorld({ scenario: SCENARIO, files })
    const a = await world.newSpec('a')
    world.host.subscribe((event) => {
      if (event.type === 'entry' && event.entry.type === 'agent.ended') acts.push('ended')
    })
    world.host.agents.onAgentStatusChange(({ status, key }) => {
      const { phase, round } = world.host.agents.get(key.agentId) ?? {}
      if (status === 'running') acts.push(`launch ${phase} ${round ?? ''}`.trimEnd())
    })
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    const handOffs = acts.join(', ').split(', ended, ').slice(1, -1)
    expect(handOffs).toEqual([
      'sync, replace, launch design',
      'sync, replace, launch tasks',
      'sync, replace, launch document-review 1',
      'sync, launch document-review-reply 1',
      'sync, replace, launch document-review 2',
      'sync, launch document-review-reply 2',
      'sync, replace, launch impl',
      'sync, launch impl',
      'sync, replace, launch inspection 1',
    ])
  })

  it('X14 what a command answers, and the end of a run, are on the disk before anyone is told', async () => {
    const acts: string[] = []
    const files = observedFiles(({ kind }) => acts.push(kind))
    await using world = await openWorld({ scenario: SCENARIO, files })
    const a = await world.newSpec('a')
    world.host.subscribe(({ type }) => void (type === 'agent' || acts.push(type)))
    await world.host.coordinator.permit(a, { go: [], nogo: ['inspection'] })
    // The copy, then the log.
    expect(acts).toEqual(['append', 'append', 'entry', 'sync', 'replace'])
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(acts.slice(-5)).toEqual(['append', 'entry', 'sync', 'notification', 'settled'])
  })
})

/** Only ends a hang; a busy machine may take long. */
const MANY_RUNS_MS = 30 * 60_000

describe('a failing disk', { timeout: MANY_RUNS_MS }, () => {
  it('X13 a write that the disk cuts short is cut off again, and the next one is whole', async () => {
    const { stdout } = await promisify(execFile)('/bin/sh', [
      '-c',
      `trap '' XFSZ; ulimit -f 2; exec "$0" "$@"`,
      process.execPath,
      '--input-type=module',
      '-e',
      CUT_SHORT,
      join(FOLDER, '.cache', 'compiled', 'host', 'files', 'durable-files.js'),
    ])
    expect(JSON.parse(stdout)).toEqual({
      code: 'EFBIG',
      lines: ['a'.repeat(1000), 'c'],
      replaced: { code: 'EFBIG', text: 'before', left: ['journal', 'spec.json'] },
    })
  })

  for (const fault of FAULTS)
    for (const stays of [false, true])
      it(`X13 X14 ${fault.kind} fails with ${fault.code}, ${stays ? 'from the n-th call on' : 'at the n-th call only'}`, async () => {
        for (const failAt of failuresOf(fault)) await playFault(fault, failAt, stays)
      })
})

it(
  'X13 after a spec.json that could not be written, the same host continues when the disk works again',
  { timeout: MANY_RUNS_MS },
  async () => {
    const fault = { kind: 'replace', code: 'ENOSPC' } as const
    for (const failAt of failuresOf(fault)) {
      const disk = new FailingDisk(fault, failAt, false)
      await using world = await openWorld({ scenario: SCENARIO, files: disk.files })
      const a = await world.newSpec('a')
      expect(await world.run(a)).toMatchObject({ status: 'error', reason: 'host-failed' })
      expect(entriesOf(world, a, 'run.failed')).toMatchObject([{ reason: 'host-failed' }])
      expect(await world.run(a)).toMatchObject({ status: 'completed' })
      expect(world.spec(a)).toMatchObject({ phase: 'inspection-complete' })
      expectWhole(world, a)
      expect(rounds(world, a)).toMatchObject([{ roundNumber: 1 }, { roundNumber: 2 }])
      // A stopped inspection may have left its report, so the next one has another number.
      const agents = agentsOf(world, a).map((agent) =>
        agent.replace(/^inspection \d+$/, 'inspection'),
      )
      const inTurn = agents.filter((agent, index) => agent !== agents[index - 1])
      expect(inTurn, `replacement ${failAt} failed`).toEqual([
        'requirements',
        'design',
        'tasks',
        'document-review 1',
        'document-review-reply 1',
        'document-review 2',
        'document-review-reply 2',
        'impl',
        'inspection',
      ])
    }
  },
)

async function playFault(fault: Fault, failAt: number, stays: boolean): Promise<void> {
  const disk = new FailingDisk(fault, failAt, stays)
  await using world = await openWorld({ scenario: SCENARIO, files: disk.files })
  const a = await world.newSpec('a')
  const ended = await world.run(a).catch((error: unknown) => String(error))
  if (typeof ended === 'string') expect(ended).toContain('HOST_FAILED')
  else expect(ended).toMatchObject({ status: 'error', reason: 'host-failed' })
  await world.host.coordinator.drain()
  expect(world.processes()).toEqual([])
  expectWhole(world, a)
  const errors = world.notifications.filter(({ level }) => level === 'error')
  if (typeof ended !== 'string') expect(errors).toHaveLength(1)
  const told = agentsOf(world, a)
  await world.host.agents.drain()
  expect(agentsOf(world, a)).toEqual(told)
  await world.closeHost()

  disk.works = true
  await world.open()
  expect(await world.run(a)).toMatchObject({ status: 'completed' })
  expectWhole(world, a)
  expect(world.spec(a)).toMatchObject({
    phase: 'inspection-complete',
    documentReview: { status: 'approved' },
  })
  const ran = world.mock.calls().map(({ agentId }) => agentId)
  expect(new Set(ran).size).toBe(ran.length)
  // An agent that the host ended may not have recorded its start yet.
  const ends = entriesOf(world, a, 'agent.ended').filter(
    ({ agentId, cause }) => ran.includes(agentId) || (cause !== 'stopped' && cause !== 'lost'),
  )
  const counted = ends.filter(({ cause }) => cause !== 'not-started')
  expect(counted.map(({ agentId }) => agentId).toSorted()).toEqual(ran.toSorted())
}

const FOLDER = fileURLToPath(new URL('../../..', import.meta.url))

/** Files of this process cannot grow beyond 1 KB: a write is cut there, as on a full disk. */
const CUT_SHORT = `
  import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  const { realFiles } = await import(process.argv[1])
  const folder = mkdtempSync(join(tmpdir(), 'sdd-cut-'))
  const codeOf = async (act) => {
    try { await act() } catch (error) { return error.code }
  }
  const journal = realFiles.openAppend(join(folder, 'journal'))
  journal.write('a'.repeat(1000) + '\\n')
  const code = await codeOf(() => journal.write('b'.repeat(1000) + '\\n'))
  journal.write('c\\n')
  await journal.sync()
  journal.close()
  const spec = join(folder, 'spec.json')
  await realFiles.replace(spec, 'before')
  const replaced = {
    code: await codeOf(() => realFiles.replace(spec, 'x'.repeat(2000))),
    text: readFileSync(spec, 'utf8'),
    left: readdirSync(folder),
  }
  const lines = readFileSync(join(folder, 'journal'), 'utf8').split('\\n').slice(0, -1)
  rmSync(folder, { recursive: true })
  process.stdout.write(JSON.stringify({ code, lines, replaced }))
`

/** No file is torn: the journal has only whole lines with rising numbers, spec.json parses. */
function expectWhole(world: ProjectWorld, name: SpecItem): void {
  const journal = readFileSync(join(world.specDir(name), JOURNAL_FILE), 'utf8')
  expect(journal.endsWith('\n')).toBe(true)
  const seqs = journal
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  expect(world.spec(name)).toMatchObject({ feature_name: name.name })
  expect(readdirSync(world.specDir(name)).filter((file) => file.endsWith('.tmp'))).toEqual([])
}
