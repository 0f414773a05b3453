import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { wasWritten } from '../../decide/written.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { inspectionFile } from '../document-files.ts'
import { afterPhase, emitCompleted, endedWithout } from '../moves.ts'

const STEP: StepDefinition = {
  step: 'inspection',
  files: (number) => [inspectionFile(number)],
  reads: 'inspection',
  reopens: ['inspection'],
  opensRound: false,
  runsDespiteNogo: false,
  ended: inspected,
  counted(draft, step) {
    const { inspection } = draft.knownFacts
    if (inspection?.ok) recordInspection(draft, step.round ?? 0, inspection.verdict)
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
  unavailable: null,
  isDone: (_state, { spec }) => spec.inspections.at(-1)?.result === 'go',
  start: (draft) => ({
    type: 'launch',
    step: { phase: 'inspection', round: nextNumber(draft), mode: null },
  }),
  conclusion: ({ state }) =>
    state.phases.inspection.isNogo
      ? {
          type: 'pause',
          phase: 'inspection',
          reason: 'verdict-nogo',
          detail:
            'the inspection report says NOGO; fix what it lists, then resume to rerun the inspection',
        }
      : null,
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
  recordInspection(draft, number, inspection.verdict)
  return inspection.verdict === 'go' ? afterPhase(draft, 'inspection') : { type: 'advance' }
}

function recordInspection(draft: Draft, number: number, result: 'go' | 'nogo'): void {
  draft.emit({ type: 'inspection.completed', number, result })
  if (result === 'go') emitCompleted(draft, 'inspection')
}
