import type { Phase } from '../../contracts/phases.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'

type Source = Pick<ItemRow, 'workflow' | 'permissions'>

/** The last phase that may run; null when none may, `mixed` when one after a NOGO may. */
export function runsUntil(row: Source): Phase | null | 'mixed' {
  const phases = phasesOf(workflowOf(row))
  const isGo = phases.map((phase) => row.permissions[phase])
  const stop = isGo.indexOf(false)
  if (stop === -1) return phases.at(-1) ?? null
  if (isGo.includes(true, stop)) return 'mixed'
  return phases[stop - 1] ?? null
}

/** What has to change so that it runs until this phase and no further. */
export function permitsUntil(row: Source, last: Phase | null): { go: Phase[]; nogo: Phase[] } {
  const phases = phasesOf(workflowOf(row))
  const end = last === null ? 0 : phases.indexOf(last) + 1
  return {
    go: phases.slice(0, end).filter((phase) => !row.permissions[phase]),
    nogo: phases.slice(end).filter((phase) => row.permissions[phase]),
  }
}
