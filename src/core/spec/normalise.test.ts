import { describe, expect, it } from 'vitest'
import { SPEC_PHASES, type Spec } from '../../contracts/spec-json.ts'
import { normaliseSpec } from './normalise.ts'
import { completedRounds } from '../workflow/rules/completed-rounds.ts'

const read = (json: Record<string, unknown>): Spec => normaliseSpec('alpha', json)
const reviewed = (documentReview: unknown): Spec['review'] => read({ documentReview }).review
const round = (detail: Record<string, unknown>) =>
  reviewed({ roundDetails: [detail] }).rounds[0] ?? null

const DEFAULTS = {
  name: 'alpha',
  description: '',
  language: 'en',
  phase: 'initialized',
  isPhaseSaid: false,
  wantsAllDocuments: false,
  claimsDone: false,
  approvals: {
    requirements: { generated: false, approved: false },
    design: { generated: false, approved: false },
    tasks: { generated: false, approved: false },
  },
  permissions: {
    requirements: true,
    design: true,
    tasks: true,
    'document-review': true,
    impl: true,
    inspection: true,
    deploy: false,
  },
  review: { status: 'pending', currentRound: null, rounds: [] },
  inspections: [],
  verifications: [],
  agents: {},
  worktree: null,
  choices: {},
  budget: {},
}

describe('what this tool writes', () => {
  it('X13 S2 is read back as it stands', () => {
    const spec = read({
      feature_name: 'alpha',
      description: 'An idea',
      language: 'ja',
      phase: 'design-generated',
      approvals: {
        requirements: { generated: true, approved: true },
        design: { generated: true, approved: false },
      },
      autoExecution: { permissions: { impl: false, deploy: true } },
      documentReview: {
        status: 'in_progress',
        currentRound: 2,
        roundDetails: [
          {
            roundNumber: 1,
            status: 'reply_complete',
            fixRequired: 2,
            needsDiscussion: 0,
            fixStatus: 'applied',
          },
        ],
      },
      inspection: { rounds: [{ number: 1, result: 'nogo', inspectedAt: '2025-01-01T00:00:00Z' }] },
    })

    expect(spec).toEqual({
      name: 'alpha',
      description: 'An idea',
      language: 'ja',
      phase: 'design-generated',
      isPhaseSaid: true,
      wantsAllDocuments: false,
      claimsDone: false,
      approvals: {
        requirements: { generated: true, approved: true },
        design: { generated: true, approved: false },
        tasks: { generated: false, approved: false },
      },
      permissions: { ...DEFAULTS.permissions, impl: false, deploy: true },
      review: {
        status: 'in_progress',
        currentRound: 2,
        rounds: [
          {
            roundNumber: 1,
            status: 'reply_complete',
            fixRequired: 2,
            needsDiscussion: 0,
            fixStatus: 'applied',
          },
        ],
      },
      inspections: [{ number: 1, result: 'nogo' }],
      verifications: [],
      agents: {},
      worktree: null,
      choices: {},
      budget: {},
    })
  })

  it.each(SPEC_PHASES)('S2 the phase %s is known', (phase) => {
    expect(read({ phase }).phase).toBe(phase)
  })
})

describe('what others write', () => {
  it('X13 nothing at all is a spec at its beginning, with deploy alone NOGO', () => {
    expect(read({})).toEqual(DEFAULTS)
  })

  it('X13 `round` stands for `roundNumber`, and a missing one for its place', () => {
    expect(round({ round: 3 })).toMatchObject({ roundNumber: 3 })
    expect(round({ roundNumber: 4, round: 3 })).toMatchObject({ roundNumber: 4 })
    expect(round({})).toMatchObject({ roundNumber: 1 })
  })

  it('X13 `fixApplied: true` stands for `fixStatus: applied`', () => {
    expect(round({ fixApplied: true })).toMatchObject({ fixStatus: 'applied' })
    expect(round({ fixApplied: false })).toMatchObject({ fixStatus: null })
    expect(round({ fixApplied: true, fixStatus: 'pending' })).toMatchObject({
      fixStatus: 'pending',
    })
  })

  it.each([
    ['reply_complete', 'reply_complete'],
    ['reply-complete', 'reply_complete'],
    ['reply-completed', 'reply_complete'],
    ['reply_completed', 'reply_complete'],
    ['complete', 'reply_complete'],
    ['completed', 'reply_complete'],
    ['Complete', 'reply_complete'],
    ['resolved', 'reply_complete'],
    ['review_complete', 'review_complete'],
    ['review-completed', 'review_complete'],
    ['incomplete', 'incomplete'],
    ['in_progress', 'incomplete'],
    ['not complete', 'incomplete'],
    [undefined, 'incomplete'],
    [7, 'incomplete'],
  ])('X13 the round status %j is %s', (status, expected) => {
    expect(round({ status })).toMatchObject({ status: expected })
  })

  it('X13 an integer `rounds` counts that many completed rounds', () => {
    expect(completedRounds(read({ documentReview: { rounds: 3 } }))).toBe(3)
    const mixed = { rounds: 3, roundDetails: [{ roundNumber: 1, status: 'complete' }] }
    expect(completedRounds(read({ documentReview: mixed }))).toBe(3)
    expect(completedRounds(read({ documentReview: { rounds: 0 } }))).toBe(0)
  })

  it('X13 `rounds` may be the list itself', () => {
    const rounds = [
      { round: 1, status: 'resolved' },
      { round: 2, status: 'review-complete' },
    ]
    expect(completedRounds(read({ documentReview: { rounds } }))).toBe(1)
  })

  it.each([
    ['approved', 'approved'],
    ['in_progress', 'in_progress'],
    ['in-progress', 'in_progress'],
    ['pending', 'pending'],
    ['Approved!', 'pending'],
    [true, 'pending'],
    [undefined, 'pending'],
  ])('X13 the review status %j is %s: nothing but the word itself approves', (status, expected) => {
    expect(reviewed({ status }).status).toBe(expected)
  })

  it('X13 an approval is the boolean true and nothing like it', () => {
    const approvals = {
      requirements: { generated: 'true', approved: 1 },
      design: true,
      tasks: null,
    }
    expect(read({ approvals }).approvals).toEqual(DEFAULTS.approvals)
  })

  it('X13 a permission that is no boolean is the default', () => {
    const permissions = { requirements: 'no', impl: false, deploy: 'yes', unknown: true }
    expect(read({ autoExecution: { permissions } }).permissions).toEqual({
      ...DEFAULTS.permissions,
      impl: false,
    })
  })

  it('X13 inspections of the older tool say whether they passed', () => {
    const details = [
      { roundNumber: 1, passed: false, fixApplied: true },
      { roundNumber: 2, passed: true },
    ]
    expect(read({ inspection: { rounds: 2, roundDetails: details } }).inspections).toEqual([
      { number: 1, result: 'nogo' },
      { number: 2, result: 'go' },
    ])
    const last = { passed: false, inspected_at: '2025-12-27', report_file: 'inspection-2.md' }
    expect(read({ inspection: last }).inspections).toEqual([{ number: 2, result: 'nogo' }])
    expect(read({ inspection: { passed: true } }).inspections).toEqual([])
  })

  it('X13 a record without a phase says it as its status', () => {
    expect(read({ status: 'implemented' })).toMatchObject({
      phase: 'implementation-complete',
      isPhaseSaid: true,
    })
    expect(read({ phase: 'tasks-generated', status: 'implemented' }).phase).toBe('tasks-generated')
    expect(read({ status: 'active' })).toMatchObject({ isPhaseSaid: false })
  })

  it('X13 inspections carry GO and NOGO in other spellings; what is neither does not count', () => {
    const inspection = {
      roundDetails: [
        { roundNumber: 1, result: 'NO-GO' },
        { result: 'Go' },
        { number: 3, result: 'passed' },
        'go',
      ],
    }
    expect(read({ inspection }).inspections).toEqual([
      { number: 1, result: 'nogo' },
      { number: 2, result: 'go' },
    ])
  })

  it.each([
    ['documentReview', [1, 2]],
    ['documentReview', 'approved'],
    ['documentReview', { roundDetails: 'none', rounds: -1, currentRound: '2' }],
    ['approvals', []],
    ['autoExecution', { permissions: null }],
    ['inspection', 7],
    ['description', { text: 'x' }],
    ['language', 1],
  ])('X13 an unknown shape of %s is read as its default', (key, value) => {
    expect(read({ [key]: value })).toEqual(DEFAULTS)
  })
})

describe('completedRounds', () => {
  const details = (...statuses: [number, string][]): Spec =>
    read({
      documentReview: {
        roundDetails: statuses.map(([roundNumber, status]) => ({ roundNumber, status })),
      },
    })

  it('R14 counts a round only when its reply is complete', () => {
    expect(completedRounds(details([1, 'reply_complete'], [2, 'review_complete']))).toBe(1)
    expect(completedRounds(details([1, 'incomplete']))).toBe(0)
  })

  it('L4.2 never gives a number that was used already', () => {
    expect(completedRounds(details([2, 'complete'], [5, 'complete']))).toBe(5)
    expect(completedRounds(details([1, 'complete'], [1, 'complete']))).toBe(2)
  })
})

describe('how much of a spec the user decides', () => {
  it('is read word by word; anything else is no choice', () => {
    const chosen = { approvals: 'person', clarify: 'ask' }
    expect(read({ autoExecution: chosen }).choices).toEqual(chosen)
    expect(read({ autoExecution: { approvals: 'nobody', clarify: true } }).choices).toEqual({})
  })
})

describe('agents and budget of a spec', () => {
  it('who does what and what it may cost are read; anything else there is passed over', () => {
    const spec = read({
      agents: { default: 'codex', impl: ' opencode ', design: 7, someday: 'claude' },
      budget: { usd: 5, tokens: null, minutes: -1, hours: 3 },
    })
    expect(spec.agents).toEqual({ default: 'codex', impl: 'opencode' })
    expect(spec.budget).toEqual({ usd: 5, tokens: null })
  })
})
