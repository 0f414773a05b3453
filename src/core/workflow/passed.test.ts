import { expect, it } from 'vitest'
import { PHASES, type Phase } from '../../contracts/phases.ts'
import { normaliseSpec } from '../spec/normalise.ts'
import type { Known, Standing, Workflow } from './definition.ts'
import { nextPhase, phaseToLaunch } from './next-phase.ts'
import { isPassed, lastCompletedPhase, leftOut, recordedPhase } from './passed.ts'
import { INITIAL_PARTS } from './phase-parts.ts'
import { validatePreconditions } from './rules/allowed-acts.ts'
import { situationOf } from './situation.ts'
import { BUG_WORKFLOW } from './tables/bug-workflow.ts'
import { SPEC_WORKFLOW } from './tables/spec-workflow.ts'
import { definitionOf, phaseOf, phasesOf } from './workflows.ts'

const SKIPPING: Workflow = { ...SPEC_WORKFLOW, atNogo: 'skips' }
const KNOWN: Known = { redo: [], strays: {}, phases: INITIAL_PARTS }
const approved = { generated: true, approved: true }

/** Requirements, design and tasks are written; nothing else is done. */
function standing(nogo: Phase[] = []): Standing {
  const spec = normaliseSpec('alpha', {})
  for (const phase of nogo) spec.permissions[phase] = false
  const files = ['requirements.md', 'design.md', 'tasks.md'].map((name) => [
    name,
    { fingerprint: `1-${name}`, empty: false },
  ])
  return {
    spec: { ...spec, approvals: { requirements: approved, design: approved, tasks: approved } },
    files: Object.fromEntries(files) as Standing['files'],
    requirementsAreOnlyInput: false,
    tasks: { ok: true, counts: { done: 1, total: 2 } },
  }
}

it('B1 every phase is in the table of a workflow, and every agent belongs to one', () => {
  const tables = [SPEC_WORKFLOW, BUG_WORKFLOW].flatMap(phasesOf)
  expect(new Set(tables)).toEqual(new Set(PHASES))
  for (const { phase, steps } of SPEC_WORKFLOW.phases) {
    expect(definitionOf(phase).phase).toBe(phase)
    for (const { step } of steps) expect(phaseOf(step)).toBe(phase)
  }
})

it('B1 a NOGO ends a run or is passed over, as the workflow says', () => {
  const facts = standing(['document-review'])
  const next = (workflow: Workflow) =>
    phaseToLaunch(workflow, lastCompletedPhase(workflow, KNOWN, facts), facts.spec)
  expect(next(SPEC_WORKFLOW)).toBeNull()
  expect(next(SKIPPING)).toBe('impl')
  expect(nextPhase(SKIPPING, 'deploy')).toBeNull()
})

it('B1 a shorter workflow of the same phases asks only for its own documents', () => {
  const quick: Workflow = {
    phases: SPEC_WORKFLOW.phases.filter(
      ({ phase }) => phase !== 'requirements' && phase !== 'design',
    ),
    atNogo: 'ends',
    gates: {},
    recordBefore: 'initialized',
    records: {},
    retries: null,
  }
  const facts = standing()
  const none = { generated: false, approved: false }
  facts.spec.approvals = { requirements: none, design: none, tasks: approved }
  expect(lastCompletedPhase(quick, KNOWN, facts)).toBe('tasks')
  expect(phaseToLaunch(quick, 'tasks', facts.spec)).toBe('document-review')
})

it('a phase that is due again has not passed, and ticks survive it', () => {
  const done = { ...standing(), tasks: { ok: true, counts: { done: 2, total: 2 } } } as const
  const again: Known = { ...KNOWN, redo: ['impl', 'design'] }
  expect(isPassed('impl', again, done)).toBe(false)
  expect(isPassed('design', again, done)).toBe(false)
  const state = { ...again, workflow: 'spec', status: 'idle', reason: null } as const
  expect(situationOf(state, done)).toMatchObject({
    passed: ['requirements', 'tasks'],
    done: ['requirements', 'design', 'tasks', 'impl'],
  })
  expect(recordedPhase(SPEC_WORKFLOW, { ...KNOWN, redo: ['impl'] }, done)).toBe(
    'implementation-complete',
  )
  expect(recordedPhase(SPEC_WORKFLOW, again, done)).toBe('requirements-generated')
})

it('a document that the agent of an earlier phase left has not passed until someone changes it', () => {
  const facts = standing()
  const stray: Known = { ...KNOWN, strays: { 'design.md': '0-design.md' } }
  expect(isPassed('design', stray, facts)).toBe(false)
  expect(isPassed('design', { ...KNOWN, strays: { 'design.md': '0-other' } }, facts)).toBe(true)
})

it('X8 a document that was never written hides no later one, and no run writes it afterwards', () => {
  const facts = { ...standing(), tasks: { ok: true, counts: { done: 36, total: 36 } } } as const
  const files = { 'tasks.md': facts.files['tasks.md'] }
  const none = { generated: false, approved: false }
  const approvals = { requirements: none, design: none, tasks: approved }
  const later = { ...facts, files, spec: { ...facts.spec, approvals } } as Standing
  expect(recordedPhase(SPEC_WORKFLOW, KNOWN, later)).toBe('implementation-complete')
  expect(lastCompletedPhase(SPEC_WORKFLOW, KNOWN, later)).toBe('tasks')
  const missing = leftOut(SPEC_WORKFLOW, KNOWN, later)
  expect(missing).toEqual(['requirements', 'design'])
  expect(phaseToLaunch(SPEC_WORKFLOW, 'tasks', { ...later.spec, leftOut: missing })).toBe(
    'document-review',
  )
  const situation = { workflow: 'spec', status: 'idle', reason: null, ...KNOWN } as const
  expect(validatePreconditions(situationOf(situation, later), 'impl')).toEqual([])
})

it('X8 a missing document is written when it is asked for again, or nothing follows it', () => {
  const facts = standing()
  const later = { ...facts, files: { 'tasks.md': facts.files['tasks.md'] } } as Standing
  const again: Known = { ...KNOWN, redo: ['requirements', 'design', 'tasks'] }
  expect(lastCompletedPhase(SPEC_WORKFLOW, again, later)).toBeNull()
  const first = { ...facts, files: { 'requirements.md': facts.files['requirements.md'] } }
  expect(lastCompletedPhase(SPEC_WORKFLOW, KNOWN, first as Standing)).toBe('requirements')
})
