import type { ItemRow } from '../../contracts/views/board.ts'
import type { SpecAction } from '../../contracts/views/allowed.ts'
import type { NextAct, Verdict } from '../../contracts/views/report.ts'
import { isLive } from '../views/phase-cells.ts'
import { deployOffer } from '../views/offered.ts'
import { definitionOf, phasesOf, workflowOf } from '../workflow/workflows.ts'

/** What the user can do after a run, the usual action first. */
export function actionsAtEnd(row: ItemRow): SpecAction[] {
  const { next, waits } = row.allowed
  const first = waits?.actions ?? (next === null ? [] : [next])
  if (isLive(row) || row.problem !== null) return first
  const deploy = deployOffer(row)
  const all: SpecAction[] = [
    ...first,
    ...(deploy === null ? [] : [deploy]),
    ...(hasCode(row) ? [{ type: 'view-changes' } as const] : []),
  ]
  const seen = new Set<string>()
  return all.filter((action) => {
    const key = JSON.stringify(action)
    return !seen.has(key) && seen.add(key)
  })
}

export const nextActs = (row: ItemRow): NextAct[] =>
  uniqueActs(actionsAtEnd(row).map((action) => actOf(row, action)))

function uniqueActs(acts: NextAct[]): NextAct[] {
  const byName = new Map(acts.map((act) => [JSON.stringify(act), act]))
  return [...byName.values()]
}

const PLAIN_ACTS: { readonly [T in SpecAction['type']]?: NextAct } = {
  'view-changes': { act: 'view-changes' },
  resume: { act: 'resume' },
  stop: { act: 'stop' },
  start: { act: 'run' },
  'permit-and-start': { act: 'run' },
  'reset-and-start': { act: 'run' },
}

function actOf({ deployMode }: ItemRow, action: SpecAction): NextAct {
  if (action.type === 'approve' || action.type === 'review')
    return { act: 'approve', phase: action.phase }
  if (action.type !== 'run-phase') return PLAIN_ACTS[action.type] ?? { act: 'decide' }
  if (definitionOf(action.phase).kind !== 'release') return { act: 'resume' }
  return { act: deployMode === 'pull-request' ? 'pull-request' : 'deploy' }
}

/** Code was written, not only documents. */
const hasCode = (row: ItemRow): boolean =>
  phasesOf(workflowOf(row)).some(
    (phase) => definitionOf(phase).kind === 'code' && row.done.includes(phase),
  )

export function verdictOf(row: ItemRow): Verdict {
  const { status } = row.run
  if (row.problem !== null || status === 'error') return 'failed'
  if (row.allowed.waits !== null) return 'needs-you'
  if (status === 'queued') return 'queued'
  if (isLive(row)) return 'running'
  if (status === 'paused') return 'stopped'
  if (row.deploy.state === 'done') return row.deploy.url === null ? 'deployed' : 'pull-request'
  if (status === 'idle') return 'not-started'
  return isJudged(row) ? 'passed' : 'done'
}

/** Everything before the deploy has passed. */
const isJudged = (row: ItemRow): boolean =>
  phasesOf(workflowOf(row)).every(
    (phase) =>
      row.passed.includes(phase) || !['verdict', 'code'].includes(definitionOf(phase).kind),
  )
