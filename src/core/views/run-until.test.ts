import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PHASES } from '../../contracts/phases.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'
import { permitsUntil, runsUntil } from './run-until.ts'

const workflow = fc.constantFrom('spec' as const, 'quick' as const, 'bug' as const)
const permissions = fc.record(
  Object.fromEntries(PHASES.map((phase) => [phase, fc.boolean()])),
) as fc.Arbitrary<ReturnType<typeof rowAt>['permissions']>

describe('how far a run may go', () => {
  it('is what was chosen once the change is made, whatever was set before', () => {
    fc.assert(
      fc.property(workflow, permissions, fc.nat(), (name, before, pick) => {
        const row = { ...rowAt('requirements'), workflow: name, permissions: before }
        const choices = [null, ...phasesOf(workflowOf(row))]
        const last = choices[pick % choices.length] ?? null
        const { go, nogo } = permitsUntil(row, last)
        const after = { ...before }
        for (const phase of go) after[phase] = true
        for (const phase of nogo) after[phase] = false
        expect(runsUntil({ ...row, permissions: after })).toBe(last)
        // Only what has to change is sent.
        expect(go.every((phase) => !before[phase])).toBe(true)
        expect(nogo.every((phase) => before[phase])).toBe(true)
      }),
    )
  })

  it('is nothing to name while a phase after a NOGO may run', () => {
    const row = rowAt('requirements')
    row.permissions = { ...row.permissions, design: false, tasks: true }
    expect(runsUntil(row)).toBe('mixed')
  })
})
