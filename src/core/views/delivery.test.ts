import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../contracts/host-steps.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { initialState } from '../state/evolve.ts'
import { checkStanding, deliveryOf, NOTHING_DELIVERED, placeInQueue } from './delivery.ts'

const STATE = initialState(specNamed('login'))
const found = (result: CheckResult['result'], tree: string | null): CheckResult => ({
  result,
  exitCode: result === 'passed' ? 0 : 1,
  isTimeout: false,
  ms: 5,
  log: 'check_a_1_1',
  after: '',
  tree,
  at: '2025-01-01T00:00:00.000Z',
})
const checksOf = (state: Partial<AutoExecutionState>, declared = ['test']) => {
  const { run, phase, inspections } = rowAt('inspection')
  const known = { ...STATE, ...state }
  const { checks } = deliveryOf({
    workflow: 'spec',
    state: known,
    spec: { phase, inspections },
    run,
    declared,
  })
  return checks.map(({ name, result }) => `${name} ${result}`)
}

describe('what the checks say of an item', () => {
  it('V3 a result counts only for the code it ran on', () => {
    const checks = { test: found('passed', 'one') }
    expect(checksOf({})).toEqual(['test never'])
    expect(checksOf({ checks, tree: 'one', isRecorded: true })).toEqual(['test passed'])
    expect(checksOf({ checks, tree: 'two', isRecorded: true })).toEqual(['test stale'])
    expect(checksOf({ checks, tree: 'one', isRecorded: false })).toEqual(['test stale'])
  })

  it('P1 a result for what is brought onto the base counts for that', () => {
    const ready = { commit: 'c', tree: 'merged', onto: 'b', path: '/scratch' }
    const phases = { ...STATE.phases, deploy: { ...STATE.phases.deploy, ready } }
    const checks = { test: found('failed', 'merged') }
    expect(checksOf({ checks, tree: 'one', isRecorded: true, phases })).toEqual(['test failed'])
    const done = { commit: 'c', url: null }
    const deployed = { ...STATE.phases, deploy: { ...STATE.phases.deploy, done } }
    expect(checksOf({ checks, tree: 'one', phases: deployed })).toEqual(['test failed'])
  })

  it('V6 only declared ones are shown, and the worst of them stands for all', () => {
    const checks = { old: found('failed', 'one'), test: found('passed', 'one') }
    expect(checksOf({ checks, tree: 'one', isRecorded: true })).toEqual(['test passed'])
    expect(checksOf({ checks }, [])).toEqual([])
    const shown = (...results: ('passed' | 'failed' | 'stale' | 'never')[]) =>
      checkStanding({
        checks: results.map((result) => ({ name: 'x', result, at: null, log: null })),
      })
    expect(shown()).toBeNull()
    expect(shown('passed', 'never')).toBe('never')
    expect(shown('stale', 'never', 'passed')).toBe('stale')
    expect(shown('passed', 'failed', 'stale')).toBe('failed')
  })
})

describe('the queue for a base branch', () => {
  it('P2 counts those that came before for the same base', () => {
    const waits = (base: string, at: string) => ({
      deploy: { ...NOTHING_DELIVERED.deploy, queued: { base, at } },
    })
    const [first, second, other] = [waits('main', '1'), waits('main', '2'), waits('next', '0')]
    const rows = [second, other, first, NOTHING_DELIVERED]
    expect([first, second, other, NOTHING_DELIVERED].map((row) => placeInQueue(row, rows))).toEqual(
      [1, 2, 1, null],
    )
  })
})
