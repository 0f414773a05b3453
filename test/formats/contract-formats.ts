import {
  approvalFile,
  bugfix,
  delta,
  design,
  flatTasks,
  kiroTasks,
  openspecTasks,
  proposal,
  requirements,
  specJson,
  specKitSpec,
  specKitTasks,
  workflowTasks,
  type Boxes,
} from '../../src/testkit/formats/texts.ts'

/** What the contract suite knows of a format: everything else holds for all of them alike. */
export interface ContractFormat {
  format: string
  /** Of an item there, and its folder from the top. */
  item: string
  folder: string
  /** Under the names that the format has for them. */
  first: [file: string, text: string]
  middle: [file: string, text: string] | null
  tasks: (how: Boxes) => string
  /** What makes it one of this format, besides its documents. */
  beside: Record<string, string>
  /** Agents of a run that begins with the first document, without its review. */
  written: string[]
  /** Where the tool puts what is over; null: with ours. */
  archivedIn: string | null
}

const SMALL = { groups: 2, parts: 2 } as const

const KIRO: ContractFormat = {
  format: 'Kiro',
  item: 'search',
  folder: '.kiro/specs/search',
  first: ['requirements.md', requirements(2)],
  middle: ['design.md', design(1)],
  tasks: (how) => kiroTasks({ ...SMALL, ...how }),
  beside: { '.kiro/specs/search/.config.kiro': '{"specId":"1"}' },
  written: ['design', 'tasks'],
  archivedIn: null,
}

/** A format is tested by a line here. */
export const CONTRACT_FORMATS: readonly ContractFormat[] = [
  KIRO,
  { ...KIRO, format: 'Kiro, the fix of a bug', first: ['bugfix.md', bugfix] },
  {
    ...KIRO,
    format: 'cc-sdd',
    tasks: (how) => flatTasks({ ...SMALL, ...how }),
    beside: {
      '.kiro/specs/search/spec.json': specJson({
        feature_name: 'search',
        phase: 'requirements_approved',
        team: { lead: 'Ann' },
      }),
    },
  },
  {
    format: 'Spec Kit',
    item: '001-clerk-search@spec-kit',
    folder: 'specs/001-clerk-search',
    first: ['spec.md', specKitSpec()],
    middle: ['plan.md', design(1)],
    tasks: (how) => specKitTasks({ ...SMALL, ...how }),
    beside: {
      '.specify/memory/constitution.md': '# Constitution\n',
      'specs/001-clerk-search/checklists/requirements.md': '- [ ] Reviewed\n',
    },
    written: ['design', 'tasks'],
    archivedIn: null,
  },
  {
    format: 'OpenSpec',
    item: 'add-search@openspec',
    folder: 'openspec/changes/add-search',
    first: ['proposal.md', proposal],
    middle: null,
    tasks: (how) => openspecTasks({ ...SMALL, ...how }),
    beside: {
      'openspec/project.md': '# Project\n',
      'openspec/changes/add-search/specs/search/spec.md': delta,
    },
    written: ['tasks'],
    archivedIn: 'openspec/changes/archive',
  },
  {
    format: 'spec-workflow',
    item: 'search@spec-workflow',
    folder: '.spec-workflow/specs/search',
    first: ['requirements.md', requirements(2)],
    middle: ['design.md', design(1)],
    tasks: (how) => workflowTasks({ groups: 4, ...how }),
    beside: {
      '.spec-workflow/approvals/search/approval_1.json': approvalFile(
        'search/requirements.md',
        'approved',
      ),
    },
    written: ['design', 'tasks'],
    archivedIn: null,
  },
]
