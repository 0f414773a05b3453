import { describe, expect, it } from 'vitest'
import { needOf } from '../../src/core/views/needs-you.ts'
import { phaseCells } from '../../src/core/views/phase-cells.ts'
import { standOf } from '../../src/core/views/standing.ts'
import { rowAt } from '../../src/testkit/spec-row.ts'
import { en } from '../../src/web/i18n/en.ts'
import { shortStatus } from '../../src/web/features/board/cell-words.ts'

describe('the status of a spec on a phone', () => {
  it.each([
    [
      { status: 'completed', reason: 'nogo', phase: 'deploy' },
      'deploy',
      'Done. Stopped before Deploy, as set',
    ],
    [{ status: 'running', phase: 'design' }, 'design', 'Running · Design'],
    [{ status: 'running', phase: 'impl' }, 'impl', 'Running · Implementation 0/4'],
    [{ status: 'error', reason: 'agent-failed', phase: 'design' }, 'design', 'Agent failed'],
    [{ status: 'idle' }, 'requirements', 'Not running'],
  ] as const)('of a run that is %j at %s is “%s”', (...[run, at, words]) => {
    const row = rowAt(at, { run })
    const stand = standOf(row, needOf(row, null))
    expect(shortStatus(en, { row, stand }, phaseCells(row))).toBe(words)
  })
})
