import { NO_ITEM_TIME } from '../core/metrics/segments.ts'
import { specNamed } from '../contracts/work-item.ts'
import type { ItemRow } from '../contracts/views/board.ts'
import { DOCUMENT_PHASES, type Phase } from '../contracts/phases.ts'
import type { Approvals } from '../contracts/spec-json.ts'
import { NOTHING_SPENT } from '../core/state/spent.ts'
import { allowedIn } from '../core/allowed/allowed.ts'
import { NOTHING_DELIVERED } from '../core/views/delivery.ts'
import { normaliseSpec } from '../core/spec/normalise.ts'
import { INITIAL_PARTS } from '../core/workflow/phase-parts.ts'
import { situationOf } from '../core/workflow/situation.ts'
import { DEFAULT_PERMISSIONS } from '../core/workflow/tables/spec-workflow.ts'
import { SPEC_WORKFLOW } from '../core/workflow/tables/spec-workflow.ts'
import { phasesOf } from '../core/workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

type Changes = Partial<Omit<ItemRow, 'run' | 'allowed'>> & { run?: Partial<ItemRow['run']> }

const RESTING: ItemRow['run'] = {
  status: 'idle',
  reason: null,
  phase: null,
  round: null,
  implReruns: 0,
  waitingFor: null,
  waitingUntil: null,
  waitingBehind: null,
}

/** The row of a spec that has passed everything before `phase`; null: it has passed everything. */
export function rowAt(phase: Phase | null, { run, ...changes }: Changes = {}): ItemRow {
  const passed = PHASES.slice(0, phase === null ? PHASES.length : PHASES.indexOf(phase))
  const approvals = Object.fromEntries(
    DOCUMENT_PHASES.map((document) => {
      const isPassed = passed.includes(document)
      return [document, { generated: isPassed, approved: isPassed }]
    }),
  ) as Approvals
  const total = 4
  return withPassed({
    item: specNamed('a'),
    phase: passed.includes('deploy') ? 'deploy-complete' : 'initialized',
    run: { ...RESTING, ...run },
    now: null,
    time: NO_ITEM_TIME,
    usage: NOTHING_SPENT,
    tasks: passed.includes('tasks')
      ? { done: passed.includes('impl') ? total : 0, total, optional: { done: 0, total: 0 } }
      : null,
    approvals,
    permissions: { ...DEFAULT_PERMISSIONS },
    chosen: {},
    choices: { approvals: 'auto', clarify: 'assume' },
    problem: null,
    description: 'A small feature',
    language: 'en',
    createdAt: '2025-01-01T00:00:00.000Z',
    activeAt: '2025-01-01T00:00:00.000Z',
    detail: '',
    finding: null,
    question: null,
    asks: null,
    budget: { usd: null, tokens: null, minutes: null },
    mode: 'auto',
    agentId: null,
    review: {
      status: passed.includes('document-review') ? 'approved' : 'pending',
      currentRound: null,
      rounds: [],
    },
    verifications: [],
    inspections: passed.includes('inspection') ? [{ number: 1, result: 'go' }] : [],
    ...NOTHING_DELIVERED,
    inspection: passed.includes('inspection') ? { round: 1, verdict: 'go' } : null,
    deploy: {
      ...NOTHING_DELIVERED.deploy,
      state: passed.includes('deploy') ? 'done' : 'none',
    },
    workflow: 'spec',
    redo: [],
    openComments: 0,
    unseenEnd: null,
    worktree: { isOn: false, isFixed: false },
    deployMode: 'commit',
    version: 1,
    ...changes,
  })
}

/** Adds what has passed, derived from the rest of the row. */
function withPassed(row: Omit<ItemRow, 'passed' | 'done' | 'allowed'>): ItemRow {
  const { review, inspections, phase, approvals, permissions, tasks, run, redo, workflow } = row
  const { status, reason } = run
  const documents = DOCUMENT_PHASES.filter((document) => approvals[document].generated)
  const spec = { ...normaliseSpec(row.item.name, {}), phase, approvals, permissions }
  const { passed, done } = situationOf(
    { workflow, status, reason, redo, strays: {}, phases: INITIAL_PARTS },
    {
      spec: { ...spec, review, inspections },
      files: Object.fromEntries(
        documents.map((document) => [`${document}.md`, { fingerprint: '', empty: false }]),
      ),
      requirementsAreOnlyInput: false,
      tasks: tasks === null ? NO_TASKS : { ok: true, counts: tasks },
    },
  )
  return asShown({ ...row, passed, done })
}

/** Adds what is allowed, derived from the rest of the row. */
export const asShown = (row: Omit<ItemRow, 'allowed'>): ItemRow => ({
  ...row,
  allowed: allowedIn(row),
})

const NO_TASKS = { ok: false, why: 'missing', line: null } as const
