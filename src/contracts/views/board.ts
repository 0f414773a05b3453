import type { ReadFinding } from '../asked/findings.ts'
import type { DeployMode } from '../host-steps.ts'
import type { AgentId } from '../ids.ts'
import type { DocumentPhase, Phase } from '../phases.ts'
import type { Question } from '../run-state.ts'
import type {
  Budget,
  Choices,
  InspectionRound,
  ReviewRound,
  ReviewStatus,
  VerificationRound,
} from '../spec-json.ts'
import type { Allowed } from './allowed.ts'
import type { ItemTime } from './insights.ts'
import type { SpecStatus } from './status.ts'

/** What files and journal say about a work item, for every screen. */
export interface RowFacts extends SpecStatus {
  description: string
  language: string
  createdAt: string | null
  /** Time of the last journal entry or document change. */
  activeAt: string | null
  /** What the journal says about a pause or an error; for people who want the details. */
  detail: string
  /** The detail as data, for any language, if it is a known finding. */
  finding: ReadFinding | null
  /** What the running agent asks the user. */
  question: Question | null
  /** What it may cost in total: its own limits, then the configuration's. */
  budget: Budget
  /** How much the user decides: its own choices, then the configuration's. */
  choices: Choices
  mode: 'auto' | 'manual'
  /** In a fleet: the worker that has its step; null while none has. */
  worker?: string | null
  /** The running agent, or the last one of the run; in a release, the command. */
  agentId: AgentId | null
  review: { status: ReviewStatus; currentRound: number | null; rounds: ReviewRound[] }
  inspections: InspectionRound[]
  verifications: VerificationRound[]
  /** Phases that have passed, by journal and files. */
  passed: Phase[]
  /** Documents that were never written although a later one was; absent if there are none. */
  leftOut?: Phase[]
  /** Phases whose work is done, including those that are due again. */
  done: Phase[]
  /** Phases that will run again whatever the files say. */
  redo: Phase[]
  openComments: number
  /** Documents whose files have other names than ours. */
  documentFiles?: Partial<Record<DocumentPhase, string>>
  /** Tasks that are marked as skipped need not be done. */
  skipsTasks?: true
  /** How much time agents, the host and people took. */
  time: ItemTime
  /** When its last run completed, if you have not seen that yet. */
  unseenEnd: string | null
  /** How its work would get to its base now. */
  deployMode: DeployMode
  /** Whether its code is written in its own worktree; fixed once code has been written. */
  worktree: { isOn: boolean; isFixed: boolean }
}

/** One work item as every screen shows it. Always sent whole: the newest one replaces the older. */
export interface ItemRow extends RowFacts {
  allowed: Allowed
  /** Grows with every change: a row that arrives late never replaces a newer one. */
  version: number
}

export const isSpecRow = (row: Pick<ItemRow, 'item'>): boolean => row.item.kind === 'spec'

export interface Board {
  rows: ItemRow[]
}
