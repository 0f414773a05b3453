import { INPUT } from '../../ui/Field.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange(value: string): void
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${INPUT} h-7 min-w-32 max-w-72 grow max-md:max-w-none text-xs max-md:h-11 max-md:text-base`}
    />
  )
}
