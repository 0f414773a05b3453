import type { Draft } from '../decide/draft.ts'
import type { Command } from '../../contracts/commands.ts'
import type { Happening } from '../decide/events.ts'
import { announce, keyOf, settle } from '../decide/finish.ts'
import { hasAgent, stopActive } from './begin.ts'
import { handleHostTimeout } from './steps/host-steps.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'
import { workflowOf } from '../workflow/workflows.ts'

/** Journals the pause first: after that no late event can move the run. */
export function handleStop(draft: Draft, command: Extract<Command, { type: 'stop' }>): void {
  if (!isLive(draft.state)) return draft.accept(command.commandId, { changed: false })
  const { phase } = draft.state
  const was = draft.state
  draft.emit({ type: 'run.paused', reason: 'user', phase, detail: 'stopped' })
  draft.saveSpec()
  stopActive(draft, was)
  settle(draft)
  draft.accept(command.commandId, { changed: true })
}

export function handleTimeout(
  draft: Draft,
  event: Extract<Happening, { type: 'step.timed-out' }>,
): void {
  const { step, status, phase, hostStep } = draft.state
  if (hostStep !== null && hostStep.agentId === event.key.agentId)
    return handleHostTimeout(draft, hostStep, event)
  if (status !== 'running' || step?.agentId !== event.key.agentId || !hasAgent(draft.state)) return
  const minutes = Math.round(event.afterMs / 600) / 100
  const entry = draft.emit({
    type: 'run.failed',
    reason: 'timeout',
    phase,
    detail: `the ${step.phase} agent was stopped after ${minutes} minutes`,
    problem: null,
  })
  draft.saveSpec()
  draft.effect({ type: 'stop-agent', key: keyOf(draft.state) })
  announce(draft, entry)
  settle(draft)
}

export function handleReset(draft: Draft, command: Extract<Command, { type: 'reset' }>): void {
  const { status, item, retries } = draft.state
  if (isLive(draft.state))
    return draft.refuse(command.commandId, { code: 'ALREADY_EXECUTING', item })
  // Where retries are limited, a reset also gives a paused run its retries back.
  const isCounted = workflowOf(draft.state).retries !== null && Object.keys(retries).length > 0
  if (status !== 'error' && !isCounted) return draft.accept(command.commandId, { changed: false })
  draft.emit({ type: 'run.reset' })
  draft.accept(command.commandId, { changed: true })
}
