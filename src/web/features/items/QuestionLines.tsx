import type { ItemRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'

/** What the agent wants to do, and how long it waits for the answer. */
export function QuestionLines({ row }: { row: ItemRow }) {
  const { common, inbox } = useMessages()
  const { question, run } = row
  if (question === null) return null
  return (
    <div className="min-w-0">
      <p className="break-words font-mono text-xs max-md:text-sm">
        <strong className="font-semibold">{question.tool}</strong> {question.summary}
      </p>
      {run.waitingUntil === null ? null : (
        <p className="text-xs text-muted max-md:text-sm">
          {inbox.answerBy(common.clock(run.waitingUntil))}
        </p>
      )}
    </div>
  )
}
