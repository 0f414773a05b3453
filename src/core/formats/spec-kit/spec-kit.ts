import { phaseOfWord } from '../../spec/phase-words.ts'
import { DOCUMENT_FILES } from '../../workflow/document-files.ts'
import { LACKS_APPROVALS, LACKS_VERDICTS } from '../lacks.ts'
import type { SpecFormat } from '../format.ts'

const SPEC_FILE = 'spec.md'
const PLAN_FILE = 'plan.md'
const FILES: readonly string[] = [SPEC_FILE, PLAN_FILE, DOCUMENT_FILES.tasks]
const NUMBERED = /(?:^|\/)\d{3,}-[^/]+$/
/** Names that are next to spec.md only if this tool created it. */
const BESIDE: readonly string[] = [
  PLAN_FILE,
  DOCUMENT_FILES.tasks,
  'checklists',
  'contracts',
  'data-model.md',
  'quickstart.md',
  'research.md',
  '.spec-context.json',
]

/** GitHub's tool: `specs/NNN-name/{spec,plan,tasks}.md`. Boxes in `checklists/` are not tasks. */
export const SPEC_KIT: SpecFormat = {
  id: 'spec-kit',
  title: 'Spec Kit',
  root: 'specs',
  depth: 2,
  isShared: true,
  workflow: 'spec',
  /**
   * Any project may have a `specs` folder: spec.md alone, or a plan with something beside it, count
   * only in a numbered folder.
   */
  isItem: (names, path) => {
    const isNumbered = NUMBERED.test(path)
    const beside = BESIDE.filter((name) => names.includes(name))
    if (names.includes(SPEC_FILE)) return isNumbered || beside.length > 0
    return isNumbered && names.includes(PLAN_FILE) && beside.length > 1
  },
  files: FILES,
  folders: { checklists: DOCUMENT_FILES.requirements, contracts: DOCUMENT_FILES.design },
  // Not `checklists`: people tick them at any time.
  covered: ['contracts'],
  isArchived: (path) => /^_?archived?\//i.test(path),
  fileOf: (document) =>
    document === DOCUMENT_FILES.requirements
      ? SPEC_FILE
      : document === DOCUMENT_FILES.design
        ? PLAN_FILE
        : document,
  recordOf: (_path, { read }) => recordIn(read(SPEC_FILE) ?? ''),
  conventions: [
    'spec.md has user stories with priorities (`### User Story 1 - … (Priority: P1)`), functional requirements (`FR-001`) and success criteria (`SC-001`).',
    'plan.md may have research.md, data-model.md, quickstart.md and contracts/ beside it.',
    'A task is one line, `- [ ] T001 [P] [US1] Title with the path of its file`, under the heading of its phase; `[P]` means that it may run in parallel.',
    'Boxes in checklists/ are no tasks: leave them to people.',
  ],
  lacks: [LACKS_APPROVALS, LACKS_VERDICTS],
}

function recordIn(text: string): { description?: string; phase?: string } {
  const description = /^\*\*Input\*\*:\s*(?:User description:\s*)?"([^"\n]+)"/m.exec(text)?.[1]
  const status = /^\*\*Status\*\*:\s*([\w -]+?)\s*$/m.exec(text)?.[1]
  // The status is rarely kept up to date: it counts only if it is a known word.
  return {
    ...(description !== undefined && description !== '$ARGUMENTS' && { description }),
    ...(status !== undefined && phaseOfWord(status) !== null && { phase: status }),
  }
}
