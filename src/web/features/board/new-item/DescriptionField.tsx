import type { ItemKind } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'

interface DescriptionFieldProps {
  kind: ItemKind
  description: string
  error: string | null
  /** Shows examples, for the very first item of a project. */
  hasExamples: boolean
  onChange(description: string): void
  onSend(): void
}

export function DescriptionField(props: DescriptionFieldProps) {
  const { kind, description, error, hasExamples, onChange, onSend } = props
  const { board, newItem } = useMessages()
  const { create } = board
  return (
    <>
      <Field label={create.description[kind]} help={create.descriptionHelp[kind]} error={error}>
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            value={description}
            className={INPUT}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              onSend()
            }}
          />
        )}
      </Field>
      {hasExamples && description === '' ? (
        <div
          role="group"
          aria-label={newItem.examples}
          className="flex flex-wrap items-center gap-2"
        >
          <span className="text-xs text-muted">{newItem.examples}</span>
          {newItem.exampleTexts[kind].map((text) => (
            <Button
              key={text}
              size="small"
              className="max-md:min-h-11"
              onClick={() => onChange(text)}
            >
              {text}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}
