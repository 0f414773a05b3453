import { useId } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { INPUT } from '../../ui/Field.tsx'
import type { Draft } from './decisions-store.ts'

interface AnswerTextProps {
  label: string
  /** Says which question it answers, where the label alone does not. */
  name?: string
  draft: Draft
  onChange(draft: Draft): void
  onSend(): void
}

export function AnswerText({ label, name = label, draft, onChange, onSend }: AnswerTextProps) {
  const id = useId()
  const { decisions } = useMessages()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-muted max-md:text-sm">
        {label}
      </label>
      <textarea
        id={id}
        aria-label={name}
        rows={1}
        maxLength={8000}
        value={draft.text}
        title={decisions.afterwards}
        className={`${INPUT} field-sizing-content max-h-60 min-h-9 max-md:min-h-11 max-md:text-base`}
        onChange={(event) => onChange({ ...draft, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
        }}
      />
    </div>
  )
}
