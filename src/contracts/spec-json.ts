import { DOCUMENT_PHASES, type AgentPhase, type DocumentPhase, type Phase } from './phases.ts'

export const SPEC_PHASES = [
  'initialized',
  'requirements-generated',
  'design-generated',
  'tasks-generated',
  'implementation-complete',
  'inspection-complete',
  'deploy-complete',
] as const
type SpecPhase = (typeof SPEC_PHASES)[number]

export const BUG_PHASES = ['reported', 'analyzed', 'fixed', 'verified', 'deployed'] as const
type BugPhase = (typeof BUG_PHASES)[number]

/** `phase` in the record of a work item. */
export type RecordPhase = SpecPhase | BugPhase

interface Approval {
  generated: boolean
  approved: boolean
}
export type Approvals = Record<DocumentPhase, Approval>
export type Permissions = Record<Phase, boolean>

export type ReviewStatus = 'pending' | 'in_progress' | 'approved'
export type FixStatus = 'not_required' | 'pending' | 'applied'

export interface ReviewRound {
  roundNumber: number
  status: 'incomplete' | 'review_complete' | 'reply_complete'
  fixRequired: number | null
  needsDiscussion: number | null
  fixStatus: FixStatus | null
}

export interface InspectionRound {
  number: number
  result: 'go' | 'nogo'
}

export interface VerificationRound {
  number: number
  result: 'verified' | 'not-verified'
}

export const BUDGET_KINDS = ['usd', 'tokens', 'minutes'] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]
/** What a spec may cost in total; null means no limit. */
export type Budget = Record<BudgetKind, number | null>

/** Who approves a document: the run that wrote it, or the user. */
export const APPROVERS = ['auto', 'person'] as const
/** What an agent does about gaps in the description: it notes an assumption, or asks first. */
export const CLARIFYING = ['assume', 'ask'] as const
/** How much of a spec the user wants to decide. */
export interface Choices {
  approvals: (typeof APPROVERS)[number]
  clarify: (typeof CLARIFYING)[number]
}

/** The agent for each phase of this spec; the configuration fills in the rest. */
export type SpecAgents = Partial<Record<AgentPhase | 'default', string>>

/** spec.json or bug.json as the program sees it, whatever tool wrote it. */
export interface Spec {
  name: string
  description: string
  language: string
  phase: RecordPhase
  /** False: the record has no known word for its phase, and the documents alone decide. */
  isPhaseSaid: boolean
  /** The record names the full workflow itself: all of its documents are wanted. */
  wantsAllDocuments: boolean
  /** The record says done and mentions no remaining work; the checkboxes count as well. */
  claimsDone: boolean
  approvals: Approvals
  permissions: Permissions
  review: { status: ReviewStatus; currentRound: number | null; rounds: ReviewRound[] }
  inspections: InspectionRound[]
  verifications: VerificationRound[]
  agents: SpecAgents
  /** Whether its code is to be written in its own worktree; null: the settings decide. */
  worktree: boolean | null
  /** Only what this spec sets; the rest comes from the configuration. */
  choices: Partial<Choices>
  budget: Partial<Budget>
}

/** The file as it is: every key is read tolerantly, and kept. */
export type SpecJson = Record<string, unknown>

export const isDocumentPhase = (phase: Phase): phase is DocumentPhase =>
  (DOCUMENT_PHASES as readonly Phase[]).includes(phase)
