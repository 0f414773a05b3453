import type { AutoExecutionState, Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { announce } from '../../decide/finish.ts'
import { wasWritten } from '../../decide/written.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { inspectionFile } from '../document-files.ts'
import { afterPhase, emitCompleted, endedWithout, judgedTree } from '../moves.ts'
import { isFinished } from '../rules/finished-work.ts'

const STEP: StepDefinition = {
  step: 'inspection',
  judges: 'impl',
  files: (number) => [inspectionFile(number)],
  reads: 'inspection',
  reopens: ['inspection'],
  opensRound: false,
  runsDespiteNogo: false,
  ended: inspected,
  counted(draft, step) {
    const { inspection } = draft.knownFacts
    if (inspection?.ok) recordInspection(draft, step, inspection.verdict)
  },
}

export const INSPECTION: PhaseDefinition<'inspection'> = {
  phase: 'inspection',
  kind: 'verdict',
  steps: [STEP],
  document: null,
  isApprovable: false,
  isGoByDefault: true,
  needsTree: true,
  loop: null,
  ticksTasks: false,
  workSurvives: false,
  lack: 'approved',
  after: { phase: 'impl', lost: 'tasks are open again before the inspection' },
  isDone: (state, standing) =>
    standing.spec.inspections.at(-1)?.result === 'go' || isFinished(state, standing),
  start: (draft) => ({
    type: 'launch',
    step: { phase: 'inspection', round: nextNumber(draft), mode: null },
  }),
  conclusion: afterNogo,
  fix: null,
}

function nextNumber({ knownFacts }: Draft): number {
  const recorded = knownFacts.spec.inspections.map((round) => round.number)
  return Math.max(knownFacts.lastInspection, ...recorded, 0) + 1
}

function inspected(draft: Draft, step: Step): Move {
  const facts = draft.knownFacts
  const number = step.round ?? 0
  const name = inspectionFile(number)
  if (!wasWritten(step, name, facts)) return endedWithout('inspection', step, name)
  const { inspection } = facts
  if (inspection === null || !inspection.ok)
    return {
      type: 'pause',
      phase: 'inspection',
      reason: 'unreadable-verdict',
      detail: `${name} has no clear verdict (${inspection?.why ?? 'missing'}); add one or resume to rerun the inspection`,
    }
  recordInspection(draft, step, inspection.verdict)
  return inspection.verdict === 'go' ? afterPhase(draft, 'inspection') : { type: 'advance' }
}

function recordInspection(draft: Draft, step: Step, result: 'go' | 'nogo'): void {
  const number = step.round ?? 0
  draft.emit({ type: 'inspection.completed', number, result, tree: judgedTree(draft, step) })
  if (result === 'go') emitCompleted(draft, 'inspection')
}

/** Launches an agent that fixes what the report lists. */
export const fixLaunch = (number: number): Move => ({
  type: 'launch',
  step: { phase: 'impl', round: number, mode: 'fix' },
})

function afterNogo(draft: Draft): Move | null {
  const { isNogo, open, fixing, fixes } = draft.state.phases.inspection
  if (fixing !== null) return fixLaunch(fixing)
  if (open === null) return null
  if (mayFix(draft)) {
    const entry = { type: 'inspection.fix-started', number: open, attempt: fixes + 1 } as const
    announce(draft, draft.emit(entry))
    draft.emit({ type: 'phase.started', phase: 'impl' })
    return fixLaunch(open)
  }
  if (!isNogo) return null
  const tries = fixes === 0 ? '' : ` after ${fixes} ${fixes === 1 ? 'fix' : 'fixes'}`
  const then = draft.knownFacts.autoFix
    ? 'read it, then resume for one more fix and inspection'
    : 'fix what it lists, then resume to rerun the inspection'
  return {
    type: 'pause',
    phase: 'inspection',
    reason: 'verdict-nogo',
    detail: `${inspectionFile(open)} says NOGO${tries}; ${then}`,
  }
}

/** The user has said what to do about the findings of the report. */
function isAnswered({ decisions, phases }: AutoExecutionState): boolean {
  const { open } = phases.inspection
  return open !== null && decisions.some(({ document }) => document === inspectionFile(open))
}

function mayFix({ state, knownFacts }: Draft): boolean {
  const { fixes, fixLimit } = state.phases.inspection
  if (state.mode === 'manual' || fixes >= fixLimit) return false
  return (knownFacts.autoFix || isAnswered(state)) && knownFacts.spec.permissions.impl
}
