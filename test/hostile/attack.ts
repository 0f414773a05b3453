import { expect, it } from 'vitest'
import type { Rejection } from '../../src/contracts/rejections.ts'
import type { RunResult } from '../../src/contracts/run-state.ts'
import { FEATURE, HostileRepository, SECRET, type Case } from './repository.ts'
import { BUG, SddProcess } from './sdd-process.ts'
import { look, runOver, serve } from './served.ts'

const RUN = ['run', FEATURE, '--nogo', 'design']
/** The campaign also opens all of them by the command line, `npm test` one of eight. */
const BY_COMMAND = process.env['SDD_CAMPAIGN'] === '1' ? 1 : 8

/** Opens, lists, serves and runs a cloned repository, as a user would. */
export function attackAll(cases: Case[]): void {
  for (const [index, one] of cases.entries())
    it.concurrent(one.name, async () => {
      await attackServed(one)
      if (index % BY_COMMAND === 0) await attackByCommand(one)
    })
}

/** A harmless repository is listed, served and run in the same ways. */
export async function expectPeacefulRun(): Promise<void> {
  for (const run of [runByCommand, runServed]) {
    using repository = new HostileRepository()
    await run(repository)
    expect(repository.starts.map(({ program }) => program)).toEqual(['claude'])
    expect(repository.starts[0]?.argv).toContain('-p')
    expect(repository.starts[0]?.prompt).toContain('People sign in.')
  }
}

async function runByCommand(repository: HostileRepository): Promise<void> {
  const { code, output } = await new SddProcess(repository, RUN).ended
  expect(code, output).toBe(0)
}

async function runServed(repository: HostileRepository): Promise<void> {
  let ended: RunResult | Rejection | null = null
  const isServed = await serve(repository, async (client, serving) => {
    await look(client)
    ended = await runOver(client, serving)
  })
  expect(isServed).toBe(true)
  expect(ended).toMatchObject({ status: 'completed' })
}

/** Attacks one served process, by the calls that page and command line make. */
async function attackServed({ make, acts }: Case): Promise<void> {
  using repository = new HostileRepository()
  make(repository)
  const untouched = manifestOf(repository)
  const isServed = await serve(repository, async (client, serving) => {
    await look(client)
    expect(repository.starts, 'started by looking alone').toEqual([])
    untouched()
    const ended = await runOver(client, serving)
    if (!acts) return
    expect(ended).toMatchObject({ code: 'NOT_TRUSTED' })
    expect(repository.starts, 'started before trust').toEqual([])
    const trust = await client.call('trust', {})
    if (!trust.ok) throw new Error(JSON.stringify(trust))
    const { findings } = trust.value
    await client.call('decideTrust', { decision: 'trusted', findings })
    expect(await runOver(client, serving)).not.toMatchObject({ code: 'NOT_TRUSTED' })
  })
  if (!isServed) {
    const ran = await new SddProcess(repository, RUN).ended
    expect(ran.code, ran.output).not.toBe(BUG)
  }
  untouched()
  expectHarmlessStarts(repository)
}

async function attackByCommand({ make, acts }: Case): Promise<void> {
  using repository = new HostileRepository()
  make(repository)
  const untouched = manifestOf(repository)
  const listed = await new SddProcess(repository, ['status']).ended
  expect(listed.code, listed.output).not.toBe(BUG)
  expect(repository.starts).toEqual([])
  untouched()

  const ran = await new SddProcess(repository, RUN).ended
  expect(ran.code, ran.output).not.toBe(BUG)
  untouched()
  if (acts) {
    expect(ran.code, ran.output).toBe(2)
    expect(repository.starts, 'started before trust').toEqual([])
    const after = await new SddProcess(repository, [...RUN, '--trust']).ended
    expect(after.code, after.output).not.toBe(BUG)
    untouched()
  }
  expectHarmlessStarts(repository)
}

function manifestOf(repository: HostileRepository): () => void {
  const before = repository.manifest()
  return () => {
    expect(repository.manifest()).toEqual(before)
    expect(repository.hasActed).toBe(false)
  }
}

function expectHarmlessStarts({ starts }: HostileRepository): void {
  for (const { argv, prompt } of starts) {
    expect(argv.filter((word) => /^-.*evil|dangerously|yolo|bypass/i.test(word))).toEqual([])
    expect(prompt).not.toContain(SECRET)
  }
}
