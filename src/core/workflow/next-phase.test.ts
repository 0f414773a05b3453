import { describe, expect, it } from 'vitest'
import { PHASES, type Phase } from '../../contracts/phases.ts'
import type { Approvals, Permissions } from '../../contracts/spec-json.ts'
import { getImmediateNextPhase, getNextPermittedPhase } from './next-phase.ts'
import { documentsBefore } from './workflows.ts'
import { SPEC_WORKFLOW } from './spec-workflow.ts'
import { DEFAULT_PERMISSIONS } from './spec-workflow.ts'

const approved = (...phases: Phase[]): Approvals => {
  const of = (phase: Phase) => ({ generated: true, approved: phases.includes(phase) })
  return { requirements: of('requirements'), design: of('design'), tasks: of('tasks') }
}
const ALL_APPROVED = approved('requirements', 'design', 'tasks')
const nogo = (...phases: Phase[]): Permissions => {
  const permissions = { ...DEFAULT_PERMISSIONS, deploy: true }
  for (const phase of phases) permissions[phase] = false
  return permissions
}
const CURRENTS: (Phase | null)[] = [null, ...PHASES]

/** Each of the 128 ways to set GO and NOGO. */
const EVERY_PERMISSION: Permissions[] = Array.from({ length: 2 ** PHASES.length }, (_, bits) =>
  nogo(...PHASES.filter((_phase, index) => (bits >> index) % 2 === 1)),
)

describe('getImmediateNextPhase', () => {
  it('N3.1 is null when the next phase is NOGO', () => {
    expect(getImmediateNextPhase('requirements', nogo('design'), ALL_APPROVED)).toBeNull()
    expect(getImmediateNextPhase(null, nogo('requirements'), ALL_APPROVED)).toBeNull()
  })

  it('N3.1 is the next phase when that is GO and what stands before it is approved', () => {
    const onlyRequirements = approved('requirements')
    expect(getImmediateNextPhase('requirements', nogo(), onlyRequirements)).toBe('design')
    expect(getImmediateNextPhase(null, nogo(), approved())).toBe('requirements')
  })

  it.each(PHASES)('N3.1 for %s: GO gives it, NOGO gives nothing', (phase) => {
    const current = PHASES[PHASES.indexOf(phase) - 1] ?? null
    expect(getImmediateNextPhase(current, nogo(), ALL_APPROVED)).toBe(phase)
    expect(getImmediateNextPhase(current, nogo(phase), ALL_APPROVED)).toBeNull()
  })

  it('N3.1 is null while a document before the phase is not approved', () => {
    expect(getImmediateNextPhase('requirements', nogo(), approved())).toBeNull()
    expect(getImmediateNextPhase('tasks', nogo(), approved('requirements', 'tasks'))).toBeNull()
    expect(getImmediateNextPhase('document-review', nogo(), approved('design', 'tasks'))).toBeNull()
  })

  it('N1.3 N4.1 is never a phase behind a NOGO one, whatever is GO', () => {
    for (const permissions of EVERY_PERMISSION) {
      for (const current of CURRENTS) {
        const after = PHASES[current === null ? 0 : PHASES.indexOf(current) + 1]
        const expected = after !== undefined && permissions[after] ? after : null
        expect(getImmediateNextPhase(current, permissions, ALL_APPROVED)).toBe(expected)
      }
    }
  })

  it('N3.1 is null after the last phase', () => {
    expect(getImmediateNextPhase('deploy', nogo(), ALL_APPROVED)).toBeNull()
  })
})

describe('getNextPermittedPhase', () => {
  it('N5.3 R20 passes over NOGO to the next GO phase', () => {
    expect(getNextPermittedPhase('requirements', nogo('design', 'tasks'))).toBe('document-review')
    expect(getNextPermittedPhase(null, nogo('requirements'))).toBe('design')
    expect(getNextPermittedPhase('inspection', nogo('deploy'))).toBeNull()
  })

  it('N5.3 R20 agrees with getImmediateNextPhase where nothing is NOGO', () => {
    for (const current of CURRENTS) {
      expect(getNextPermittedPhase(current, nogo())).toBe(
        getImmediateNextPhase(current, nogo(), ALL_APPROVED),
      )
    }
  })
})

it('S2 names the documents that stand before a phase', () => {
  expect(documentsBefore(SPEC_WORKFLOW, 'requirements')).toEqual([])
  expect(documentsBefore(SPEC_WORKFLOW, 'tasks')).toEqual(['requirements', 'design'])
  expect(documentsBefore(SPEC_WORKFLOW, 'inspection')).toEqual(['requirements', 'design', 'tasks'])
})
