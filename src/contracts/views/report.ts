import type { AgentPhase, ApprovablePhase, Phase, WorkflowName } from '../phases.ts'
import type { RunReason, RunStatus } from '../reasons.ts'
import type { Spent } from '../run-state.ts'
import type { InspectionRound, VerificationRound } from '../spec-json.ts'
import type { WorkItem } from '../work-item.ts'
import type { CheckStanding, Delivery } from './delivery.ts'
import type { SpecStatus } from './status.ts'

/**
 * What became of an item, in one word. `passed`: its code was judged and is not deployed; `done`:
 * its run ended before that, as configured.
 */
export type Verdict =
  | 'deployed'
  | 'pull-request'
  | 'passed'
  | 'done'
  | 'needs-you'
  | 'failed'
  | 'stopped'
  | 'running'
  | 'queued'
  | 'not-started'

/** The result of an item so far, and what it took, over all of its runs. */
export interface ItemReport {
  item: WorkItem
  /** The first line of its description. */
  title: string
  workflow: WorkflowName
  verdict: Verdict
  run: { status: RunStatus; reason: RunReason | null; phase: Phase | null }
  /** What the journal says about a pause or an error. */
  detail: string
  /** Start of its first run. */
  beganAt: string | null
  /** End of its last run; null while it lasts. */
  endedAt: string | null
  tasks: SpecStatus['tasks']
  rounds: ReportRound[]
  /** Relaunches of the coding agent because boxes were open or checks failed. */
  reruns: number
  checks: ReportCheck[]
  inspections: InspectionRound[]
  verifications: VerificationRound[]
  /** Null where git cannot say. */
  files: ReportFiles | null
  time: ReportTime
  spent: Spent
  decided: Decided[]
  workspace: Delivery['workspace']
  deploy: Delivery['deploy']
  /** The usual action first. */
  next: NextAct[]
}

export interface ReportRound {
  round: number
  fixRequired: number
  needsDiscussion: number
  isApproved: boolean
}

export interface ReportCheck {
  name: string
  result: CheckStanding
  /** Duration of its last run. */
  ms: number | null
  exitCode: number | null
}

/** Changed files outside of `.kiro`: the documents are reported elsewhere. */
export interface ReportFiles {
  count: number
  added: number
  removed: number
  /** Only the first few. */
  names: string[]
  /** Not all files were looked at. */
  isPart: boolean
}

/** Milliseconds, by who was busy. */
interface ReportTime {
  agentMs: number
  /** Checks and git. */
  hostMs: number
  /** Waiting for a quota, a service, a slot or the working tree. */
  waitingMs: number
  /** Waiting for the user. */
  personMs: number
  totalMs: number
}

/** Something that was decided in place of the user. */
export type Decided =
  | { kind: 'approved'; phase: ApprovablePhase; at: string }
  | { kind: 'assumption'; text: string }
  | { kind: 'suggestion'; question: string; answer: string; at: string }
  | { kind: 'denied'; tool: string; summary: string; at: string }
  | { kind: 'skipped'; phase: Phase }
  | { kind: 'fixed'; inspection: number; at: string }
  | { kind: 'switched'; phase: AgentPhase; from: string; to: string; at: string }
  | { kind: 'conflict'; files: string[]; at: string }
  | { kind: 'restored'; keys: string[]; at: string }

export type NextAct =
  | { act: 'view-changes' | 'deploy' | 'pull-request' | 'run' | 'resume' | 'decide' | 'stop' }
  | { act: 'approve'; phase: Phase }

/** Where each item of a report belongs, in the order of the report. */
export const REPORT_GROUPS = ['needs-you', 'failed', 'running', 'merged', 'ended'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** One item in the report of a period. */
export interface ReportLine {
  item: WorkItem
  title: string
  group: ReportGroup
  verdict: Verdict
  run: ItemReport['run']
  /** Time of the event that put it into its group. */
  at: string | null
  tasks: SpecStatus['tasks']
  /** The URL of the pull request. */
  url: string | null
  commit: string | null
  /** Only within the period. */
  spent: Spent
}

/** What happened in a project since a point in time, and how things are now. */
export interface ProjectReport {
  since: string
  until: string
  lines: ReportLine[]
  /** By all agents within the period, including those of items in none of the groups. */
  spent: Spent
}
