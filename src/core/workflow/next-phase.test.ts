import { describe, expect, it } from 'vitest'
import type { Phase } from '../../contracts/phases.ts'
import type { Approvals, Permissions } from '../../contracts/spec-json.ts'
import { getImmediateNextPhase, getNextPermittedPhase } from './next-phase.ts'
import { BUG_WORKFLOW } from './tables/bug-workflow.ts'
import { documentsBefore, phasesOf } from './workflows.ts'
import { SPEC_WORKFLOW } from './tables/spec-workflow.ts'
import { DEFAULT_PERMISSIONS } from './tables/spec-workflow.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)
const BUG_PHASES = phasesOf(BUG_WORKFLOW)

const approved = (...phases: Phase[]): Approvals => {
  const of = (phase: Phase) => ({ generated: true, approved: phases.includes(phase) })
  return { requirements: of('requirements'), design: of('design'), tasks: of('tasks') }
}
const ALL_APPROVED = approved('requirements', 'design', 'tasks')
const nogo = (...phases: Phase[]): Permissions => {
  const permissions = {
    ...DEFAULT_PERMISSIONS,
    analyze: true,
    fix: true,
    verify: true,
    deploy: true,
  }
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
  it('N5.3 R20 B3 passes over NOGO to the next GO phase', () => {
    expect(getNextPermittedPhase('analyze', nogo('fix'))).toBe('verify')
    expect(getNextPermittedPhase(null, nogo('analyze'))).toBe('fix')
    expect(getNextPermittedPhase(null, nogo('analyze', 'fix'))).toBe('verify')
    expect(getNextPermittedPhase('verify', nogo('deploy'))).toBeNull()
  })

  it('B3 never gives deploy before the verification has passed, whatever is NOGO', () => {
    for (let bits = 0; bits < 2 ** BUG_PHASES.length; bits++) {
      const set = nogo(...BUG_PHASES.filter((_phase, index) => (bits >> index) % 2 === 1))
      for (const current of [null, 'analyze', 'fix'] as const)
        expect(getNextPermittedPhase(current, set)).not.toBe('deploy')
      expect(getNextPermittedPhase('verify', set)).toBe(set.deploy ? 'deploy' : null)
    }
  })

  it('N5.3 R20 gives one phase after the other where nothing is NOGO', () => {
    for (const [index, phase] of BUG_PHASES.entries())
      expect(getNextPermittedPhase(BUG_PHASES[index - 1] ?? null, nogo())).toBe(phase)
  })
})

it('S2 names the documents that stand before a phase', () => {
  expect(documentsBefore(SPEC_WORKFLOW, 'requirements')).toEqual([])
  expect(documentsBefore(SPEC_WORKFLOW, 'tasks')).toEqual(['requirements', 'design'])
  expect(documentsBefore(SPEC_WORKFLOW, 'inspection')).toEqual(['requirements', 'design', 'tasks'])
})
