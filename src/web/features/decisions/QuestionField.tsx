import type { Asked } from '../../../contracts/asked/questions.ts'
import { useMessages } from '../../i18n/messages.ts'
import { AnswerText } from './AnswerText.tsx'
import { NO_DRAFT } from './answers.ts'
import { useDecisions, type Draft } from './decisions-store.ts'

type Question = Asked['questions'][number]

interface QuestionFieldProps {
  /** Where its draft is kept. */
  place: string
  question: Question
  /** With many questions, the free-text field is collapsed. */
  isFolded: boolean
  onSend(): void
}

/** One question with its options and a free-text field. */
export function QuestionField({ place, question, isFolded, onSend }: QuestionFieldProps) {
  const { decisions } = useMessages()
  const { kind, key, title, text, answer } = question
  const draft = useDecisions(({ drafts }) => drafts.get(place)) ?? NO_DRAFT
  const change = (changed: Draft): void => useDecisions.getState().draft(place, changed)
  const options = question.options.length > 0 ? question.options : (decisions.options[kind] ?? [])
  const name = title === '' ? decisions.kinds[kind] : title
  const words = (
    <AnswerText
      label={decisions.ownWords}
      name={`${decisions.ownWords}: ${name}`}
      draft={draft}
      onChange={change}
      onSend={onSend}
    />
  )
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 max-w-full break-words font-medium [overflow-wrap:anywhere]">
        {title === '' || kind === 'check' || kind === 'conflict' ? (
          <span className="mr-2 text-muted">{decisions.kinds[kind]}</span>
        ) : (
          <span className="mr-2 rounded bg-hover px-1 font-mono text-xs">{key}</span>
        )}
        {title}
      </legend>
      {kind === 'free' ? <p className="text-muted">{decisions.freeHelp}</p> : null}
      {text === '' ? null : <QuestionText text={text} isOutput={kind === 'check'} />}
      {question.suggestion === null ? null : (
        <p className="break-words text-muted">{decisions.suggestion(question.suggestion)}</p>
      )}
      {answer === null ? null : <p className="break-words">{decisions.answered(answer)}</p>}
      {options.length === 0 ? null : (
        <Options place={place} options={options} draft={draft} onChange={change} />
      )}
      {isFolded ? (
        <details open={draft.text !== '' || undefined}>
          <summary className="w-fit text-muted max-md:min-h-11 max-md:content-center">
            {decisions.writeOwn}
          </summary>
          {words}
        </details>
      ) : (
        words
      )}
    </fieldset>
  )
}

function QuestionText({ text, isOutput }: { text: string; isOutput: boolean }) {
  return (
    <p
      className={`max-h-60 overflow-y-auto whitespace-pre-wrap break-words [overflow-wrap:anywhere] ${isOutput ? 'font-mono text-xs' : 'text-muted'}`}
    >
      {text}
    </p>
  )
}

interface OptionsProps {
  place: string
  options: readonly string[]
  draft: Draft
  onChange(draft: Draft): void
}

function Options({ place, options, draft, onChange }: OptionsProps) {
  const { decisions } = useMessages()
  return (
    <div
      role="radiogroup"
      aria-label={decisions.chooseOne}
      className="flex flex-wrap gap-2 max-md:flex-col"
    >
      {options.map((option) => (
        <label
          key={option}
          className="flex min-h-8 min-w-0 cursor-pointer items-center gap-2 rounded-md border border-line-strong bg-surface px-2 py-1 hover:bg-hover has-checked:border-accent has-checked:bg-hover max-md:min-h-11"
        >
          <input
            type="radio"
            name={place}
            checked={draft.option === option}
            className="size-4 shrink-0 accent-accent"
            onChange={() => onChange({ ...draft, option })}
          />
          <span className="min-w-0 break-words [overflow-wrap:anywhere]">{option}</span>
        </label>
      ))}
    </div>
  )
}
