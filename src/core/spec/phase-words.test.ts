import { describe, expect, it } from 'vitest'
import { SPEC_PHASES } from '../../contracts/spec-json.ts'
import { normaliseSpec } from './normalise.ts'
import { phaseOfWord } from './phase-words.ts'

describe('raw phase words', () => {
  it.each([
    ['implemented', 'implementation-complete'],
    ['implementation', 'tasks-generated'],
    ['implementing', 'tasks-generated'],
    ['implementation_complete', 'implementation-complete'],
    ['implementation-completed', 'implementation-complete'],
    ['impl-complete', 'implementation-complete'],
    ['tasks', 'tasks-generated'],
    ['tasks_generated', 'tasks-generated'],
    ['tasks-approved', 'tasks-generated'],
    ['ready-for-implementation', 'tasks-generated'],
    ['validated', 'inspection-complete'],
    ['completed', 'inspection-complete'],
    [' Completed ', 'inspection-complete'],
    ['design_approved', 'design-generated'],
  ])('X13 %j is %s', (word, phase) => {
    expect(phaseOfWord(word)).toBe(phase)
    expect(normaliseSpec('alpha', { phase: word })).toMatchObject({ phase, isPhaseSaid: true })
  })

  it.each(SPEC_PHASES)('S2 our own word %s is itself', (phase) => {
    expect(phaseOfWord(phase)).toBe(phase)
  })

  it.each(['something-else', '', null, 7, {}])('X13 %j says nothing', (word) => {
    expect(normaliseSpec('alpha', { phase: word })).toMatchObject({
      phase: 'initialized',
      isPhaseSaid: false,
    })
  })
})

describe('a record that says that all is done', () => {
  const claims = (json: Record<string, unknown>): boolean => normaliseSpec('alpha', json).claimsDone

  it.each(['implemented', 'validated', 'completed', 'deploy-complete'])('%s does', (phase) => {
    expect(claims({ phase })).toBe(true)
  })

  it('one whose review was approved has its inspection before it', () => {
    const documentReview = { status: 'approved' }
    expect(claims({ phase: 'implementation-complete', documentReview })).toBe(false)
    expect(claims({ phase: 'inspection-complete', documentReview })).toBe(true)
  })

  it('one whose last inspection said no does not, whatever its word', () => {
    const inspection = { rounds: [{ number: 1, result: 'nogo' }] }
    expect(claims({ phase: 'completed', inspection })).toBe(false)
  })

  it('an unknown word and one from before the code do not', () => {
    expect(claims({ phase: 'tasks-generated' })).toBe(false)
    expect(claims({ phase: 'someday' })).toBe(false)
    expect(claims({})).toBe(false)
  })
})
