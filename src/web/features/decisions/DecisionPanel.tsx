import { Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { EVERY_QUESTION, type Asked } from '../../../contracts/asked/questions.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { AnswerText } from './AnswerText.tsx'
import { answersIn, NO_DRAFT, openIn, placeOf } from './answers.ts'
import { useDecisions, useQuestions } from './decisions-store.ts'
import { QuestionField } from './QuestionField.tsx'

interface DecisionPanelProps {
  row: ItemRow
  /** The document, shown when no question could be read from it. */
  beside?: ReactNode
  /** Keeps the button in sight inside a scrolling container. */
  isScrolled?: boolean
}

/** What stopped the run, question by question, and the button that decides and continues. */
export function DecisionPanel({ row, beside, isScrolled = false }: DecisionPanelProps) {
  const { decisions } = useMessages()
  const asked = useQuestions(row)?.asked ?? null
  const hasFailed = useDecisions(({ failed }) => failed.has(itemKey(row.item)))
  if (asked !== null)
    return (
      <>
        {asked.questions.some(({ kind }) => kind === 'free') ? beside : null}
        <Questions row={row} asked={asked} isScrolled={isScrolled} />
      </>
    )
  if (hasFailed)
    return (
      <p className="flex flex-wrap items-center gap-2">
        {decisions.failed}
        <Button onClick={() => void useDecisions.getState().load(row.item)}>
          {decisions.retry}
        </Button>
      </p>
    )
  return (
    <p className="flex items-center gap-2 text-muted">
      <Spinner /> {decisions.loading}
    </p>
  )
}

interface QuestionsProps {
  row: ItemRow
  asked: Asked
  isScrolled: boolean
}

function Questions({ row, asked, isScrolled }: QuestionsProps) {
  const { decisions } = useMessages()
  const [isBusy, setBusy] = useState(false)
  const drafts = useDecisions((state) => state.drafts)
  const { item } = row
  const answers = answersIn(item, asked, drafts)
  const open = openIn(asked, answers)
  const isReady = answers.length > 0
  const send = async (): Promise<void> => {
    if (!isReady || isBusy) return
    setBusy(true)
    const refusal = await useDecisions.getState().answer(item, asked.about, answers)
    setBusy(false)
    if (refusal !== null) showRefusal(refusal, item)
  }
  const isMany = asked.questions.length > 1
  const forAll = placeOf(item, asked.about, EVERY_QUESTION)
  return (
    <form
      aria-label={decisions.title}
      className="flex w-full min-w-0 flex-col gap-4 bg-inherit md:gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {asked.questions.map((question) => (
        <QuestionField
          key={question.key}
          place={placeOf(item, asked.about, question.key)}
          question={question}
          isFolded={asked.questions.length > 3}
          onSend={() => void send()}
        />
      ))}
      {isMany && (open > 0 || drafts.has(forAll)) ? (
        <AnswerText
          label={decisions.forOthers}
          draft={drafts.get(forAll) ?? NO_DRAFT}
          onChange={(draft) => useDecisions.getState().draft(forAll, draft)}
          onSend={() => void send()}
        />
      ) : null}
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 ${isScrolled ? 'md:sticky md:bottom-0 md:bg-inherit md:py-1' : ''}`}
      >
        <Button
          type="submit"
          kind="primary"
          isBusy={isBusy}
          disabled={!isReady}
          icon={<Send aria-hidden className="size-3.5 shrink-0" />}
          className="max-md:h-12 max-md:w-full"
        >
          {decisions.confirm}
        </Button>
        <p role="status" className="min-w-0 text-xs text-muted max-md:text-sm">
          {isReady && open === 0 ? decisions.afterwards : decisions.open(open)}
        </p>
      </div>
    </form>
  )
}
