import { itemKey, type ItemKind } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'
import { useRows } from '../../items/rows-store.ts'
import { problemOfName, slugOf, type NameProblem } from './item-name.ts'

interface NameFieldProps {
  kind: ItemKind
  name: string
  description: string
  /** What the host said about the last try. */
  refusal: string | null
  onChange(name: string): void
}

export function NameField({ kind, name, description, refusal, onChange }: NameFieldProps) {
  const { create } = useMessages().board
  const rows = useRows((state) => state.rows)
  const problem =
    name === '' ? null : problemOfName(name, (taken) => rows.has(itemKey({ kind, name: taken })))
  const suggestion = slugOf(name === '' ? description : name)
  const isHelpful = suggestion !== '' && suggestion !== name && (name === '' || problem === 'bad')
  const words: Record<NameProblem, string> = {
    bad: create.nameBad,
    long: create.nameLong,
    taken: create.nameTaken[kind],
  }
  return (
    <Field
      label={create.name}
      help={create.nameHelp}
      error={problem === null ? refusal : words[problem]}
    >
      {(ids) => (
        <div className="flex gap-2">
          <input
            {...ids}
            required
            value={name}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className={`${INPUT} min-w-0 font-mono`}
            onChange={(event) => onChange(event.target.value)}
          />
          {isHelpful ? (
            <Button className="min-w-0 max-w-[50%]" onClick={() => onChange(suggestion)}>
              <span className="truncate">{create.use(suggestion)}</span>
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  )
}
