import { DOCUMENT_FILES } from '../../workflow/document-files.ts'
import type { SpecFormat } from '../format.ts'

const BUGFIX_FILE = 'bugfix.md'
const FILES: readonly string[] = [...Object.values(DOCUMENT_FILES), BUGFIX_FILE]
const MARKS: readonly string[] = ['spec.json', '.config.kiro', ...FILES]
const ARCHIVES = /^(?:archived?|_?completed|_archived?|_?done)\//i

/** Ours, and that of Kiro, cc-sdd and the older tool: with or without spec.json. */
export const KIRO: SpecFormat = {
  id: 'kiro',
  title: 'Kiro',
  root: '.kiro/specs',
  depth: 3,
  workflow: 'spec',
  isItem: (names) => names.some((name) => MARKS.includes(name)),
  files: FILES,
  folders: {},
  covered: [],
  isArchived: (path) => ARCHIVES.test(path),
  /** Kiro begins the fix of a bug with another document. */
  fileOf: (document, names) =>
    document === DOCUMENT_FILES.requirements &&
    !names.includes(document) &&
    names.includes(BUGFIX_FILE)
      ? BUGFIX_FILE
      : document,
  recordOf: () => ({}),
  conventions: [],
  lacks: [],
}
