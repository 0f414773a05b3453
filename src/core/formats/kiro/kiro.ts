import { DOCUMENT_FILES } from '../../workflow/document-files.ts'
import type { SpecFormat } from '../format.ts'

const BUGFIX_FILE = 'bugfix.md'
/** What cc-sdd leaves of a talk about an idea, before there is any document. */
const BRIEF_FILE = 'brief.md'
const DOCUMENTS: readonly string[] = Object.values(DOCUMENT_FILES)
const FILES: readonly string[] = [...DOCUMENTS, BUGFIX_FILE]
const MARKS: readonly string[] = ['spec.json', '.config.kiro', BRIEF_FILE, ...FILES]
const ARCHIVES = /^(?:archived?|_?completed|_archived?|_?done)\//i
const MAX_BRIEF = 4000

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Some people write `Requirements.md`. Kiro starts a bug fix with bugfix.md instead. */
function fileOf(document: string, names: readonly string[]): string {
  if (names.includes(document)) return document
  const other = capitalised(document)
  if (DOCUMENTS.includes(document) && names.includes(other)) return other
  const isFix = document === DOCUMENT_FILES.requirements && names.includes(BUGFIX_FILE)
  return isFix ? BUGFIX_FILE : document
}

/** Our own format, shared with Kiro, cc-sdd and the older tool; spec.json is optional. */
export const KIRO: SpecFormat = {
  id: 'kiro',
  title: 'Kiro',
  root: '.kiro/specs',
  depth: 3,
  workflow: 'spec',
  isItem: (names) =>
    names.some((name) => MARKS.includes(name) || DOCUMENTS.map(capitalised).includes(name)),
  files: [...FILES, ...DOCUMENTS.map(capitalised), BRIEF_FILE],
  folders: {},
  covered: [],
  isArchived: (path) => ARCHIVES.test(path),
  fileOf,
  recordOf: (_path, { names, read }) => {
    const brief = names.includes(BRIEF_FILE) ? (read(BRIEF_FILE) ?? '').trim() : ''
    return brief === '' ? {} : { description: brief.slice(0, MAX_BRIEF) }
  },
  conventions: [],
  lacks: [],
}
