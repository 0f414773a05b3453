import { failedOutcome } from '../../contracts/launch/agent-outcomes.ts'
import type { Finding } from '../../contracts/asked/findings.ts'
import type { AgentOutcome } from '../../contracts/launch/agent.ts'
import type { TrustFinding } from '../../contracts/views/trust-view.ts'
import { untrustedWords } from '../../core/decide/launch/trusted.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import { describe } from '../../host/files/errno.ts'
import { GitFailed } from '../../host/git/git-process.ts'
import type { StepEnd } from '../../host/ports/step-runner.ts'
import { GroundLost } from '../../host/project/host-ground.ts'
import type { EndedStep } from '../gateway/worker-calls.ts'

/** How an attempt ended, as it is reported. */
export type StepResult = Omit<EndedStep, 'claim'>

/** What a project brings takes effect only after the user of this worker has trusted it. */
export class NotTrusted extends Error {
  constructor(dir: string, findings: TrustFinding[]) {
    super(`${untrustedWords(findings)}; decide on that worker: sdd trust --project ${dir}`)
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
  const isLost = isWorkerProblem(error)
  const cause = isLost && hasBegun ? 'lost' : FAILED.cause
  const outcome = { ...FAILED, cause, message: describe(error) }
  return { end: { outcome, ranMs: null }, head: null, refs: null, isLost }
}
