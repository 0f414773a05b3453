import { specNamed } from '../../src/contracts/work-item.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { journalEntrySchema, type JournalEntry } from '../../src/contracts/journal.ts'
import type { AutoExecutionState } from '../../src/contracts/run-state.ts'
import type { SpecJson } from '../../src/contracts/spec-json.ts'
import { applyEntry } from '../../src/core/spec/apply-entry.ts'
import { evolve, initialState } from '../../src/core/state/evolve.ts'

const NAMES = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.slice(0, -'.jsonl'.length))

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

const entriesOf = (name: string): JournalEntry[] =>
  textOf(`${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => journalEntrySchema.parse(JSON.parse(line)))

it('the corpus of journals is there', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(20)
})

it.each(NAMES)('B1 a journal of the version before replays to the same state: %s', (name) => {
  const trail: string[] = []
  let state = initialState(specNamed('login'))
  let spec: SpecJson = {}
  for (const entry of entriesOf(name)) {
    state = evolve(state, entry)
    spec = applyEntry(spec, entry)
    trail.push(trailLine(state))
  }
  const expected: unknown = JSON.parse(textOf(`${name}.json`))
  expect({ state: asItWas(state), spec, trail }).toEqual(expected)
})

/** The state in the form in which the version that wrote these journals kept it. */
function asItWas({
  item: _f,
  workflow: _w,
  retries: _y,
  openedPhase: _o,
  hostStep: _h,
  hostSteps: _n,
  workspace: _p,
  tree: _t,
  isRecorded: _r,
  wasRecorded: _q,
  isFresh: _e,
  checks: _c,
  verdict: _v,
  decisions: _d,
  denied: _x,
  finding: _g,
  choiceChanges: _k,
  stopSeq: _s,
  countedAsks: _z,
  answered: _a,
  restarts: _i,
  isAdopting: _j,
  waitingBehind: _b,
  phases,
  step,
  ...state
}: AutoExecutionState) {
  const review = phases['document-review']
  return {
    ...state,
    ...(step === null ? { step } : { step: withoutFiles(step) }),
    implReruns: phases.impl.reruns,
    wasBlocked: phases.impl.wasBlocked,
    vanished: phases.impl.vanished,
    roundsBase: review.roundsBase,
    roundLimit: review.roundLimit,
    openRound: review.openRound,
    conclusion: conclusionOf(phases),
  }
}

function withoutFiles({
  before: _b,
  atLaunch: _a,
  isAudited: _i,
  losses: _l,
  tree: _t,
  ...step
}: NonNullable<AutoExecutionState['step']>) {
  return step
}

function conclusionOf(
  phases: AutoExecutionState['phases'],
): { kind: string; done?: number; total?: number } | null {
  const { found } = phases['document-review']
  if (found !== null) return { kind: 'round', ...found }
  if (phases.inspection.isNogo) return { kind: 'inspection-nogo' }
  return phases.impl.limit === null
    ? null
    : { kind: 'impl-limit', done: phases.impl.limit.done, total: phases.impl.limit.total }
}

/** Summarizes the state after an entry. */
function trailLine(state: AutoExecutionState): string {
  const { status, reason, phase, waitingFor, step, steps, agents, redo, executedPhases } = state
  const { reruns, wasBlocked, vanished } = state.phases.impl
  const { roundsBase, roundLimit, openRound } = state.phases['document-review']
  return [
    state.lastSeq,
    status,
    reason ?? '-',
    phase ?? '-',
    waitingFor ?? '-',
    step ? `${step.phase}${step.round ?? ''}:${step.stage}` : '-',
    `${steps}/${agents}`,
    `reruns ${reruns}${wasBlocked ? ' blocked' : ''}`,
    `rounds ${roundsBase}..${roundLimit}${openRound ? ` open ${openRound.round}` : ''}`,
    conclusionOf(state.phases)?.kind ?? '-',
    `redo ${redo.join(',')}`,
    `done ${executedPhases.join(',')}`,
    `recoveries ${state.recoveries}`,
    vanished ? `vanished ${vanished.tasks.length}` : '-',
  ].join(' | ')
}
