import type { Finding } from '../../contracts/asked/findings.ts'
import type { HostWork } from '../../contracts/host-steps.ts'
import type { ReplyMode } from '../../contracts/journal.ts'
import type { AgentPhase, ApprovablePhase, DocumentPhase, Phase } from '../../contracts/phases.ts'
import type { ErrorReason, PauseReason } from '../../contracts/reasons.ts'
import type { Precondition } from '../../contracts/rejections.ts'
import type { AutoExecutionState, Step } from '../../contracts/run-state.ts'
import type { RecordPhase } from '../../contracts/spec-json.ts'
import type { Draft } from '../decide/draft.ts'
import type { Facts } from '../decide/facts.ts'

export interface StepRequest {
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
}

/** What the engine does next. */
export type Move =
  | { type: 'advance' }
  | { type: 'launch'; step: StepRequest }
  | { type: 'host-step'; phase: Phase; work: HostWork }
  /** Queued for the base branch. */
  | { type: 'queue'; base: string }
  | { type: 'pause'; phase: Phase; reason: PauseReason; detail: string; finding?: Finding }
  | { type: 'fail'; phase: Phase; reason: ErrorReason; detail: string }
  | { type: 'complete'; phase: Phase; reason: 'done' | 'nogo' }
  /** What has passed is not the code that is there now. */
  | { type: 'judge-again'; phase: Phase; finding: Finding }
  /** Questions that were asked before it, for the user. */
  | { type: 'ask'; phase: Phase }
  /** The agent asked the user instead of working. */
  | { type: 'asked' }

/** What the journal says that decides whether a phase has passed. */
export type Known = Pick<AutoExecutionState, 'redo' | 'strays' | 'phases'>
/** What the disk says about it. */
export type Standing = Pick<
  Facts,
  'spec' | 'files' | 'requirementsAreOnlyInput' | 'verification'
> & {
  tasks: Facts['tasks'] | { ok: true; counts: { done: number; total: number } }
}

/** One kind of launch inside a phase. */
export interface StepDefinition {
  readonly step: AgentPhase
  /** The files whose change shows that it did its work; the first one is its result. */
  files(round: number): readonly string[]
  /** The numbered document that is read when it has ended. */
  readonly reads: 'reply' | 'inspection' | null
  /** Phases that no longer count as passed once it is launched, whatever an agent writes. */
  readonly reopens: readonly Phase[]
  /** It starts a round that spec.json shows as the current one. */
  readonly opensRound: boolean
  /** It belongs to something already begun: a NOGO set meanwhile does not stop it. */
  readonly runsDespiteNogo: boolean
  /** Whose work it judges: preferably done by a different agent. */
  readonly judges?: AgentPhase
  /** How many agents of this run did the same work before, because it was not finished. */
  runsBefore?(parts: AutoExecutionState['phases']): number
  /** What the host found in the documents and the agent has to deal with first. */
  findings?(state: AutoExecutionState, facts: Facts): string[]
  /** Its agent has ended well: the documents say whether the step has passed. */
  ended(draft: Draft, step: Step): Move
  /** It failed, but its result is in the documents by now: that counts. */
  counted(draft: Draft, step: Step): void
}

/** Something a phase runs repeatedly until nothing is left to do. */
interface Loop {
  readonly kind: 'rounds' | 'reruns'
  readonly limit: number
}

export interface PhaseDefinition<P extends Phase = Phase> {
  readonly phase: P
  readonly kind: P extends DocumentPhase
    ? 'document'
    : 'document' | 'review' | 'code' | 'verdict' | 'release'
  /** Its own first; then what it launches after or before that. */
  readonly steps: readonly StepDefinition[]
  /** The one document it leaves under a fixed name. */
  readonly document: P extends DocumentPhase ? DocumentDefinition : DocumentDefinition | null
  readonly isApprovable: P extends ApprovablePhase ? true : false
  readonly isGoByDefault: boolean
  readonly needsTree: boolean
  readonly loop: Loop | null
  /** It ticks the boxes of tasks.md and must keep the tasks that were there. */
  readonly ticksTasks: boolean
  /** What it did stays done although it is to run again. */
  readonly workSurvives: boolean
  /** What it is called when it has not passed. */
  readonly lack: Precondition['needs']
  /** What must be done before it, besides approved documents; `lost` is said when it no longer is. */
  readonly after: { readonly phase: Phase; readonly lost: string } | null
  /** The files alone say that it has been done; a phase that is to run again may still say so. */
  isDone(state: Known, standing: Standing): boolean
  /** Why it cannot even be started. */
  hindrance?(facts: Facts): Move | null
  start(draft: Draft): Move
  /** What its last step found and the run has yet to act on; a crash in between loses nothing. */
  conclusion?(draft: Draft): Move | null
  /** In a manual run: what is left to do between two steps. */
  rest?(draft: Draft): Move | null
  /** Applies, in a manual run, what an earlier step proposed. */
  readonly fix: { isPossible(facts: Facts): boolean; start(draft: Draft): Move } | null
}

export interface DocumentDefinition {
  readonly file: string
  /** A document that no agent wrote counts. */
  isWritten(standing: Pick<Standing, 'files' | 'requirementsAreOnlyInput'>): boolean
}

export interface Workflow {
  /** In the order in which an item passes through them. */
  readonly phases: readonly PhaseDefinition[]
  /** What a phase that is NOGO does to a run: it ends before it, or it continues after it. */
  readonly atNogo: 'ends' | 'skips'
  /** A phase that is never launched before another one has passed, whatever is NOGO. */
  readonly gates: Readonly<Partial<Record<Phase, Phase>>>
  /** `phase` in the record before any phase has passed. */
  readonly recordBefore: RecordPhase
  /** `phase` in the record once a phase has passed. */
  readonly records: Readonly<Partial<Record<Phase, RecordPhase>>>
  /** How often the user may retry one phase in the same run; null: unlimited. */
  readonly retries: number | null
}
