import type { Draft } from '../../decide/draft.ts'
import type { Command } from '../../../contracts/commands.ts'
import type { Happening } from '../../decide/events.ts'
import { announce, keyOf } from '../../decide/finish.ts'

/** After this many unanswered questions, the agent's clock keeps running while it asks. */
const MOST_UNANSWERED = 3

/** The agent waits for the user: that is reported and not treated as a hang. */
export function handleAsked(
  draft: Draft,
  event: Extract<Happening, { type: 'agent.asked' }>,
): void {
  const { question } = draft.state
  const key = keyOf(draft.state)
  const { stepId, attempt, agentId } = key
  if (question?.id === event.question.id) return
  if (question !== null) handleNotAnswered(draft)
  const { id: questionId, tool, summary } = event.question
  const { until } = event
  announce(
    draft,
    draft.emit({
      type: 'agent.asked',
      stepId,
      attempt,
      agentId,
      questionId,
      tool,
      summary,
      until,
    }),
  )
  if ((draft.state.step?.unanswered ?? 0) < MOST_UNANSWERED)
    draft.effect({ type: 'hold-timer', key })
}

export function handleAnswer(draft: Draft, command: Extract<Command, { type: 'answer' }>): void {
  const { question, item, status } = draft.state
  const isOther = (command.questionId ?? question?.id) !== question?.id
  if (question === null || isOther || status !== 'running')
    return draft.refuse(command.commandId, { code: 'NO_QUESTION', item })
  const { answer } = command
  answered(draft, { questionId: question.id, answer, by: 'person' })
  const key = keyOf(draft.state)
  draft.effect({ type: 'answer-agent', key, questionId: question.id, answer })
  draft.accept(command.commandId)
}

/** The question is gone and no person has answered it. */
export function handleNotAnswered(draft: Draft): void {
  const { question } = draft.state
  if (question === null) return
  answered(draft, { questionId: question.id, answer: 'deny', by: 'timeout' })
}

type Given = Pick<
  Extract<Parameters<Draft['emit']>[0], { type: 'agent.answered' }>,
  'questionId' | 'answer' | 'by'
>

function answered(draft: Draft, given: Given): void {
  const key = keyOf(draft.state)
  const { stepId, attempt, agentId } = key
  draft.emit({ type: 'agent.answered', stepId, attempt, agentId, ...given })
  draft.effect({ type: 'continue-timer', key })
}
