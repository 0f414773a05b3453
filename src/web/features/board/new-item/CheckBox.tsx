import { useId } from 'react'

interface CheckBoxProps {
  label: string
  help: string
  isOn: boolean
  onChange(isOn: boolean): void
}

export function CheckBox({ label, help, isOn, onChange }: CheckBoxProps) {
  const about = useId()
  return (
    <div>
      <label className="flex items-center gap-2 max-md:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={about}
          className="size-4 shrink-0 accent-(--accent)"
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={about} className="text-xs text-muted">
        {help}
      </p>
    </div>
  )
}
