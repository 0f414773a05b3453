import { describe, expect, it } from 'vitest'
import type { WorkflowName } from '../../../contracts/phases.ts'
import type { PhaseCell } from '../../../core/views/phase-cells.ts'
import { phasesOf, workflowOf } from '../../../core/workflow/workflows.ts'
import { cellsByColumn } from './board-columns.ts'

const columns = (workflow: WorkflowName) =>
  cellsByColumn(phasesOf(workflowOf({ workflow })).map((phase) => ({ phase }) as PhaseCell)).map(
    (cell) => cell?.phase ?? '',
  )

describe('the columns of the board', () => {
  it('B6 a bug stands under what is like its phases; a quick spec leaves out what it has not', () => {
    expect(columns('spec')).toEqual(phasesOf(workflowOf({ workflow: 'spec' })))
    expect(columns('bug')).toEqual(['', '', '', 'analyze', 'fix', 'verify', 'deploy'])
    expect(columns('quick')).toEqual(['', '', 'tasks', '', 'impl', 'inspection', 'deploy'])
  })
})
