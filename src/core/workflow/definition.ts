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
  /** Get in line for the base branch. */
  | { type: 'queue'; base: string }
  | { type: 'pause'; phase: Phase; reason: PauseReason; detail: string; finding?: Finding }
  | { type: 'fail'; phase: Phase; reason: ErrorReason; detail: string }
  | { type: 'complete'; phase: Phase; reason: 'done' | 'nogo' }
  /** The code that is there now is not the code that has passed. */
  | { type: 'judge-again'; phase: Phase; finding: Finding }
  /** Wait for the user's answers to the questions asked before the phase. */
  | { type: 'ask'; phase: Phase }
  /** The agent asked the user instead of working. */
  | { type: 'asked' }

/** The part of the state that decides whether a phase has passed. */
export type Known = Pick<AutoExecutionState, 'redo' | 'strays' | 'phases'>
/** The facts on disk that decide whether a phase has passed. */
export type Standing = Pick<
  Facts,
  'spec' | 'files' | 'requirementsAreOnlyInput' | 'verification'
> & {
  tasks: Facts['tasks'] | { ok: true; counts: { done: number; total: number } }
}

/** One kind of launch inside a phase. */
export interface StepDefinition {
  readonly step: AgentPhase
  /** The files whose change shows that the step did its work; the first one is its result. */
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
  /** Its agent has ended successfully: the documents say whether the step has passed. */
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
  /** The phase's main step first, then those it may launch before or after it. */
  readonly steps: readonly StepDefinition[]
  /** The one document with a fixed name that it writes. */
  readonly document: P extends DocumentPhase ? DocumentDefinition : DocumentDefinition | null
  readonly isApprovable: P extends ApprovablePhase ? true : false
  readonly isGoByDefault: boolean
  readonly needsTree: boolean
  readonly loop: Loop | null
  /** It ticks the boxes of tasks.md and must keep the tasks that were there. */
  readonly ticksTasks: boolean
  /** Its work stays done even when the phase is to run again. */
  readonly workSurvives: boolean
  /** How a precondition names the phase when it has not passed. */
  readonly lack: Precondition['needs']
  /** What must be done before it, besides approved documents; `lost`: the text if it is undone. */
  readonly after: { readonly phase: Phase; readonly lost: string } | null
  /** Whether the files alone say that it is done; also true for a phase that is to run again. */
  isDone(state: Known, standing: Standing): boolean
  /** Why it cannot even be started. */
  hindrance?(facts: Facts): Move | null
  start(draft: Draft): Move
  /** What its last step found and the run has yet to act on: a crash in between loses nothing. */
  conclusion?(draft: Draft): Move | null
  /** In a manual run: what is left to do between two steps. */
  rest?(draft: Draft): Move | null
  /** Applies, in a manual run, what an earlier step proposed. */
  readonly fix: { isPossible(facts: Facts): boolean; start(draft: Draft): Move } | null
}

export interface DocumentDefinition {
  readonly file: string
  /** A document that no agent wrote counts as well. */
  isWritten(standing: Pick<Standing, 'files' | 'requirementsAreOnlyInput'>): boolean
}

export interface Workflow {
  /** In the order in which an item passes through them. */
  readonly phases: readonly PhaseDefinition[]
  /** What a run does at a phase that is NOGO: it ends before it, or skips it. */
  readonly atNogo: 'ends' | 'skips'
  /** Phases that are never launched before another one has passed, whatever is NOGO. */
  readonly gates: Readonly<Partial<Record<Phase, Phase>>>
  /** `phase` in the record before any phase has passed. */
  readonly recordBefore: RecordPhase
  /** `phase` in the record once a phase has passed. */
  readonly records: Readonly<Partial<Record<Phase, RecordPhase>>>
  /** How often the user may retry one phase in the same run; null: unlimited. */
  readonly retries: number | null
}
