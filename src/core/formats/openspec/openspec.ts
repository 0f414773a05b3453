import { DOCUMENT_FILES } from '../../workflow/document-files.ts'
import type { SpecFormat } from '../format.ts'
import { LACKS_APPROVALS, LACKS_VERDICTS } from '../lacks.ts'

const PROPOSAL_FILE = 'proposal.md'
const FILES: readonly string[] = [PROPOSAL_FILE, DOCUMENT_FILES.design, DOCUMENT_FILES.tasks]
const ARCHIVED = /^archive\//

/** Changes in `openspec/changes/<name>`; finished ones move to `archive/YYYY-MM-DD-<name>`. */
export const OPENSPEC: SpecFormat = {
  id: 'openspec',
  title: 'OpenSpec',
  root: 'openspec/changes',
  depth: 2,
  workflow: 'change',
  /** A change may begin with nothing but the requirements that it changes. */
  isItem: (names) => [...FILES, '.openspec.yaml', 'specs'].some((name) => names.includes(name)),
  files: FILES,
  folders: { specs: DOCUMENT_FILES.requirements },
  covered: ['specs'],
  isArchived: (path) => ARCHIVED.test(path),
  archive: { folder: 'openspec/changes/archive', nameOf: (path, date) => `${date}-${path}` },
  fileOf: (document) => (document === DOCUMENT_FILES.requirements ? PROPOSAL_FILE : document),
  recordOf: (path) => ({
    workflow: 'change',
    // Only applied changes are archived.
    ...(ARCHIVED.test(path) && { phase: 'archived' }),
  }),
  conventions: [
    'proposal.md has the sections `## Why`, `## What Changes` and `## Impact`.',
    'What changes in the requirements stands in specs/<capability>/spec.md of this folder, as `## ADDED Requirements`, `## MODIFIED Requirements` or `## REMOVED Requirements`, each with `### Requirement: …` and at least one `#### Scenario: …`. It is written together with the proposal, and is as binding as it.',
    'tasks.md has groups, `## 1. Group`, with tasks `- [ ] 1.1 Title` in them.',
    'design.md is written only where a change needs one.',
    'openspec/config.yaml, where it is, may have `context` and `rules` for each document: keep to them.',
    'Never write into openspec/specs: that happens when the change is archived.',
  ],
  lacks: [
    {
      en: 'A design is written only where a change needs one: it is shown and reviewed, and never asked for.',
      ja: '設計は必要な変更にだけ書かれます。あれば表示・レビューしますが、必須ではありません。',
    },
    LACKS_APPROVALS,
    LACKS_VERDICTS,
  ],
}
