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

/** What the contract suite needs to know about a format; all else is the same for every format. */
export interface ContractFormat {
  format: string
  /** The name of an item, and its folder relative to the project. */
  item: string
  folder: string
  /** The documents, under their names in this format. */
  first: [file: string, text: string]
  middle: [file: string, text: string] | null
  tasks: (how: Boxes) => string
  /** Further files that make it an item of this format. */
  beside: Record<string, string>
  /** The agents of a run that begins with the first document written, without the review. */
  written: string[]
  /** Where the tool archives items; null: in our archive. */
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

/** Every line here is tested as a format. */
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
