import type { ReadFinding } from './asked/findings.ts'
import type { WorkItem } from './work-item.ts'
import type { AgentProblem, PermissionMode } from './launch/agent.ts'
import type { AgentId, RunId, StepId } from './ids.ts'
import type { CheckResult, HostWork, Workspace } from './host-steps.ts'
import type {
  AnsweredCommand,
  AtLaunch,
  Covers,
  Fingerprint,
  ReplyMode,
  TaskName,
} from './journal.ts'
import type { AgentPhase, Phase, WorkflowName } from './phases.ts'
import type { RunReason, RunStatus } from './reasons.ts'
import type { Decision } from './asked/questions.ts'
import type { Budget, Choices, SpecJson } from './spec-json.ts'

/** Longer than this is a document, not an instruction. */
export const MAX_INSTRUCTION = 64 * 1024

/** One launch of one agent. `attempt` grows only when the same step is launched again. */
export interface Step {
  stepId: StepId
  attempt: number
  agentId: AgentId
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
  /** Files as they were before the launch: what is unchanged was not written by this step. */
  before: Record<string, Fingerprint>
  resumeSessionId: string | null
  /** `recalled`: stopped by the user's instruction, to be launched again with it. */
  stage: 'launching' | 'running' | 'ended' | 'failed' | 'lost' | 'recalled' | 'settled'
  sessionId: string | null
  /**
   * The user stopped it, or has to answer its question: the next launch of the same work may resume
   * its session.
   */
  interrupted: boolean
  /** Null in journals of an earlier version. */
  agent: string | null
  /** Every agent this step was launched with so far, and what kept it from working. */
  tried: { agent: string; problem: AgentProblem | null }[]
  problem: AgentProblem | null
  instructions: string[]
  /** Unanswered questions in a row. */
  unanswered: number
  /** Launches in a row whose agent vanished before it had ended. */
  losses: number
  isHung: boolean
  /** Null in journals of an earlier version. */
  atLaunch: AtLaunch | null
  /** It was reminded once that its question cannot be answered. */
  nudged: boolean
  /** The agent's last output. */
  said: string
  /** It was checked for forbidden changes. */
  isAudited: boolean
  /** The code at launch; null if it was not inspected. */
  tree: string | null
}

/** Work that the host does itself: one at a time, never while an agent of the run works. */
export interface HostStep {
  stepId: StepId
  attempt: number
  agentId: AgentId
  phase: Phase
  work: HostWork
  /** When it began. */
  since: string
}

/** Problems that pass by themselves: a used-up quota, a service or a network that fails. */
export type PassingWait = 'quota' | 'service' | 'network'

/** What agents used; a sum is null until an agent reports something. */
export interface Spent {
  agents: number
  ms: number
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
  /** How many agents reported no tokens or no cost: the sums are then incomplete. */
  unreportedTokens: number
  unreportedCost: number
}

export interface Question {
  id: string
  tool: string
  summary: string
}

/** What each phase counts and remembers. */
export interface PhaseParts {
  requirements: {
    /** The questions asked before the requirements; null: not asked yet. */
    clarify: {
      questions: {
        key: string
        title: string
        text: string
        options: string[]
        suggestion: string
      }[]
      isSettled: boolean
      /** Suggestions that were assumed because no one answered. */
      assumed: { key: string; issue: string; text: string }[]
    } | null
  }
  'document-review': {
    /** Completed rounds when a document was last generated: the round limit counts from there. */
    roundsBase: number
    /** The last round that may still be started without the user. */
    roundLimit: number
    /** Rounds that this tool began: their files may be overwritten. */
    begun: readonly number[]
    /** The round whose review is written but whose reply is not. */
    openRound: { round: number; reviewCompletedAt: string } | null
    /** What the last round found, until the run has acted on it. */
    found: { round: number; fixRequired: number; needsDiscussion: number } | null
    /** The last round found nothing; only the user's approval is missing. */
    isClean: boolean
  }
  impl: {
    reruns: number
    /** The last impl run left only tasks that say why they cannot be done. */
    wasBlocked: boolean
    /** Impl has not passed until the checks have, whatever tasks.md says. */
    awaitsChecks: boolean
    /** The task counts after the last allowed re-run, until the run has acted on them. */
    limit: { done: number; total: number; failing: string[] } | null
    /** Required tasks that an agent removed, and tasks.md as it left it. */
    vanished: { tasks: TaskName[]; fingerprint: Fingerprint } | null
  }
  inspection: {
    /** The last report says NOGO, and the run has yet to act on it. */
    isNogo: boolean
    /** Fixes begun because of a NOGO, and how many may begin without the user. */
    fixes: number
    fixLimit: number
    /** Number of the last report, if it says NOGO and no fix was begun for it. */
    open: number | null
    /** The report whose fix was begun, but whose agent is not launched yet. */
    fixing: number | null
  }
  deploy: {
    /** The base branch it is in line for, and since when; null when it is not. */
    queued: { base: string; at: string } | null
    /** It is this item's turn to deploy to that base. */
    isHeld: boolean
    /** The code was looked at since its turn began. */
    isLooked: boolean
    /** The work applied onto the newest base, in a scratch worktree. */
    ready: { commit: string; tree: string; onto: string; path: string } | null
    conflict: { files: string[]; path: string } | null
    /** Conflict agents, integrations and repairs since the user last started the run. */
    conflictAttempts: number
    integrations: number
    repairs: number
    /** Checks that fail together with the base; `behind`: the branch lacks that base. */
    repair: { checks: string[]; stage: 'behind' | 'open' | 'tried' } | null
    /** Set once the work is on the base branch or in a pull request. */
    landed: { commit: string | null; url: string | null } | null
    hasRunCommand: boolean
    /** The launch of the command, as long as nobody knows how it ended. */
    openCommand: AgentId | null
    isCleaned: boolean
    done: { commit: string | null; url: string | null } | null
    /** It is deployed, but the end of the phase is not journalled yet. */
    isConcluding: boolean
  }
  fix: {
    /** Re-runs because checks failed, since the fix last passed. */
    reruns: number
    /** The checks that fail after the last allowed re-run, until the run has acted on them. */
    failing: string[]
  }
  verify: {
    /** Fixes that followed a failed verification. */
    cycles: number
    /** How many of them may begin without the user. */
    limit: number
    /** The last verification failed, and no fix has begun since. */
    isRefuted: boolean
  }
}

interface RejectedDocument {
  reason: string
  fingerprint: Fingerprint
  /** The files in folders that belonged to it; null where that was not recorded. */
  covers: Covers | null
}

/** What the journal says about a spec: folding its entries gives exactly this. */
export interface AutoExecutionState {
  item: WorkItem
  workflow: WorkflowName
  status: RunStatus
  reason: RunReason | null
  detail: string
  /** The detail as data, for any language, if it is a known finding. */
  finding: ReadFinding | null
  phase: Phase | null
  runId: RunId | null
  mode: 'auto' | 'manual'
  replyMode: ReplyMode
  /** The agent the user chose for this run; null means the configuration decides. */
  agent: string | null
  /** Also chosen for this run; a resumed run keeps both. */
  permission: PermissionMode | null
  allowTools: string[]
  /** `answers`: to the questions asked before the requirements. */
  waitingFor: 'working-tree' | 'answer' | 'answers' | PassingWait | null
  waitingUntil: string | null
  /** The item whose run has the working tree that this one waits for, if known. */
  waitingBehind: { item: WorkItem; isAbandoned: boolean } | null
  question: Question | null
  /** Waits in a row for a problem to pass, since an agent last made progress. */
  quotaWaits: { since: string; count: number; agent: string | null } | null
  trackedAgentIds: AgentId[]
  step: Step | null
  steps: number
  /** Also set after the run was stopped, until the end of the step is known. */
  hostStep: HostStep | null
  hostSteps: number
  /** The phase whose start this run journalled last. */
  openedPhase: Phase | null
  workspace: Workspace
  /** The git tree of the code at the last look; null without a look or without git. */
  tree: string | null
  /** No agent has worked on the code since that look. */
  isRecorded: boolean
  /** The value of `isRecorded` when the last run with an agent ended. */
  wasRecorded: boolean
  /** Nothing at all has run in the workspace since that look. */
  isFresh: boolean
  checks: Record<string, CheckResult>
  /** The last verdict on the code as a whole, and the code it was about. */
  verdict: { isPassed: boolean; tree: string | null } | null
  executedPhases: Phase[]
  agents: number
  phases: PhaseParts
  /** Phases that must run again whatever the files say (retry, reject, an interrupted agent). */
  redo: Phase[]
  /** How often the user retried each phase in this run. */
  retries: Partial<Record<Phase, number>>
  /** Documents that the agent of an earlier phase wrote, as it left them. */
  strays: Record<string, Fingerprint>
  /** The values that agents must not change in spec.json; null when no agent can have. */
  guarded: SpecJson | null
  rejections: Partial<Record<Phase, RejectedDocument>>
  /** Instructions that no agent has received yet. */
  instructions: string[]
  /** What people decided on issues, oldest first: every launch includes it. */
  decisions: Decision[]
  /** Tools that agents of this run were denied. */
  denied: string[]
  /** Seq of the entry that stopped the run; null while it has not stopped. */
  stopSeq: number | null
  /** Changes since the last launch: facts read just before do not include them yet. */
  budgetChanges: Partial<Budget>
  permissionChanges: Partial<Record<Phase, boolean>>
  choiceChanges: Partial<Choices>
  spent: { run: Spent; spec: Spent; phases: Partial<Record<AgentPhase, Spent>> }
  /** The latest asks whose usage is already in the sums. */
  countedAsks: AgentId[]
  /** Launched agents whose usage is not yet in the sums: one reported twice is counted once. */
  unaccounted: { agentId: AgentId; phase: AgentPhase; runId: RunId }[]
  /** The latest accepted commands: one that arrives again gets the same answer. */
  answered: AnsweredCommand[]
  /** How often the run was recovered since its last tick, round or phase. */
  recoveries: number
  /** Those of them for which a step had to be started again. */
  restarts: number
  /** It was recovered, and nobody knows yet whether what was running still is. */
  isAdopting: boolean
  doneAtRecovery: number
  lastSeq: number
}

/** How a run ended, for scripts. */
export interface RunResult {
  status: 'completed' | 'paused' | 'error'
  reason: RunReason
  phase: Phase | null
  executedPhases: Phase[]
  agents: number
}
