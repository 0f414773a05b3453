import { DOCUMENT_PHASES, type DocumentPhase } from '../../../contracts/phases.ts'
import { DOCUMENT_FILES } from '../../workflow/document-files.ts'
import type { ItemTree, SpecFormat } from '../format.ts'
import { LACKS_VERDICTS } from '../lacks.ts'
import { newestApproval, type ApprovalFile } from './approval-file.ts'

const FILES: readonly string[] = Object.values(DOCUMENT_FILES)
/** Cannot clash with a live spec: their paths have at most two parts. */
const ARCHIVED = 'archive/specs'
const APPROVALS = '.spec-workflow/approvals'

/** The spec-workflow server: documents are named like ours, approvals are separate files. */
export const SPEC_WORKFLOW_SERVER: SpecFormat = {
  id: 'spec-workflow',
  title: 'spec-workflow',
  root: '.spec-workflow/specs',
  depth: 2,
  over: { root: '.spec-workflow/archive/specs', depth: 1, above: ARCHIVED },
  workflow: 'spec',
  isItem: (names) => FILES.some((name) => names.includes(name)),
  files: FILES,
  folders: {},
  covered: [],
  isArchived: (path) => /^_?archived?\//i.test(path),
  fileOf: (document) => document,
  isRecordElsewhere: true,
  recordOf: (path, tree) => ({
    // Approvals stay where they are when a spec is archived.
    approvals: approvalsIn(tree.folder(`${APPROVALS}/${path.replace(`${ARCHIVED}/`, '')}`), tree),
  }),
  conventions: [
    'A task is `- [ ] 1. Title`, with `_Leverage: …_`, `_Requirements: …_` and `_Prompt: …_` below it; `[-]` while it is in progress.',
    'Never write into .spec-workflow/approvals.',
  ],
  lacks: [
    {
      en: 'Its approvals are read; those given here are kept in spec.json, and its own pages do not show them.',
      ja: '承認は読み取ります。ここでの承認は spec.json に記録し、元のツールの画面には表示されません。',
    },
    LACKS_VERDICTS,
  ],
}

type Approvals = Partial<Record<DocumentPhase, { generated: boolean; approved: boolean }>>

/** A document is approved if the newest request about it was; any other status does not count. */
function approvalsIn({ names, read }: ItemTree, { names: files }: ItemTree): Approvals {
  const requests = names.filter((name) => name.endsWith('.json')).map((name) => read(name) ?? '')
  const approvals: Approvals = {}
  for (const phase of DOCUMENT_PHASES) {
    const file = DOCUMENT_FILES[phase]
    const newest: ApprovalFile | null = newestApproval(requests, file)
    if (newest === null) continue
    approvals[phase] = { generated: files.includes(file), approved: newest.status === 'approved' }
  }
  return approvals
}
