import type { ItemKind } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'
import { slugOf } from './item-name.ts'
import type { Problems } from './use-new-item.ts'

interface NameFieldProps {
  kind: ItemKind
  name: string
  problem: Problems['name']
  /** An empty name is not an error before the user has tried to submit. */
  isTried: boolean
  /** The host's refusal of the last attempt. */
  refusal: string | null
  onChange(name: string): void
}

export function NameField({ kind, name, problem, isTried, refusal, onChange }: NameFieldProps) {
  const { board, newItem } = useMessages()
  const { create } = board
  const suggestion = slugOf(name)
  const words: Record<NonNullable<Problems['name']>, string> = {
    empty: newItem.nameEmpty,
    bad: create.nameBad,
    long: create.nameLong,
    taken: create.nameTaken[kind],
  }
  const shown = problem === 'empty' && !isTried ? null : problem
  return (
    <Field
      label={create.name}
      help={newItem.nameHelp}
      error={shown === null ? refusal : words[shown]}
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
            className={`${INPUT} min-w-0 font-mono max-md:min-h-11`}
            onChange={(event) => onChange(event.target.value)}
          />
          {problem === 'bad' && suggestion !== '' ? (
            <Button className="min-w-0 max-w-[50%]" onClick={() => onChange(suggestion)}>
              <span className="truncate">{create.use(suggestion)}</span>
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  )
}
