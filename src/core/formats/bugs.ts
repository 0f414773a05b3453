import { NAMED_FILES } from '../workflow/document-files.ts'
import type { ItemLayout } from './format.ts'

export const BUGS: ItemLayout = {
  root: '.kiro/bugs',
  depth: 2,
  isItem: (names) =>
    names.includes('bug.json') || names.some((name) => NAMED_FILES.bug.includes(name)),
  files: NAMED_FILES.bug,
  folders: {},
  covered: [],
  isArchived: () => false,
  fileOf: (document) => document,
}
