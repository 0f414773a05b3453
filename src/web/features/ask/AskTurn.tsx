import { TriangleAlert } from 'lucide-react'
import type { Turn } from '../../../contracts/views/asks.ts'
import { planText, readPlan } from '../../../core/asks/read-plan.ts'
import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Ago } from '../items/Ago.tsx'
import { MarkdownView } from '../spec/documents/rendered/MarkdownView.tsx'
import { isOpen, useAsks } from './ask-store.ts'

const NO_DOCUMENTS: string[] = []
const nowhere = (): void => undefined

/** A question and its answer; both are untrusted text. */
export function AskTurn({ turn, isPlan }: { turn: Turn; isPlan: boolean }) {
  const m = useMessages()
  const plan = isPlan ? readPlan(turn.answer) : null
  const cost = turn.usage?.costUsd
  const use = (): void => {
    if (plan === null) return
    useAsks.setState({ planned: planText(plan) })
    useOverlay.getState().show('new-spec')
  }
  return (
    <article aria-label={turn.question} className="flex flex-col gap-1">
      <p className="w-fit max-w-full self-end whitespace-pre-wrap rounded-md bg-accent-soft px-3 py-2 [overflow-wrap:anywhere]">
        {turn.question}
      </p>
      {turn.answer === '' ? null : (
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <MarkdownView text={turn.answer} documents={NO_DOCUMENTS} onSelect={nowhere} />
        </div>
      )}
      {turn.changed !== null && turn.changed.length > 0 ? (
        <p role="alert" className="flex items-start gap-2 text-failed">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {m.ask.changed(turn.changed.join(', '))}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {isOpen(turn) ? <Spinner /> : null}
        <span role="status">{m.ask.statuses[turn.status]}</span>
        <span>
          {turn.agent}
          {cost === undefined ? null : ` · ${m.common.cost(cost)}`}
        </span>
        <Ago at={turn.at} />
        {turn.changed === null && !isOpen(turn) ? <span>{m.ask.unknown}</span> : null}
      </p>
      {plan === null ? null : (
        <Button kind="primary" className="self-start" onClick={use}>
          {m.ask.use}
        </Button>
      )}
    </article>
  )
}
