import { DOCUMENT_FILES } from '../../workflow/document-files.ts'
import type { SpecFormat } from '../format.ts'

const BUGFIX_FILE = 'bugfix.md'
const FILES: readonly string[] = [...Object.values(DOCUMENT_FILES), BUGFIX_FILE]
const MARKS: readonly string[] = ['spec.json', '.config.kiro', ...FILES]
const ARCHIVES = /^(?:archived?|_?completed|_archived?|_?done)\//i

/** Our own format, shared with Kiro, cc-sdd and the older tool; spec.json is optional. */
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
  /** Kiro starts a bug fix with bugfix.md instead of requirements.md. */
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
