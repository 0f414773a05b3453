import { describe, expect, it } from 'vitest'
import { specNamed } from '../../contracts/work-item.ts'
import { documentNames } from './document-names.ts'

const login = specNamed('login')

describe('names of documents', () => {
  it('are the names of the files where the format has the same', () => {
    const names = documentNames(login, ['requirements.md', 'tasks.md'])
    expect(names.fileOf('requirements.md')).toBe('requirements.md')
    expect(names.fileOf('design.md')).toBe('design.md')
    expect(names.documentIn('research.md')).toBe('research.md')
  })

  it('bugfix.md is the first document of a spec that Kiro began with it', () => {
    const names = documentNames(login, ['bugfix.md', 'design.md', '.config.kiro'])
    expect(names.fileOf('requirements.md')).toBe('bugfix.md')
    expect(names.documentIn('bugfix.md')).toBe('requirements.md')
    expect(names.documentIn('design.md')).toBe('design.md')
  })

  it('what is in a folder of its format belongs to a document', () => {
    const change = documentNames(specNamed('add-login@openspec'), ['proposal.md', 'specs'])
    expect(change.belongsTo('specs/login/spec.md')).toBe('requirements.md')
    expect(change.belongsTo('notes/spec.md')).toBe('notes/spec.md')
    expect(change.belongsTo('constructor/spec.md')).toBe('constructor/spec.md')
    expect(documentNames(login, []).belongsTo('specs/login/spec.md')).toBe('specs/login/spec.md')
  })

  it('beside requirements.md it is one more document', () => {
    const names = documentNames(login, ['bugfix.md', 'requirements.md'])
    expect(names.fileOf('requirements.md')).toBe('requirements.md')
    expect(names.documentIn('bugfix.md')).toBe('bugfix.md')
  })
})
