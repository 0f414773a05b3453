import { describe, expect, it } from 'vitest'
import type { ReviewRound } from '../../contracts/spec-json.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { needsApproval, phaseCells, phaseToRun } from './phase-cells.ts'
import { BUG_WORKFLOW } from '../workflow/tables/bug-workflow.ts'
import { defaultPermissions } from '../workflow/default-permissions.ts'
import { SPEC_WORKFLOW } from '../workflow/tables/spec-workflow.ts'
import { phasesOf } from '../workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

const states = (row: ReturnType<typeof rowAt>): string[] =>
  phaseCells(row).map(({ state }) => state)

const round = (roundNumber: number): ReviewRound => ({
  roundNumber,
  status: 'reply_complete',
  fixRequired: 0,
  needsDiscussion: 0,
  fixStatus: 'not_required',
})

describe('phase cells', () => {
  it('are all seven, in their order', () => {
    expect(phaseCells(rowAt('requirements')).map(({ phase }) => phase)).toEqual(PHASES)
  })

  it('show what is passed, what is to come and what is NOGO', () => {
    expect(states(rowAt('tasks'))).toEqual(['done', 'done', 'todo', 'todo', 'todo', 'todo', 'nogo'])
    expect(states(rowAt(null))).toEqual(PHASES.map(() => 'done'))
  })

  it.each([
    ['running', null, 'running'],
    ['queued', null, 'queued'],
    ['paused', 'needs-discussion', 'waiting'],
    ['error', 'agent-failed', 'failed'],
    ['completed', 'nogo', 'nogo'],
  ] as const)('show a run that is %s (%s) as %s', (status, reason, state) => {
    const permissions = { ...rowAt('design').permissions, design: status !== 'completed' }
    const row = rowAt('design', { run: { status, reason, phase: 'design' }, permissions })
    expect(phaseCells(row)[1]).toMatchObject({ phase: 'design', state })
    expect(states(row)[0]).toBe('done')
  })

  it.each([
    ['working-tree', 'queued', null],
    ['quota', 'queued', '2025-01-01T14:05:00.000Z'],
    ['answer', 'waiting', null],
  ] as const)('show a run that waits for %s as %s', (waitingFor, state, until) => {
    const waitingUntil = '2025-01-01T14:05:00.000Z'
    const run = { status: 'running', phase: 'impl', waitingFor, waitingUntil } as const
    const cells = phaseCells(rowAt('impl', { run }))
    expect(cells[4]).toMatchObject({ state, until })
    expect(cells.filter((cell) => cell.until !== null)).toHaveLength(until === null ? 0 : 1)
  })

  it('show a document that no one has approved as waiting, unless a run is about to do it', () => {
    const approvals = { ...rowAt('design').approvals }
    approvals.requirements = { generated: true, approved: false }
    const resting = rowAt('design', { approvals })
    expect(states(resting)[0]).toBe('waiting')
    expect(needsApproval(resting, 'requirements')).toBe(true)
    const running = rowAt('design', { approvals, run: { status: 'running', phase: 'design' } })
    expect(states(running)[0]).toBe('done')
  })

  it('show a phase that must run again as not passed', () => {
    const row = rowAt('impl', { redo: ['design'] })
    expect(states(row).slice(0, 3)).toEqual(['done', 'todo', 'done'])
    expect(phaseToRun(row)).toBe('design')
  })

  it('count tasks, rounds and re-runs in the cell they belong to', () => {
    const tasks = { done: 14, total: 20, optional: { done: 0, total: 3 } }
    const review = { status: 'in_progress', currentRound: 3, rounds: [round(1), round(2)] } as const
    const run = { status: 'running', phase: 'impl', implReruns: 2 } as const
    const cells = phaseCells(rowAt('impl', { tasks, run, review: { ...review, rounds: [] } }))
    expect(cells[4]).toMatchObject({ tasks: { done: 14, total: 20 }, rerun: { now: 2, of: 7 } })
    expect(cells[3]?.round).toEqual({ now: 3, of: 7 })
    expect(cells[5]).toMatchObject({ tasks: null, rerun: null, round: null })
    expect(phaseCells(rowAt('impl'))[3]?.round).toBeNull()
  })

  it('show the rounds that are behind a spec while none runs', () => {
    const review = { status: 'approved', currentRound: null, rounds: [round(1), round(2)] } as const
    const row = rowAt('impl', { review: { ...review, rounds: [...review.rounds] } })
    expect(phaseCells(row)[3]?.round).toEqual({ now: 2, of: 7 })
  })

  it('R12 tasks of which none is required hold up nothing', () => {
    const tasks = { done: 0, total: 0, optional: { done: 0, total: 2 } }
    expect(rowAt('impl', { tasks }).passed).toContain('impl')
    expect(rowAt('impl', { tasks: null }).passed).not.toContain('impl')
  })
})

it('G4.2 the first re-run already is in the cell, and none before it', () => {
  const rerunOf = (implReruns: number) =>
    phaseCells(rowAt('impl', { run: { status: 'running', phase: 'impl', implReruns } })).find(
      ({ phase }) => phase === 'impl',
    )?.rerun
  expect(rerunOf(0)).toBeNull()
  expect(rerunOf(1)).toEqual({ now: 1, of: 7 })
})

describe('the next phase of a bug', () => {
  const bug = (changes: Partial<Parameters<typeof phaseToRun>[0]>) => {
    const permissions = defaultPermissions(BUG_WORKFLOW)
    return phaseToRun({ workflow: 'bug', passed: [], permissions, ...changes })
  }

  it('B3 passes over what is NOGO, and is never deploy without a passed verification', () => {
    const permissions = defaultPermissions(BUG_WORKFLOW)
    expect(bug({})).toBe('analyze')
    expect(bug({ permissions: { ...permissions, analyze: false } })).toBe('fix')
    expect(bug({ passed: ['analyze', 'fix', 'verify'] })).toBeNull()
    const deploy = { ...permissions, deploy: true }
    expect(bug({ passed: ['analyze', 'fix', 'verify'], permissions: deploy })).toBe('deploy')
    expect(
      bug({ passed: ['analyze', 'fix'], permissions: { ...deploy, verify: false } }),
    ).toBeNull()
  })
})
