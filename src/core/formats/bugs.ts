import { NAMED_FILES } from '../workflow/document-files.ts'
import type { ItemLayout } from './format.ts'

export const BUGS: ItemLayout = {
  root: '.kiro/bugs',
  isItem: (names) =>
    names.includes('bug.json') || names.some((name) => NAMED_FILES.bug.includes(name)),
  isArchived: () => false,
  fileOf: (document) => document,
}
