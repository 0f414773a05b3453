import type { GitAct } from '../../contracts/host-steps.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import { dropConflict, keepConflict } from '../git/carried-conflict.ts'
import { withoutConflict } from './step-ends.ts'

/** Those that bring the work onto the base, and the one after which there is nothing left to bring. */
const ACTS: readonly GitAct['type'][] = ['integrate', 'continue-integration', 'clean-up']

/** A conflict that an earlier step left is what this one works on, or has to keep before it starts over. */
export const meetsConflict = (request: StepRequest): boolean =>
  request.kind === 'agent'
    ? request.launch.conflict !== null
    : request.kind === 'git' && ACTS.includes(request.launch.work.act.type)

interface Place {
  git: WritingGit
  item: WorkItem
  scratch: string
}

/** A conflict that is left goes with the item to its next step. */
export async function carried(place: Place, request: StepRequest, end: StepEnd): Promise<StepEnd> {
  if (!meetsConflict(request)) return end
  const isLeft = request.kind === 'agent' || end.result?.type === 'conflict'
  if (isLeft && (await keepConflict(place))) return end
  await dropConflict(place)
  return withoutConflict(end)
}
