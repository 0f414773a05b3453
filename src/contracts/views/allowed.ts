import type { QuestionKind } from '../asked/questions.ts'
import type { AgentId } from '../ids.ts'
import type { PermissionAnswer } from '../launch/agent.ts'
import type { ApprovablePhase, Phase } from '../phases.ts'
import type { ErrorReason, PauseReason } from '../reasons.ts'
import type { Precondition } from '../rejections.ts'

/** Every action the user can take on a spec. */
export type SpecAction =
  | { type: 'start' }
  | { type: 'resume' }
  | { type: 'stop' }
  | { type: 'reset' }
  | { type: 'approve'; phase: ApprovablePhase }
  /** With `andThen` the run that waits for it writes the document again at once. */
  | { type: 'reject'; phase: ApprovablePhase; andThen?: 'resume' }
  | { type: 'approve-and-resume'; phase: ApprovablePhase }
  | { type: 'approve-review-and-resume' }
  | { type: 'permit-and-start'; phase: Phase }
  | { type: 'retry'; from: Phase }
  | { type: 'run-phase'; phase: Phase; fix: boolean }
  | { type: 'answer'; answer: PermissionAnswer; questionId: string }
  | { type: 'reset-and-start' }
  | { type: 'budget' }
  /** Opens the document, to read it and then decide. */
  | { type: 'review'; phase: ApprovablePhase }
  | { type: 'see-question'; questionId: string }
  | { type: 'see-problem' }
  | { type: 'view-changes' }
  /** Says whether the command after a deploy has run, or has to run again; resumes the run. */
  | { type: 'settle-release'; hasRun: boolean }
  /** Answers what stopped the run, in words, and resumes it. */
  | { type: 'answer-questions' }

/** What an item asks of the user, and the possible actions: the same on every screen. */
export interface Decisions {
  /** Set when an answer in words is needed; the questions themselves are read on demand. */
  asks: QuestionKind | null
  /** The document to read before deciding. */
  document: string | null
  /** The agent whose output says more. */
  agentId: AgentId | null
  /** In the order in which they are offered; the first is the usual one. */
  actions: SpecAction[]
}

export type StopReason = Exclude<PauseReason, 'user'> | ErrorReason

/** Something that waits for the user. */
export interface Waits extends Decisions {
  /** Does not change while the same thing waits. */
  id: string
  kind: 'approval' | 'unreadable' | 'question' | StopReason
  phase: Phase | null
  detail: string
}

/** What the user may do with an item, and why not; core's rules compute it with the row. */
export interface Allowed {
  /**
   * The one action that makes sense now; null when there is nothing to do. Board, inbox and spec
   * all offer it first. It never decides on something that is not on screen.
   */
  next: SpecAction | null
  /** What waits for the user, and what can be done about it. */
  waits: Waits | null
  /** The phase that a run would begin with. */
  toRun: Phase | null
  /** Why no run at all may begin. */
  refused: 'ALREADY_EXECUTING' | 'IMPL_LIMIT' | null
  /** What is missing for the phases that cannot be run manually. */
  lacking: Partial<Record<Phase, Precondition[]>>
  /** Phases that the user may run manually. */
  run: Phase[]
  /** Those of them that can fix what the last report lists. */
  fix: Phase[]
  /** Phases that may be retried, together with everything after them. */
  retry: Phase[]
  approve: ApprovablePhase[]
  reject: ApprovablePhase[]
  /** The phase whose approval a stopped run waits for: approving and rejecting both resume it. */
  awaited: ApprovablePhase | null
}
