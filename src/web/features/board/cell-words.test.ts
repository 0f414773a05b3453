import { describe, expect, it } from 'vitest'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { type Phase } from '../../../contracts/phases.ts'
import type { CellState, PhaseCell } from '../../../core/views/phase-cells.ts'
import { en } from '../../i18n/en.ts'
import { shortStatus } from './cell-words.ts'
import { SPEC_WORKFLOW } from '../../../core/workflow/spec-workflow.ts'
import { phasesOf } from '../../../core/workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

/** Done up to `at`, which is in `state`. */
const cellsAt = (at: Phase, state: CellState): PhaseCell[] =>
  PHASES.map((phase) => ({
    phase,
    state: phase === at ? state : PHASES.indexOf(phase) < PHASES.indexOf(at) ? 'done' : 'todo',
    isGo: state !== 'nogo',
    round: null,
    rerun: null,
    tasks: null,
    checks: null,
    until: null,
  }))

const row = (status: ItemRow['run']['status']): Pick<ItemRow, 'problem' | 'run'> => ({
  problem: null,
  run: {
    status,
    reason: null,
    phase: null,
    round: null,
    implReruns: 0,
    waitingFor: null,
    waitingUntil: null,
  },
})

describe('the status of a spec on a phone', () => {
  it.each([
    ['completed', 'deploy', 'nogo', 'Done. Stopped before Deploy'],
    ['idle', 'requirements', 'nogo', 'Req NOGO'],
    ['running', 'design', 'running', 'Design running'],
  ] as const)('of a run that is %s at %s (%s) is “%s”', (...[status, at, state, words]) => {
    expect(shortStatus(en, row(status), cellsAt(at, state))).toBe(words)
  })
})
