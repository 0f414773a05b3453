import { describe, expect, it } from 'vitest'
import { specNamed } from '../../contracts/work-item.ts'
import { coveredBy, isChanged } from './covered.ts'
import type { FileFact } from './facts.ts'

const CHANGE = specNamed('add-search@openspec')
const FEATURE = specNamed('001-search@spec-kit')
const DELTA = 'specs/search/spec.md'

const facts = (files: Record<string, string>): { files: Record<string, FileFact> } => ({
  files: Object.fromEntries(
    Object.entries(files).map(([name, fingerprint]) => [name, { fingerprint, empty: false }]),
  ),
})

describe('what an approval covers', () => {
  it('are the requirements of a change with its proposal, and the contracts of a plan', () => {
    expect(coveredBy(CHANGE, 'requirements.md', facts({ [DELTA]: '1-a' }))).toEqual({
      [DELTA]: '1-a',
    })
    const files = facts({ 'contracts/a.yaml': '1-a', 'checklists/a.md': '1-b' })
    expect(coveredBy(FEATURE, 'design.md', files)).toEqual({ 'contracts/a.yaml': '1-a' })
    expect(coveredBy(FEATURE, 'requirements.md', files)).toEqual({})
    expect(coveredBy(specNamed('search'), 'requirements.md', files)).toEqual({})
  })
})

describe('a document is another one', () => {
  const proposal = { item: CHANGE, document: 'requirements.md' }
  const before = { 'requirements.md': '1-p', [DELTA]: '1-a' }

  it.each([
    [{ 'requirements.md': '2-p', [DELTA]: '2-a' }, false],
    [{ 'requirements.md': '2-q', [DELTA]: '1-a' }, true],
    [{ 'requirements.md': '1-p', [DELTA]: '2-b' }, true],
    [{ 'requirements.md': '1-p' }, true],
    [{ 'requirements.md': '1-p', [DELTA]: '1-a', 'specs/new/spec.md': '1-c' }, true],
    [{ 'requirements.md': '1-p', [DELTA]: '1-a', 'tasks.md': '1-c' }, false],
  ])('when it or what is covered with it reads otherwise: %j is %j', (now, changed) => {
    expect(isChanged(proposal, before, facts(now))).toBe(changed)
  })
})
