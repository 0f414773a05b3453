import type { OpenQuestion } from '../../contracts/asked/questions.ts'
import type { DeployMode, DeployStrategy } from '../../contracts/host-steps.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Budget, Choices, Spec, SpecJson } from '../../contracts/spec-json.ts'
import type { TrustFinding } from '../../contracts/views/trust-view.ts'
import type { ClarifyReading } from '../readers/clarify-questions.ts'
import type { InspectionReading } from '../readers/inspection-report.ts'
import type { ReviewReading } from '../readers/review-reply.ts'
import type { VerificationReading } from '../readers/verification-report.ts'
import type { TasksReading } from '../readers/tasks/tasks-document.ts'

export interface FileFact {
  fingerprint: string
  empty: boolean
}

/** A document that could not even be opened: missing, a directory, no permission. */
export interface Unopened {
  ok: false
  why: 'missing' | 'not-a-file' | 'unreadable'
  line: null
}

/** What the host read from the disk at one moment, for one decision. */
export interface Facts {
  specJson: SpecJson
  spec: Spec
  files: Record<string, FileFact>
  requirementsAreOnlyInput: boolean
  /** The request in requirements.md, while the file contains nothing else. */
  requested?: string
  tasks: TasksReading | Unopened
  reply: ReviewReading | Unopened | null
  inspection: InspectionReading | Unopened | null
  /** The highest number of an inspection report on disk. */
  lastInspection: number
  /** Only bugs have this. */
  verification?: { reading: VerificationReading | Unopened; text: string }
  /** Only for a spec whose agent asked something before the requirements. */
  clarify?: ClarifyReading | Unopened
  exclusiveWorkingTree: boolean
  agents: AgentFacts
  /** The budget of a spec that sets none itself. */
  defaultBudget: Budget
  trust: TrustFacts
  checks: DeclaredCheck[]
  workspacePlan: {
    worktree: boolean
    /** The command that prepares a new worktree; null when there is none. */
    setup: string[] | null
    /** Its program was not found when the run was to begin. */
    isSetupMissing?: boolean
    /** Why no worktree can be created here, with the remedy; null if one can. */
    refusal?: string | null
  }
  /** How much the user decides where the item does not set it itself. */
  defaultChoices: Choices
  /** How long to wait for answers. */
  answerMs: number
  /** A fix follows a NOGO automatically. */
  autoFix: boolean
  deploy: DeployFacts
  hasGit: boolean
  /** This machine began the last run itself: its choices still apply. */
  isOwnRun?: boolean
  /** What the stopped run asks, if that was requested. */
  questions?: OpenQuestion[]
  /** The keys of spec.json that only people and the host may change, as they must be. */
  guarded?: SpecJson
  /** Changes an agent made to spec.json without being allowed to; `spec` excludes them. */
  edited?: { keys: string[]; claimed: Spec }
}

/** Only what the user declared or trusted. */
interface DeclaredCheck {
  name: string
  command: string[]
  in: string | null
  timeoutMs: number
  /** Its program was not found. */
  isMissing?: boolean
}

interface DeployFacts {
  /** Null: the workspace decides. */
  mode: DeployMode | null
  strategy: DeployStrategy
  command: string[] | null
  isCommandMissing?: boolean
  /** The command may run again if its end is not known. */
  repeatable: boolean
  keep: boolean
}

/** The facts of a project that declares nothing. */
export const NO_PLAN: Pick<
  Facts,
  'checks' | 'workspacePlan' | 'defaultChoices' | 'answerMs' | 'autoFix' | 'deploy' | 'hasGit'
> = {
  defaultChoices: { approvals: 'auto', clarify: 'assume' },
  answerMs: 30 * 60_000,
  checks: [],
  workspacePlan: { worktree: false, setup: null },
  autoFix: true,
  deploy: { mode: null, strategy: 'squash', command: null, repeatable: false, keep: false },
  hasGit: false,
}

/** The user's decision on the project files that take effect. */
export interface TrustFacts {
  undecided: TrustFinding[]
  /** The project runs without those files: a spec's own choices do not count either. */
  isWithout: boolean
}

export interface AgentFacts {
  /** The agent for each phase, by spec and configuration. */
  planned: Record<AgentPhase, string>
  fallback: string[]
  /** Why an agent cannot be started; checked before a run begins, or if there is a fallback. */
  problems: Partial<Record<string, Rejection>>
  canResume: string[]
  /** Phases that must ask the user, and agents that cannot ask. */
  asking: AgentPhase[]
  cannotAsk: string[]
  /** Agents that report no cost: a money budget cannot limit them. */
  unreportedCost: string[]
}

export interface FactsQuery {
  reply: number | null
  inspection: number | null
  agents: boolean
  questions?: boolean
  /** First brings spec.json up to date with the journal. */
  catchUp?: boolean
  /** With `catchUp`: only with the entries after this one, instead of all since the run began. */
  after?: number
}
