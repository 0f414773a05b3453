import type { Command, CommandOf } from '../../contracts/commands.ts'
import { handleResume, handleStart } from '../handlers/begin.ts'
import { handleRunPhase } from '../handlers/manual.ts'
import { handleReset } from '../handlers/stop-run.ts'
import { definitionOf } from '../workflow/workflows.ts'
import type { Draft } from './draft.ts'
import { settleQuestions } from './launch/wait-for-answers.ts'

type ChainedCommand = Extract<Command, { andThen?: unknown }>

/** A command and what follows it are one decision: one write to the journal, one answer. */
export function inOneAct(draft: Draft, command: ChainedCommand, act: (draft: Draft) => void): void {
  const { andThen, runId, commandId, at, sameHost = false } = command
  if (andThen === undefined || runId === undefined) return act(draft)
  const trial = draft.fork()
  act(trial)
  const first = trial.withdrawReply()
  const next = { runId, commandId, at, sameHost }
  if (first.ok) {
    if (command.type === 'answerQuestions' || command.type === 'settleRelease')
      continueAfterAnswer(trial, next)
    else follow(trial, andThen, next)
  }
  const reply = first.ok ? trial.reply : first
  if (reply.ok) draft.join(trial)
  else draft.refuse(commandId, reply.error)
}

type Next = Pick<CommandOf<'resume'>, 'runId' | 'commandId' | 'at'> & { sameHost: boolean }

function follow(draft: Draft, andThen: 'resume' | 'start', next: Next): void {
  if (andThen === 'resume') handleResume(draft, { type: 'resume', ...next })
  else handleStart(draft, { type: 'start', go: [], nogo: [], ...next })
}

/** Continues with another command where a plain resume would be refused or stop too early. */
function continueAfterAnswer(draft: Draft, next: Next): void {
  const { reason, phase, waitingFor, runId } = draft.state
  if (waitingFor === 'answers' && runId !== null) {
    settleQuestions(draft, 'person')
    return draft.accept(next.commandId, { runId, phase })
  }
  if (reason === 'impl-limit') {
    handleReset(draft, { type: 'reset', ...next })
    draft.withdrawReply()
    return follow(draft, 'start', next)
  }
  const isRelease = phase !== null && definitionOf(phase).kind === 'release'
  if (isRelease && !draft.knownFacts.spec.permissions[phase])
    return handleRunPhase(draft, { type: 'runPhase', phase, fix: false, ...next })
  follow(draft, 'resume', next)
}
