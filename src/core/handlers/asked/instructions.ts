import { auditAgent } from '../../decide/audit.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Command } from '../../../contracts/commands.ts'
import { complete, keyOf } from '../../decide/finish.ts'
import { relaunchStep } from '../../decide/launch/launch-step.ts'
import { phaseOf } from '../../workflow/workflows.ts'
import { mayRun } from '../steps/kept-from-work.ts'

/** Kept for the next launch; `now` stops the running agent and launches it again. */
export function handleTell(draft: Draft, command: Extract<Command, { type: 'tell' }>): void {
  const { text, now, commandId } = command
  draft.emit({ type: 'instruction.added', text })
  const stage = draft.state.step?.stage
  const isAtWork = stage === 'launching' || stage === 'running'
  if (now && isAtWork && draft.state.status === 'running') recall(draft)
  draft.accept(commandId)
}

/** Journalled before the agent is stopped: its end then does not end the step. */
function recall(draft: Draft): void {
  const key = keyOf(draft.state)
  const { stepId, attempt, agentId } = key
  draft.emit({ type: 'agent.recalled', stepId, attempt, agentId })
  draft.effect({ type: 'cancel-timer', key })
  draft.effect({ type: 'stop-agent', key })
  draft.read({ type: 'agent.recalled', at: draft.at, key })
}

export function launchRecalled(draft: Draft): void {
  const { step, status } = draft.state
  if (status !== 'running' || step?.stage !== 'recalled') return
  auditAgent(draft)
  if (!mayRun(draft, step)) return complete(draft, 'nogo', phaseOf(step.phase))
  relaunchStep(draft, step, { resume: true, isReminder: true })
}
