import { useId } from 'react'

interface ChoiceGroupProps<K extends string> {
  label: string
  value: K
  choices: { key: K; label: string; help?: string }[]
  isColumn?: boolean
  onChange(key: K): void
}

/** A group of radio buttons. */
export function ChoiceGroup<K extends string>(props: ChoiceGroupProps<K>) {
  const { label, value, choices, isColumn = false, onChange } = props
  const name = useId()
  return (
    <fieldset className="border-b border-line py-2">
      <legend className="float-left mb-1 w-full font-medium">{label}</legend>
      <div className={`clear-both flex gap-x-6 ${isColumn ? 'flex-col' : 'flex-wrap'}`}>
        {choices.map((choice) => (
          <label
            key={choice.key}
            className="flex items-start gap-2 py-1 max-md:min-h-11 max-md:py-2"
          >
            <input
              type="radio"
              name={name}
              checked={choice.key === value}
              onChange={() => onChange(choice.key)}
              className="mt-1 shrink-0 accent-[var(--accent)] max-md:mt-0.5 max-md:size-5"
            />
            <span>
              {choice.label}
              {choice.help === undefined ? null : (
                <span className="block text-xs text-muted max-md:text-sm">{choice.help}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
