import type { GitAct } from '../../contracts/host-steps.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import { dropConflict, keepConflict } from '../git/carried-conflict.ts'
import { withoutConflict } from './step-ends.ts'

/** The acts that bring the work onto the base, and the clean-up that follows them. */
const ACTS: readonly GitAct['type'][] = ['integrate', 'continue-integration', 'clean-up']

/** The step works on an earlier step's conflict, or has to keep it before it starts over. */
export const meetsConflict = (request: StepRequest): boolean =>
  request.kind === 'agent'
    ? request.launch.conflict !== null
    : request.kind === 'git' && ACTS.includes(request.launch.work.act.type)

interface Place {
  git: WritingGit
  item: WorkItem
  scratch: string
}

/** Saves a remaining conflict for the item's next step. */
export async function carried(place: Place, request: StepRequest, end: StepEnd): Promise<StepEnd> {
  if (!meetsConflict(request)) return end
  const isLeft = request.kind === 'agent' || end.result?.type === 'conflict'
  if (isLeft && (await keepConflict(place))) return end
  await dropConflict(place)
  return withoutConflict(end)
}
