import type { ReadFinding } from './asked/findings.ts'
import type { WorkItem } from './work-item.ts'
import type { AgentProblem, PermissionMode } from './launch/agent.ts'
import type { AgentId, RunId, StepId } from './ids.ts'
import type { CheckResult, HostWork, Workspace } from './host-steps.ts'
import type { AtLaunch, Covers, Fingerprint, ReplyMode, TaskName } from './journal.ts'
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
   * The user stopped it, or has to answer it: the next launch of the same work may resume its
   * session.
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
  /** Launches in a row whose agent was gone without having ended. */
  losses: number
  isHung: boolean
  /** Null in journals of an earlier version. */
  atLaunch: AtLaunch | null
  /** It was reminded once that its question cannot be answered. */
  nudged: boolean
  /** The agent's last output. */
  said: string
  /** Its forbidden changes have been looked for. */
  isAudited: boolean
  /** The code at launch; null if it was not inspected. */
  tree: string | null
}

/** Work of the host itself: one at a time, never beside an agent of its run. */
export interface HostStep {
  stepId: StepId
  attempt: number
  agentId: AgentId
  phase: Phase
  work: HostWork
  /** When it was begun. */
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
  /** Agents that reported no tokens or no cost: the sums are then only a part. */
  unreportedTokens: number
  unreportedCost: number
}

export interface Question {
  id: string
  tool: string
  summary: string
}

/** What the phases count and remember, each on its own. */
export interface PhaseParts {
  requirements: {
    /** The questions asked before them; null: none yet. */
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
    /** Completed rounds when a document was last generated: the limit of rounds counts from there. */
    roundsBase: number
    /** The last round that may still be started without the user. */
    roundLimit: number
    /** Rounds that were begun here: what is there of them may be written over. */
    begun: readonly number[]
    /** The round whose review is written and whose reply is not. */
    openRound: { round: number; reviewCompletedAt: string } | null
    /** What the last round left, until the run has acted on it. */
    found: { round: number; fixRequired: number; needsDiscussion: number } | null
    /** The last round found nothing; only the user's approval is missing. */
    isClean: boolean
  }
  impl: {
    reruns: number
    /** The last impl run left only tasks that say why they cannot be done. */
    wasBlocked: boolean
    /** It has not passed before the checks have, whatever tasks.md says. */
    awaitsChecks: boolean
    /** The count of tasks when the last re-run had ended, until the run has acted on it. */
    limit: { done: number; total: number; failing: string[] } | null
    /** Required tasks that an agent removed, and tasks.md as it left it. */
    vanished: { tasks: TaskName[]; fingerprint: Fingerprint } | null
  }
  inspection: {
    /** The last report says NOGO, and the run has yet to act on it. */
    isNogo: boolean
    /** Fixes that were begun because of a NOGO, and how many may be begun without the user. */
    fixes: number
    fixLimit: number
    /** The last report, if it says NOGO and no fix has answered it yet. */
    open: number | null
    /** A fix that is begun, and whose agent is not launched yet. */
    fixing: number | null
  }
  deploy: {
    /** Since when it has been queued for its base; null when it is not. */
    queued: { base: string; at: string } | null
    /** It is its turn. */
    isHeld: boolean
    /** The code was looked at since then. */
    isLooked: boolean
    /** AppliedOntoBase onto the newest base, in a scratch worktree. */
    ready: { commit: string; tree: string; onto: string; path: string } | null
    conflict: { files: string[]; path: string } | null
    /**
     * Since the user last let it run: agents asked to resolve a conflict, and how often it
     * restarted.
     */
    conflictAttempts: number
    integrations: number
    repairs: number
    /** Checks that fail together with the base; `behind`: the branch has yet to take it in. */
    repair: { checks: string[]; stage: 'behind' | 'open' | 'tried' } | null
    /** It is on the base branch. */
    landed: { commit: string | null; url: string | null } | null
    hasRunCommand: boolean
    isCleaned: boolean
    done: { commit: string | null; url: string | null } | null
    /** It is deployed, and that its phase has passed is yet to be journalled. */
    isConcluding: boolean
  }
  fix: {
    /** Fixes because checks failed, since the last one that passed. */
    reruns: number
    /** The checks that failed when the last re-run had ended, until the run has acted on it. */
    failing: string[]
  }
  verify: {
    /** Fixes that followed a verification that said no. */
    cycles: number
    /** The last of them that may still begin without the user. */
    limit: number
    /** The last verification said no, and no fix has begun since. */
    isRefuted: boolean
  }
}

interface RejectedDocument {
  reason: string
  fingerprint: Fingerprint
  /** What belonged to it in folders; null where that was not written down. */
  covers: Covers | null
}

/** What the journal says about a spec: folding its entries gives exactly this. */
export interface AutoExecutionState {
  item: WorkItem
  workflow: WorkflowName
  status: RunStatus
  reason: RunReason | null
  detail: string
  /** The detail for any language, where it is one of the known findings. */
  finding: ReadFinding | null
  phase: Phase | null
  runId: RunId | null
  mode: 'auto' | 'manual'
  replyMode: ReplyMode
  /** The agent the user chose for this run; null means the configuration decides. */
  agent: string | null
  /** Chosen for this run as well, and for what it is resumed as. */
  permission: PermissionMode | null
  allowTools: string[]
  /** `answers`: to what was asked before the requirements. */
  waitingFor: 'working-tree' | 'answer' | 'answers' | PassingWait | null
  waitingUntil: string | null
  question: Question | null
  /** Waits for what passes by itself in a row, since an agent last did any work. */
  quotaWaits: { since: string; count: number; agent: string | null } | null
  trackedAgentIds: AgentId[]
  step: Step | null
  steps: number
  /** Also of a run that was stopped, until its end is known. */
  hostStep: HostStep | null
  hostSteps: number
  /** The phase whose start this run has journalled last. */
  openedPhase: Phase | null
  workspace: Workspace
  /** The code as it was last looked at; null when no one did, or there is no git. */
  tree: string | null
  /** No agent has worked there since it was looked at. */
  isRecorded: boolean
  /** That was so when the last run with an agent had ended. */
  wasRecorded: boolean
  /** Nothing at all has run there since. */
  isFresh: boolean
  checks: Record<string, CheckResult>
  /** What was last found out about the code as a whole, and of which code. */
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
  /** What spec.json has to say of people's choices; null when no agent can have changed it. */
  guarded: SpecJson | null
  rejections: Partial<Record<Phase, RejectedDocument>>
  /** Instructions that no launch has carried to an agent yet. */
  instructions: string[]
  /** What people decided on issues, oldest first: every launch carries it. */
  decisions: Decision[]
  /** Tools that agents of this run were denied. */
  denied: string[]
  /** The entry with which the run stopped; null while none has. */
  stopSeq: number | null
  /** Changed since the last launch: facts that were read just before do not know it yet. */
  budgetChanges: Partial<Budget>
  permissionChanges: Partial<Record<Phase, boolean>>
  choiceChanges: Partial<Choices>
  spent: { run: Spent; spec: Spent; phases: Partial<Record<AgentPhase, Spent>> }
  /** The last questions whose usage is in the sums. */
  countedAsks: AgentId[]
  /** Launched agents whose usage is not yet in the sums: one reported twice is counted once. */
  unaccounted: { agentId: AgentId; phase: AgentPhase; runId: RunId }[]
  recoveries: number
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
