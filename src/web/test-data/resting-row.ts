import type { ItemRow } from '../../contracts/views/board.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { NO_ITEM_TIME } from '../../core/metrics/segments.ts'
import { NOTHING_SPENT } from '../../core/state/spent.ts'
import { NOTHING_DELIVERED } from '../../core/views/delivery.ts'
import { DEFAULT_PERMISSIONS } from '../../core/workflow/tables/spec-workflow.ts'

export const RESTING: ItemRow['run'] = {
  status: 'idle',
  reason: null,
  phase: null,
  round: null,
  implReruns: 0,
  waitingFor: null,
  waitingUntil: null,
  waitingBehind: null,
}

const none = { generated: false, approved: false }

/** A spec on which nothing has been done, without the `allowed` that the host computes. */
export const RESTING_ROW: Omit<ItemRow, 'allowed'> = {
  item: specNamed('sign-in'),
  phase: 'initialized',
  run: RESTING,
  tasks: null,
  approvals: { requirements: none, design: none, tasks: none },
  permissions: DEFAULT_PERMISSIONS,
  chosen: {},
  choices: { approvals: 'auto', clarify: 'assume' },
  problem: null,
  description: '',
  language: 'en',
  createdAt: null,
  activeAt: null,
  detail: '',
  finding: null,
  question: null,
  asks: null,
  budget: { usd: null, tokens: null, minutes: null },
  mode: 'auto',
  agentId: null,
  review: { status: 'pending', currentRound: null, rounds: [] },
  verifications: [],
  inspections: [],
  workflow: 'spec',
  passed: [],
  done: [],
  redo: [],
  now: null,
  time: NO_ITEM_TIME,
  usage: NOTHING_SPENT,
  ...NOTHING_DELIVERED,
  openComments: 0,
  unseenEnd: null,
  worktree: { isOn: false, isFixed: false },
  deployMode: 'commit',
  version: 1,
}
