import type { ReactNode } from 'react'

interface ChoicesProps<K extends string> {
  label: string
  value: K
  choices: { key: NoInfer<K>; label: ReactNode }[]
  onChange(key: NoInfer<K>): void
}

/** A choice of a few options, all visible. */
export function Choices<K extends string>({ label, value, choices, onChange }: ChoicesProps<K>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex shrink-0 rounded-md border border-line-strong"
    >
      {choices.map((choice) => (
        <button
          key={choice.key}
          type="button"
          aria-pressed={choice.key === value}
          onClick={() => onChange(choice.key)}
          className="h-7 whitespace-nowrap px-2 text-xs text-muted first:rounded-l-md last:rounded-r-md hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text max-md:h-11 max-md:px-3 max-md:text-sm"
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
