import type { AgentId, RunId, StepId } from '../contracts/ids.ts'
import type { Fingerprint, ReplyMode } from '../contracts/journal.ts'
import type { AgentPhase, Phase } from '../contracts/phases.ts'
import type { Step } from '../contracts/run-state.ts'
import type { Draft } from './draft.ts'
import {
  DOCUMENT_FILES,
  inspectionFile,
  replyFile,
  REVIEWED_FILES,
  reviewFile,
  type Facts,
} from './facts.ts'
import { keyOf } from './finish.ts'

interface StepWanted {
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
}

/** A new step: journalled with what the files are now, then launched. */
export function launchStep(draft: Draft, wanted: StepWanted): void {
  const before = fingerprints(filesOf(wanted.phase, wanted.round), draft.knownFacts)
  const number = draft.state.steps + 1
  launch(draft, {
    ...wanted,
    before,
    number,
    attempt: 1,
    resumeSessionId: sessionToResume(draft.state.step, wanted),
  })
}

/** The same step once more: its agent never started, vanished, or could not resume its session. */
export function relaunchStep(draft: Draft, step: Step, resume: boolean): void {
  launch(draft, {
    phase: step.phase,
    round: step.round,
    mode: step.mode,
    before: step.before,
    number: draft.state.steps,
    attempt: step.attempt + 1,
    resumeSessionId: resume ? step.sessionId : null,
  })
}

interface Launching extends StepWanted {
  before: Record<string, Fingerprint>
  number: number
  attempt: number
  resumeSessionId: string | null
}

function launch(draft: Draft, launching: Launching): void {
  const { runId } = draft.state
  if (runId === null) throw new Error('a step needs a run')
  const { phase, round, mode, before, number, attempt, resumeSessionId } = launching
  draft.emit({
    type: 'step.started',
    runId,
    stepId: stepIdOf(runId, number),
    attempt,
    agentId: agentIdOf(runId, number, attempt),
    phase,
    round,
    mode,
    before,
    resumeSessionId,
  })
  // Before there is an agent: one that writes spec.json itself would have its words overwritten.
  draft.saveSpec()
  const key = keyOf(draft.state)
  const { agent, rejections } = draft.state
  const rejection = rejections[phaseOf(phase)]?.reason ?? null
  const { description, language } = draft.knownFacts.spec
  draft.effect({ type: 'arm-timer', key, phase })
  draft.effect({
    type: 'launch',
    launch: {
      key,
      phase,
      round,
      mode,
      agent,
      resumeSessionId,
      rejection,
      description,
      language,
    },
  })
}

export const phaseOf = (phase: AgentPhase): Phase =>
  phase === 'document-review-reply' ? 'document-review' : phase

const suffix = (runId: RunId): string => runId.slice('run_'.length)
const stepIdOf = (runId: RunId, number: number): StepId =>
  `step_${suffix(runId)}_${number}` as StepId
const agentIdOf = (runId: RunId, number: number, attempt: number): AgentId =>
  `agent_${suffix(runId)}_${number}_${attempt}` as AgentId

/** The files whose change tells that the step did its work. */
function filesOf(phase: AgentPhase, round: number | null): string[] {
  switch (phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
      return [DOCUMENT_FILES[phase] ?? '']
    case 'document-review':
      return [reviewFile(round ?? 0)]
    case 'document-review-reply':
      return [replyFile(round ?? 0), ...REVIEWED_FILES]
    case 'impl':
      return []
    case 'inspection':
      return [inspectionFile(round ?? 0)]
    default:
      return phase satisfies never
  }
}

function fingerprints(names: string[], facts: Facts): Record<string, Fingerprint> {
  return Object.fromEntries(names.map((name) => [name, facts.files[name]?.fingerprint ?? null]))
}

/** An agent that was stopped in the middle goes on in its own session where it can. */
function sessionToResume(last: Step | null, wanted: StepWanted): string | null {
  if (last === null || last.stage !== 'settled') return null
  const same = last.phase === wanted.phase && last.round === wanted.round
  return same && last.interrupted ? last.sessionId : null
}
