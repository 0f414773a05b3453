import type { JournalEntry } from '../../contracts/journal.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { Decided } from '../../contracts/views/report.ts'
import { foldEntry, type EntryFold } from '../journal/entry-fold.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'

/** What was decided without the user, most important first. */
export function decidedForYou(
  row: ItemRow,
  entries: readonly JournalEntry[],
  assumptions: readonly string[],
): Decided[] {
  return [
    ...autoApprovals(entries),
    ...assumptions.map((text): Decided => ({ kind: 'assumption', text })),
    ...entries.reduce((state, entry) => foldEntry(DECIDED, state, entry), NOTHING).decided,
    ...skipped(row),
  ]
}

type Approved = Extract<Decided, { kind: 'approved' }>

/** Automatic approvals that still hold; the user's own decision replaces them. */
function autoApprovals(entries: readonly JournalEntry[]): Approved[] {
  const approved = new Map<Approved['phase'], Approved>()
  for (const entry of entries) {
    if (entry.type === 'approval.revoked') approved.delete(entry.phase)
    if (entry.type !== 'approval.granted') continue
    const { phase, by, time } = entry
    if (by === 'person') approved.delete(phase)
    else approved.set(phase, { kind: 'approved', phase, at: time })
  }
  return [...approved.values()]
}

interface Found {
  decided: Decided[]
  /** What agents asked, by the question's id. */
  asked: Record<string, { tool: string; summary: string }>
  /** Conflicts resolved without the user whose outcome is not known yet. */
  conflicts: Decided[]
}

const NOTHING: Found = { decided: [], asked: {}, conflicts: [] }

const found = (state: Found, decided: Decided): Found => ({
  ...state,
  decided: [...state.decided, decided],
})

const withoutConflicts = (state: Found): Found => ({ ...state, conflicts: [] })

const DECIDED: EntryFold<Found> = {
  'agent.asked': (state, { questionId, tool, summary }) => ({
    ...state,
    asked: { ...state.asked, [questionId]: { tool, summary } },
  }),
  'agent.answered': (state, { questionId, by, time }) => {
    const question = state.asked[questionId]
    if (by !== 'timeout' || question === undefined) return state
    return found(state, { kind: 'denied', ...question, at: time })
  },
  'clarify.settled': (state, { assumed, time }) => ({
    ...state,
    decided: [
      ...state.decided,
      ...assumed.map(({ issue, text }): Decided => ({
        kind: 'suggestion',
        question: issue,
        answer: text,
        at: time,
      })),
    ],
  }),
  'inspection.fix-started': (state, { number, time }) =>
    found(state, { kind: 'fixed', inspection: number, at: time }),
  'agent.switched': (state, { phase, from, to, time }) =>
    found(state, { kind: 'switched', phase, from, to, at: time }),
  'spec.restored': (state, { keys, time }) => found(state, { kind: 'restored', keys, at: time }),
  'deploy.conflicted': (state, { files, time }) => ({
    ...state,
    conflicts: [...state.conflicts, { kind: 'conflict', files, at: time }],
  }),
  'run.paused': withoutConflicts,
  'run.failed': withoutConflicts,
  'deploy.completed': (state) => ({
    ...withoutConflicts(state),
    decided: [...state.decided, ...state.conflicts],
  }),
}

/** Phases skipped because they are NOGO, although a later one has passed. */
function skipped(row: ItemRow): Decided[] {
  const workflow = workflowOf(row)
  if (workflow.atNogo !== 'skips') return []
  const phases = phasesOf(workflow)
  const last = phases.findLastIndex((phase) => row.passed.includes(phase))
  return phases
    .slice(0, last + 1)
    .filter((phase) => !row.permissions[phase] && !row.passed.includes(phase))
    .map((phase) => ({ kind: 'skipped', phase }))
}
