import { failedOutcome } from '../../contracts/launch/agent-outcomes.ts'
import type { Finding } from '../../contracts/asked/findings.ts'
import type { AgentOutcome } from '../../contracts/launch/agent.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import { describe } from '../../host/files/errno.ts'
import { GitFailed } from '../../host/git/git-process.ts'
import type { StepEnd } from '../../host/ports/step-runner.ts'
import { GroundLost } from '../../host/project/host-ground.ts'
import { MAX_NAME, MAX_NAMED, type EndedStep } from '../gateway/worker-calls.ts'

/** How an attempt ended, as it is reported. */
export type StepResult = Omit<EndedStep, 'claim'>

/** What the step would start here waits for a decision of the user of this computer. */
export class NotTrusted extends Error {
  readonly found: readonly string[]

  constructor(found: readonly string[]) {
    super(`not allowed on this worker: ${found.join(', ')}`)
    this.found = found
  }
}

export class SetUpFailed extends Error {
  constructor(command: readonly string[], { exitCode, message }: AgentOutcome) {
    const how = exitCode === null ? message : `with exit code ${exitCode}`
    super(`worktree.setup (${command.join(' ')}) failed on this worker: ${how}`)
  }
}

const FAILED = failedOutcome('not-started', '')

/** For a half-finished merge that cannot be carried to the next step, maybe on another worker. */
export function withoutConflict(end: StepEnd): StepEnd {
  const { result } = end
  if (result?.type !== 'conflict') return end
  const finding: Finding = { problem: 'conflicts', values: { files: result.files.join(', ') } }
  return { ...end, result: { type: 'finding', ...withDetail(finding) } }
}

/** Nothing is wrong with the work: it is begun again. */
export const NOT_ENDED: StepResult = {
  end: {
    outcome: { ...FAILED, cause: 'lost', message: 'its worker stood still' },
    ranMs: null,
  },
  head: null,
  refs: null,
  isLost: true,
}

/** An unreachable repository or a lost lease is no failure of the work. */
const isWorkerProblem = (error: unknown): boolean =>
  error instanceof GitFailed || error instanceof GroundLost

/** For a step that was not begun, or whose work could not be pushed. */
export function failedWith(error: unknown, hasBegun: boolean): StepResult {
  if (error instanceof NotTrusted) return refusedFor(error)
  const isLost = isWorkerProblem(error)
  const cause = isLost && hasBegun ? 'lost' : FAILED.cause
  const outcome = { ...FAILED, cause, message: describe(error) }
  return { end: { outcome, ranMs: null }, head: null, refs: null, isLost }
}

function refusedFor({ message, found }: NotTrusted): StepResult {
  const outcome = { ...FAILED, status: 'interrupted' as const, message }
  const refused = found.slice(0, MAX_NAMED).map((id) => id.slice(0, MAX_NAME))
  return { end: { outcome, ranMs: null }, head: null, refs: null, isLost: false, refused }
}
