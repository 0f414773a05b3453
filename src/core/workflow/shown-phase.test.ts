import { describe, expect, it } from 'vitest'
import type { SpecJson } from '../../contracts/spec-json.ts'
import { normaliseSpec } from '../spec/normalise.ts'
import type { Standing } from './definition.ts'
import { INITIAL_PARTS } from './phase-parts.ts'
import { shownPhase } from './shown-phase.ts'
import { SPEC_WORKFLOW } from './tables/spec-workflow.ts'

const IDLE: Parameters<typeof shownPhase>[1] = {
  redo: [],
  strays: {},
  phases: INITIAL_PARTS,
  status: 'idle',
}

function shown(json: SpecJson, documents: string[], boxes: [number, number] | null): string {
  const standing: Standing = {
    spec: normaliseSpec('alpha', json),
    files: Object.fromEntries(
      documents.map((name) => [`${name}.md`, { fingerprint: '1-1', empty: false }]),
    ),
    requirementsAreOnlyInput: false,
    tasks:
      boxes === null
        ? { ok: false, why: 'missing', line: null }
        : { ok: true, counts: { done: boxes[0], total: boxes[1] } },
  }
  return shownPhase(SPEC_WORKFLOW, IDLE, standing)
}

const ALL = ['requirements', 'design', 'tasks']

describe('how far a spec is shown', () => {
  it.each([
    [
      'an unknown word leaves it to the documents',
      { phase: 'someday' },
      ALL,
      [1, 2],
      'tasks-generated',
    ],
    ['and to the boxes', { phase: 'someday' }, ALL, [2, 2], 'implementation-complete'],
    ['no record at all', {}, ['requirements'], null, 'requirements-generated'],
    ['no record, nothing written', {}, [], null, 'initialized'],
    ['a word behind the documents', { phase: 'initialized' }, ALL, [0, 2], 'tasks-generated'],
    ['a word of done with an open box', { phase: 'implemented' }, ALL, [1, 2], 'tasks-generated'],
    ['the same for later words', { phase: 'completed' }, ALL, [1, 2], 'tasks-generated'],
    ['a word of done with all ticked', { phase: 'completed' }, ALL, [2, 2], 'inspection-complete'],
    [
      'done, without a design',
      { phase: 'implemented' },
      ['tasks'],
      [2, 2],
      'implementation-complete',
    ],
    ['in progress, all ticked', { phase: 'implementing' }, ALL, [2, 2], 'implementation-complete'],
    ['a word alone', { phase: 'design-generated' }, [], null, 'design-generated'],
  ] satisfies [string, SpecJson, string[], [number, number] | null, string][])(
    'X13 %s',
    (...row) => {
      const [, json, documents, boxes, phase] = row
      expect(shown(json, documents, boxes)).toBe(phase)
    },
  )
})
