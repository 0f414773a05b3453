import {
  approvalFile,
  bugfix,
  checklist,
  crlf,
  delta,
  design,
  flatTasks,
  kiroTasks,
  lines,
  onlyInput,
  openspecTasks,
  proposal,
  requirements,
  requirementsInJapanese,
  specJson,
  specKitSpec,
  specKitTasks,
  withBom,
  workflowTasks,
} from '../../src/testkit/formats/texts.ts'

/** Phase, and done and total of the required tasks; null where no box can be read. */
type Shown = [phase: string, tasks: [number, number] | null]

export interface FixtureProject {
  name: string
  /** By their paths from the top. */
  files: Record<string, string>
  /** What is shown of each item, by its name. */
  shown: Record<string, Shown>
}

const under = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))

const KIRO = '.kiro/specs'
const documents = (tasks: string): Record<string, string> => ({
  'requirements.md': requirements(),
  'design.md': design(),
  'tasks.md': tasks,
})
const kiro = (name: string, files: Record<string, string>): Record<string, string> =>
  under(`${KIRO}/${name}`, files)
const ccSdd = (name: string, values: object, tasks: string): Record<string, string> =>
  kiro(name, { ...documents(tasks), 'spec.json': specJson({ feature_name: name, ...values }) })

const ALL: [number, number] = [30, 30]
const approved = { generated: true, approved: true }
const ticked = kiroTasks()
const half = kiroTasks({ done: 10 })
/** Ten parts, and the two groups that they complete. */
const HALF: [number, number] = [12, 30]

const WITH_RECORD: FixtureProject[] = [
  {
    name: 'cc-sdd at its beginning',
    files: kiro('search', {
      'spec.json': specJson({ phase: 'initialized' }),
      'requirements.md': onlyInput,
    }),
    shown: { search: ['initialized', null] },
  },
  {
    name: 'cc-sdd, implemented, sub-tasks at the left edge',
    files: {
      ...ccSdd('search', { phase: 'implemented', approvals: { tasks: approved } }, flatTasks()),
      '.kiro/steering/product.md': '# Product\n\nA desk for clerks.\n',
    },
    shown: { search: ['implementation-complete', ALL] },
  },
  {
    name: 'cc-sdd with underscores and the line ends of Windows',
    files: ccSdd('search', { phase: 'implementation_complete' }, crlf(flatTasks())),
    shown: { search: ['implementation-complete', ALL] },
  },
  {
    name: 'cc-sdd in the middle of its work',
    files: {
      ...ccSdd(
        'search',
        { phase: 'tasks-approved', approvals: { tasks: approved } },
        flatTasks({ done: 10 }),
      ),
      ...ccSdd('import', { phase: 'implementing' }, half),
      ...ccSdd(
        'export',
        { phase: 'ready-for-implementation', approvals: {} },
        kiroTasks({ done: 0 }),
      ),
    },
    shown: {
      search: ['tasks-generated', HALF],
      import: ['tasks-generated', HALF],
      export: ['tasks-generated', [0, 30]],
    },
  },
  {
    name: 'cc-sdd, completed and validated, inspections only counted',
    files: {
      ...ccSdd('search', { phase: 'completed', inspection: { rounds: 2 }, team: 'desk' }, ticked),
      ...ccSdd('import', { phase: 'validated' }, ticked),
      ...ccSdd('export', { phase: 'completed' }, half),
    },
    shown: {
      search: ['inspection-complete', ALL],
      import: ['inspection-complete', ALL],
      export: ['tasks-generated', HALF],
    },
  },
  {
    name: 'cc-sdd with a word of its own',
    files: {
      ...ccSdd('search', { phase: 'polishing' }, ticked),
      ...ccSdd('import', { phase: 'polishing' }, half),
    },
    shown: { search: ['implementation-complete', ALL], import: ['tasks-generated', HALF] },
  },
  {
    name: 'cc-sdd, an approved design is missing',
    files: kiro('search', {
      'spec.json': specJson({ phase: 'design-generated', approvals: { design: approved } }),
      'requirements.md': requirements(),
    }),
    shown: { search: ['design-generated', null] },
  },
  {
    name: 'cc-sdd in Japanese',
    files: kiro('search', {
      'spec.json': specJson({ phase: 'tasks-generated', language: 'ja' }),
      'requirements.md': requirementsInJapanese(),
      'design.md': design(),
      'tasks.md': `# 実装計画\n\n${lines(20, (at) => `- [${at < 5 ? 'x' : '　'}] ${at + 1}. 部品 ${at + 1} を作る`)}\n`,
    }),
    shown: { search: ['tasks-generated', [5, 20]] },
  },
  {
    name: 'the older tool, with its reviews, inspections and bugs',
    files: {
      ...ccSdd(
        'search',
        {
          phase: 'implementation-complete',
          documentReview: {
            status: 'approved',
            rounds: 2,
            roundDetails: [{ round: 1, status: 'resolved', fixApplied: true }],
          },
          inspection: { roundDetails: [{ roundNumber: 1, result: 'NO-GO' }] },
        },
        ticked,
      ),
      ...kiro('search', {
        'document-review-1.md': '# Review 1\n',
        'document-review-1-reply.md': '# Reply\n',
        'inspection-report-1.md':
          '# Inspection\n\n## History\n\n| round | verdict |\n|---|---|\n| 0 | GO |\n\n## Final Judgment\n\n### Decision: NOGO\n',
        'events.jsonl': '{"type":"auto-execution:start","timestamp":"2025-09-01T00:00:00Z"}\n',
      }),
      ...under('.kiro/bugs/twice', {
        'report.md': 'It charges twice.\n',
        'analysis.md': '# Analysis\n',
      }),
    },
    shown: { search: ['implementation-complete', ALL] },
  },
]

const headings = (text: string): string => `# Tasks\n\n${text}\n`

const WITHOUT_RECORD: FixtureProject[] = [
  {
    name: 'Kiro with its three documents',
    files: {
      ...kiro('search', documents(half)),
      ...kiro('import', { 'requirements.md': requirements(), 'design.md': design() }),
      ...kiro('export', { 'requirements.md': requirements() }),
      ...kiro('mail', { '.config.kiro': '{"specId":"1","workflowType":"requirements-first"}' }),
      '.kiro/steering/tech.md': '---\ninclusion: always\n---\n\n# Tech\n',
    },
    shown: {
      search: ['tasks-generated', HALF],
      import: ['design-generated', null],
      export: ['requirements-generated', null],
      mail: ['initialized', null],
    },
  },
  {
    name: 'Kiro, the fix of a bug',
    files: kiro('refund-twice', {
      'bugfix.md': bugfix,
      'design.md': design(),
      'tasks.md': half,
      '.config.kiro': '{"specId":"2","specType":"bugfix"}',
    }),
    shown: { 'refund-twice': ['tasks-generated', HALF] },
  },
  {
    name: 'Kiro with waves',
    files: kiro(
      'search',
      documents(
        `${half}\n## Task Dependency Graph\n\n\`\`\`json\n{"waves":[{"id":0,"tasks":["1.1"]},{"id":1,"tasks":["1.2","1.3"]}]}\n\`\`\`\n`,
      ),
    ),
    shown: { search: ['tasks-generated', HALF] },
  },
  {
    name: 'Kiro with optional tasks',
    files: kiro('search', documents(`${ticked}- [ ]* 7. Property tests\n- [ ]\\* 8. Load tests\n`)),
    shown: { search: ['implementation-complete', ALL] },
  },
  {
    name: 'Kiro on Windows',
    files: kiro('search', {
      'requirements.md': withBom(crlf(requirements())),
      'design.md': crlf(design()),
      'tasks.md': withBom(crlf(half)),
    }),
    shown: { search: ['tasks-generated', HALF] },
  },
  {
    name: 'Kiro with groups',
    files: {
      ...kiro('archive/login', documents(ticked)),
      ...kiro('_completed/mail', documents(ticked)),
      ...kiro('desk/search', documents(half)),
      ...kiro('desk/import', documents(kiroTasks({ done: 0 }))),
    },
    shown: {
      'archive/login': ['implementation-complete', ALL],
      '_completed/mail': ['implementation-complete', ALL],
      'desk/search': ['tasks-generated', HALF],
      'desk/import': ['tasks-generated', [0, 30]],
    },
  },
  {
    name: 'Kiro with all sorts of names',
    files: {
      ...kiro('v1.2-search', documents(half)),
      ...kiro('Search_Page', documents(half)),
      ...kiro('the search', documents(half)),
      ...kiro('検索', documents(half)),
    },
    shown: {
      'v1.2-search': ['tasks-generated', HALF],
      Search_Page: ['tasks-generated', HALF],
      'the search': ['tasks-generated', HALF],
      検索: ['tasks-generated', HALF],
    },
  },
  {
    name: 'Kiro with boxes in headings',
    files: {
      ...kiro(
        'one',
        documents(
          headings(lines(12, (at) => `### - [${at < 3 ? 'x' : ' '}] ${at + 1}. Part\n\nText.\n`)),
        ),
      ),
      ...kiro(
        'two',
        documents(
          headings(lines(12, (at) => `### [${at < 3 ? 'x' : ' '}] 1.${at + 1} Part\n\nText.\n`)),
        ),
      ),
      ...kiro(
        'three',
        documents(
          headings(lines(12, (at) => `### 1.${at + 1} [${at < 3 ? 'x' : ' '}] Part\n\nText.\n`)),
        ),
      ),
    },
    shown: {
      one: ['tasks-generated', [3, 12]],
      two: ['tasks-generated', [3, 12]],
      three: ['tasks-generated', [3, 12]],
    },
  },
  {
    name: 'Kiro with boxes at the left edge',
    files: kiro(
      'search',
      documents(headings(lines(15, (at) => `[${at < 5 ? 'x' : ' '}] **T1.${at + 1}** Part\n`))),
    ),
    shown: { search: ['tasks-generated', [5, 15]] },
  },
  {
    name: 'Kiro without any box',
    files: kiro(
      'search',
      documents(
        headings(lines(10, (at) => `### Task 1.${at + 1} — ${at < 4 ? '✅ ' : ''}Part\n\nText.\n`)),
      ),
    ),
    shown: { search: ['tasks-generated', null] },
  },
  {
    name: 'Kiro with a box that no rule explains',
    files: kiro('search', documents(`${ticked}\n> | [ ] | left over |\n`)),
    shown: { search: ['tasks-generated', [30, 31]] },
  },
  {
    name: 'Kiro with a fence at the end',
    files: {
      ...kiro('forgiven', documents(`${ticked}\n\`\`\`\n`)),
      ...kiro('open', documents(`${ticked}\n\`\`\`\n- [ ] 7. Hidden\n`)),
    },
    shown: {
      forgiven: ['implementation-complete', ALL],
      open: ['tasks-generated', null],
    },
  },
  {
    name: 'Kiro with tasks in progress and queued',
    files: kiro(
      'search',
      documents(`- [x] 1. One\n- [-] 2. Two\n- [~] 3. Three\n- [?] 4. Four\n- [ ]x 5. Five\n`),
    ),
    shown: { search: ['tasks-generated', [1, 5]] },
  },
]

const SPECIFY = {
  '.specify/memory/constitution.md': '# Constitution\n\nTests first.\n',
  '.specify/templates/spec-template.md': '# Feature Specification: [FEATURE NAME]\n',
}
const specKit = (name: string, tasks: string | null, status = 'Draft'): Record<string, string> =>
  under(`specs/${name}`, {
    'spec.md': specKitSpec(status),
    'checklists/requirements.md': checklist,
    ...(tasks !== null && {
      'plan.md': design(),
      'tasks.md': tasks,
      'research.md': '# Research\n',
      'data-model.md': '# Data model\n',
      'quickstart.md': '# Quickstart\n',
      'contracts/search.yaml': 'openapi: 3.1.0\n',
    }),
  })

const SPEC_KIT: FixtureProject[] = [
  {
    name: 'Spec Kit in the middle of its work',
    files: { ...SPECIFY, ...specKit('001-clerk-search', specKitTasks({ done: 7 })) },
    shown: { '001-clerk-search@spec-kit': ['tasks-generated', [7, 24]] },
  },
  {
    name: 'Spec Kit, all ticked, its status never updated',
    files: {
      ...SPECIFY,
      ...specKit('001-clerk-search', specKitTasks()),
      ...specKit('002-import', specKitTasks(), 'Completed'),
    },
    shown: {
      '001-clerk-search@spec-kit': ['implementation-complete', [24, 24]],
      '002-import@spec-kit': ['inspection-complete', [24, 24]],
    },
  },
  {
    name: 'Spec Kit without its folder, beside specs that are tests',
    files: {
      ...specKit('003-export', crlf(specKitTasks({ done: 1 }))),
      'specs/unit/login.spec.ts': 'it("works", () => undefined)\n',
      'specs/README.md': '# Tests\n\n- [ ] more of them\n',
    },
    shown: { '003-export@spec-kit': ['tasks-generated', [1, 24]] },
  },
  {
    name: 'Spec Kit at its beginning',
    files: { ...SPECIFY, ...specKit('004-mail', null) },
    shown: { '004-mail@spec-kit': ['requirements-generated', null] },
  },
]

const change = (path: string, tasks: string): Record<string, string> =>
  under(`openspec/changes/${path}`, {
    'proposal.md': proposal,
    'tasks.md': tasks,
    'specs/search/spec.md': delta,
  })
const OPENSPEC_PROJECT = {
  'openspec/project.md': '# Project\n\nA desk for clerks.\n',
  'openspec/AGENTS.md': '# Instructions\n',
  'openspec/specs/search/spec.md': '# search Specification\n\n## Purpose\n\nFind customers.\n',
}

const OPENSPEC: FixtureProject[] = [
  {
    name: 'OpenSpec with one change',
    files: { ...OPENSPEC_PROJECT, ...change('add-search', openspecTasks({ done: 4 })) },
    shown: { 'add-search@openspec': ['tasks-generated', [4, 15]] },
  },
  {
    name: 'OpenSpec with many archived changes',
    files: {
      ...OPENSPEC_PROJECT,
      ...change('add-mail', openspecTasks({ done: 0 })),
      ...Object.assign(
        {},
        ...Array.from({ length: 12 }, (_, at) =>
          change(`archive/2025-0${(at % 9) + 1}-11-change-${at}`, openspecTasks()),
        ),
      ),
    },
    shown: {
      'add-mail@openspec': ['tasks-generated', [0, 15]],
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, at): [string, Shown] => [
          `archive/2025-0${(at % 9) + 1}-11-change-${at}@openspec`,
          ['inspection-complete', [15, 15]],
        ]),
      ),
    },
  },
  {
    name: 'OpenSpec with a design, tasks without ids',
    files: {
      'openspec/config.yaml': 'schema: spec-driven\n',
      ...change('add-export', openspecTasks({ done: 2, hasIds: false })),
      'openspec/changes/add-export/design.md': design(),
      'openspec/changes/add-export/.openspec.yaml': 'schema: spec-driven\n',
    },
    shown: { 'add-export@openspec': ['tasks-generated', [2, 15]] },
  },
]

const workflow = (name: string, tasks: string): Record<string, string> => ({
  ...under(`.spec-workflow/specs/${name}`, documents(tasks)),
  ...under(`.spec-workflow/approvals/${name}`, {
    'approval_1.json': approvalFile(`${name}/requirements.md`, 'approved'),
    'approval_2.json': approvalFile(`${name}/design.md`, 'needs-revision'),
    'approval_3.json': approvalFile(`${name}/design.md`, 'approved', 2),
    'approval_4.json': approvalFile(`${name}/tasks.md`, 'pending', 3),
    '.snapshots/requirements.md': requirements(1),
  }),
})

const SPEC_WORKFLOW: FixtureProject[] = [
  {
    name: 'spec-workflow with approvals',
    files: {
      ...workflow('search', workflowTasks({ done: 2 }).replace('- [ ]', '- [-]')),
      '.spec-workflow/steering/product.md': '# Product\n',
      '.spec-workflow/config.toml': 'port = 3000\n',
    },
    shown: { 'search@spec-workflow': ['tasks-generated', [2, 8]] },
  },
  {
    name: 'spec-workflow with states under headings',
    files: workflow(
      'import',
      `# Tasks\n\n${lines(9, (at) => `### Task 1.${at + 1}: Part ${at + 1}\n\n**Status**: [${at < 4 ? 'x' : ' '}] ${at < 4 ? 'Done' : 'Pending'}\n\nText.\n`)}\n`,
    ),
    shown: { 'import@spec-workflow': ['tasks-generated', [4, 9]] },
  },
]

const MIXED: FixtureProject = {
  name: 'every tool in one repository',
  files: {
    ...ccSdd('login', { phase: 'implemented' }, ticked),
    ...kiro('search', documents(half)),
    ...SPECIFY,
    ...specKit('001-clerk-search', specKitTasks({ done: 7 })),
    ...OPENSPEC_PROJECT,
    ...change('add-search', openspecTasks({ done: 4 })),
    ...workflow('search', workflowTasks({ done: 2 })),
    'README.md': '# Desk\n',
  },
  shown: {
    login: ['implementation-complete', ALL],
    search: ['tasks-generated', HALF],
    '001-clerk-search@spec-kit': ['tasks-generated', [7, 24]],
    'add-search@openspec': ['tasks-generated', [4, 15]],
    'search@spec-workflow': ['tasks-generated', [2, 8]],
  },
}

/** Written by us after the layouts that people have; each dialect is in one of them. */
export const FIXTURE_PROJECTS: readonly FixtureProject[] = [
  ...WITH_RECORD,
  ...WITHOUT_RECORD,
  ...SPEC_KIT,
  ...OPENSPEC,
  ...SPEC_WORKFLOW,
  MIXED,
]
