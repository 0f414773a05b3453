import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'
import { restoreEdited, withUserChoices } from './audit.ts'
import type { CommandOf } from '../../contracts/commands.ts'
import { Draft } from './draft.ts'
import type { Effect } from './effects.ts'
import type { Cause, DecideEvent } from './events.ts'
import type { Facts, FactsQuery } from './facts.ts'
import { followedWorkflow } from '../workflow/recorded-workflow.ts'
import { inOneAct } from './one-act.ts'
import { answerAgain, commandIn, firstAnswer, marked } from './repeated-command.ts'
import { afterAnswer } from '../state/evolve.ts'
import {
  handleAgentEnded,
  handleAgentStarted,
  handleQuestion,
  handleHang,
  handleOutcomeRead,
  queryForLastStep,
} from '../handlers/steps/agent-ended.ts'
import { handleApprove, handleReject } from '../handlers/choices/approvals.ts'
import { handleResume, handleRetry, handleStart, mayBeBehind } from '../handlers/begin.ts'
import { handleBudget } from '../handlers/choices/change-budget.ts'
import { handleFactsFailed, handleFailure } from '../handlers/effect-failures.ts'
import { handleFilesChanged } from '../handlers/files-changed.ts'
import { handleGranted, handleTreeAwaited, isAwaited } from '../handlers/choices/grants.ts'
import {
  handleBaseGranted,
  handleHostStepEnded,
  handleHostStepRead,
  isBaseAwaited,
} from '../handlers/steps/host-steps.ts'
import { handleAnswers } from '../handlers/asked/answers.ts'
import { handleAskEnded } from '../handlers/asked/ask-ended.ts'
import { handleTell, launchRecalled } from '../handlers/asked/instructions.ts'
import { handleRunPhase } from '../handlers/manual.ts'
import { handleChoose } from '../handlers/choices/choose.ts'
import { handleSettleRelease } from '../handlers/choices/settle-release.ts'
import { handleChooseWorktree } from '../handlers/choices/choose-worktree.ts'
import { handlePermit } from '../handlers/choices/permissions.ts'
import { handleWaitOver } from '../handlers/steps/kept-from-work.ts'
import { handleAnswer } from '../handlers/asked/questions.ts'
import { handleJournalLost, handleJournalOpened, handleRecover } from '../handlers/recovery.ts'
import { runRefused } from '../handlers/steps/refused.ts'
import { handleReset, handleStop, handleTimeout } from '../handlers/stop-run.ts'

export interface Decision {
  state: AutoExecutionState
  effects: Effect[]
}

/** Decides what happens next for every event. No clock, no files, no randomness. */
export function decide(state: AutoExecutionState, event: DecideEvent): Decision {
  const facts = event.type === 'facts.read' ? withUserChoices(event.facts, state) : null
  const command = commandIn(event)
  const draft = new Draft(state, { at: event.at, facts, calledBy: command?.calledBy })
  const first = command && firstAnswer(state, command.commandId)
  if (first && event.type !== 'facts.failed') {
    answerAgain(draft, command, first)
    return { state, effects: draft.effects }
  }
  if (facts !== null) {
    followRecord(draft, facts)
    restoreEdited(draft)
  }
  handle(draft, event)
  const effects = inOrder(draft.effects)
  return command === null
    ? { state: draft.state, effects }
    : remembering(draft.state, marked(effects, command.commandId))
}

/** The state includes that the command was answered. */
function remembering(state: AutoExecutionState, effects: Effect[]): Decision {
  const [first] = effects.find((effect) => effect.type === 'append')?.entries ?? []
  return { state: first === undefined ? state : afterAnswer(state, first), effects }
}

/** Another tool or the user may have changed the record: the next run follows it. */
function followRecord(draft: Draft, { specJson }: Facts): void {
  const workflow = followedWorkflow(draft.state, specJson)
  if (workflow !== draft.state.workflow) draft.emit({ type: 'workflow.followed', workflow })
}

function handle(draft: Draft, event: DecideEvent): void {
  switch (event.type) {
    case 'start':
    case 'resume':
    case 'retry':
    case 'runPhase': {
      const refusal = runRefused(draft.state)
      if (refusal) return draft.refuse(event.commandId, refusal)
      return draft.read(event, factsToBegin(draft.state))
    }
    case 'recover':
      return draft.read(event, { ...queryForLastStep(draft.state), catchUp: true })
    case 'permit':
    case 'choose':
    case 'chooseWorktree':
      return draft.read(event)
    case 'approve':
    case 'reject':
    case 'budget':
    case 'settleRelease':
      return draft.read(event, event.andThen ? factsToBegin(draft.state) : {})
    case 'slot.granted':
    case 'tree.granted':
      return isAwaited(draft, event) ? draft.read(event) : undefined
    case 'tree.awaited':
      return handleTreeAwaited(draft, event)
    case 'ask.ended':
      return handleAskEnded(draft, event)
    case 'files.changed':
      return isLive(draft.state) ? undefined : draft.read(event)
    case 'answer':
      return handleAnswer(draft, event)
    case 'answerQuestions':
      return readQuestions(draft, event)
    case 'tell':
    case 'reset':
      if (event.andThen) return draft.read(event, factsToBegin(draft.state))
      return event.type === 'tell' ? handleTell(draft, event) : handleReset(draft, event)
    case 'stop':
      return handleStop(draft, event)
    case 'agent.started':
      return handleAgentStarted(draft, event)
    case 'agent.ended':
    case 'agent.lost':
      return handleAgentEnded(draft, event)
    case 'host-step.ended':
    case 'host-step.lost':
      return handleHostStepEnded(draft, event)
    case 'base.granted':
      return isBaseAwaited(draft, event) ? draft.read(event) : undefined
    case 'agent.hung':
    case 'agent.unhung':
      return handleHang(draft, event)
    case 'agent.asked':
      return handleQuestion(draft, event)
    case 'agent.recalled':
      return draft.read(event)
    case 'wait.over':
      return handleWaitOver(draft, event)
    case 'step.timed-out':
      return handleTimeout(draft, event)
    case 'effect.failed':
      return event.runId === draft.state.runId ? handleFailure(draft, event.failure) : undefined
    case 'journal.opened':
      return handleJournalOpened(draft, event.opening)
    case 'journal.lost':
      return handleJournalLost(draft, event)
    case 'facts.read':
      return handleWithFacts(draft, event.cause)
    case 'facts.failed':
      return handleFactsFailed(draft, event.cause, event.failure)
    default:
      return event satisfies never
  }
}

function handleWithFacts(draft: Draft, cause: Cause): void {
  switch (cause.type) {
    case 'start':
      return handleStart(draft, cause)
    case 'resume':
      return handleResume(draft, cause)
    case 'retry':
      return handleRetry(draft, cause)
    case 'runPhase':
      return handleRunPhase(draft, cause)
    case 'approve':
      return inOneAct(draft, cause, (act) => handleApprove(act, cause))
    case 'reject':
      return inOneAct(draft, cause, (act) => handleReject(act, cause))
    case 'permit':
      return handlePermit(draft, cause)
    case 'choose':
      return handleChoose(draft, cause)
    case 'chooseWorktree':
      return handleChooseWorktree(draft, cause)
    case 'budget':
      return inOneAct(draft, cause, (act) => handleBudget(act, cause))
    case 'answerQuestions':
      return inOneAct(draft, cause, (act) => handleAnswers(act, cause))
    case 'settleRelease':
      return inOneAct(draft, cause, (act) => handleSettleRelease(act, cause))
    case 'tell':
      return inOneAct(draft, cause, (act) => handleTell(act, cause))
    case 'reset':
      return inOneAct(draft, cause, (act) => handleReset(act, cause))
    case 'agent.recalled':
      return launchRecalled(draft)
    case 'recover':
      return handleRecover(draft, cause)
    case 'slot.granted':
    case 'tree.granted':
      return handleGranted(draft, cause)
    case 'agent.ended':
    case 'agent.lost':
      return handleOutcomeRead(draft, cause)
    case 'files.changed':
      return handleFilesChanged(draft)
    case 'host-step.ended':
    case 'host-step.lost':
      return handleHostStepRead(draft, cause)
    case 'base.granted':
      return handleBaseGranted(draft, cause)
    case 'stop':
    case 'answer':
    case 'ask.ended':
    case 'agent.started':
    case 'agent.asked':
    case 'agent.hung':
    case 'agent.unhung':
    case 'effect.failed':
    case 'journal.lost':
    case 'journal.opened':
    case 'step.timed-out':
    case 'tree.awaited':
    case 'wait.over':
      throw new Error(`${cause.type} never asks for the disk`)
    default:
      return cause satisfies never
  }
}

function readQuestions(draft: Draft, command: CommandOf<'answerQuestions'>): void {
  const { item } = draft.state
  const isAsking = draft.state.waitingFor === 'answers'
  if (isLive(draft.state) && !isAsking)
    return draft.refuse(command.commandId, { code: 'ALREADY_EXECUTING', item })
  const begins = command.andThen ? factsToBegin(draft.state) : {}
  draft.read(command, { ...begins, questions: true })
}

const factsToBegin = (state: AutoExecutionState): Partial<FactsQuery> => ({
  ...queryForLastStep(state),
  agents: true,
  catchUp: mayBeBehind(state),
})

/** Notifications come last: by then everything they report has been carried out. */
function inOrder(effects: Effect[]): Effect[] {
  const rank = (effect: Effect): number =>
    effect.type === 'settle' ? 3 : effect.type === 'reply' ? 2 : effect.type === 'notify' ? 1 : 0
  return merged([...effects].sort((a, b) => rank(a) - rank(b)))
}

/** Adjacent appends become one write. */
function merged(effects: Effect[]): Effect[] {
  const result: Effect[] = []
  for (const effect of effects) {
    const last = result.at(-1)
    if (effect.type === 'append' && last?.type === 'append')
      result[result.length - 1] = { type: 'append', entries: [...last.entries, ...effect.entries] }
    else result.push(effect)
  }
  return result
}
