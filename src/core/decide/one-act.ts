import type { Command, CommandOf } from '../../contracts/commands.ts'
import { handleResume, handleStart } from '../handlers/begin.ts'
import type { Draft } from './draft.ts'

type Followed = Extract<Command, { andThen?: unknown }>

/** A command and what follows it are one decision: one write to the journal, one answer. */
export function inOneAct(draft: Draft, command: Followed, act: (draft: Draft) => void): void {
  const { andThen, runId, commandId, at, sameHost = false } = command
  if (andThen === undefined || runId === undefined) return act(draft)
  const trial = draft.fork()
  act(trial)
  const first = trial.withdrawReply()
  const next = { runId, commandId, at, sameHost }
  if (first.ok) follow(trial, andThen, next)
  const reply = first.ok ? trial.reply : first
  if (reply.ok) draft.join(trial)
  else draft.refuse(commandId, reply.error)
}

type Next = Pick<CommandOf<'resume'>, 'runId' | 'commandId' | 'at'> & { sameHost: boolean }

function follow(draft: Draft, andThen: 'resume' | 'start', next: Next): void {
  if (andThen === 'resume') handleResume(draft, { type: 'resume', ...next })
  else handleStart(draft, { type: 'start', go: [], nogo: [], ...next })
}
