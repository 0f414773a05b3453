import { expect, it } from 'vitest'
import { specNamed } from '../../contracts/work-item.ts'
import { ownedFiles } from './read-changes.ts'
import { factsOfBranch } from './tree-facts.ts'

const listed = (path: string) => ({
  path,
  from: null,
  status: 'modified',
  kind: 'text',
  added: 1,
  removed: 1,
  mode: null,
  version: '',
})

it.each([
  ['login', '.kiro/specs/login/tasks.md'],
  ['login@openspec', 'openspec/changes/login/tasks.md'],
  ['001-login@spec-kit', 'specs/001-login/tasks.md'],
  ['login@spec-workflow', '.spec-workflow/specs/login/tasks.md'],
])('the changes of %s begin with its code', (name, document) => {
  const item = specNamed(name)
  const { files } = ownedFiles([document, 'src/z.ts'].map(listed), factsOfBranch(item, new Map()))
  expect(files.map(({ path }) => path)).toEqual(['src/z.ts', document])
})
