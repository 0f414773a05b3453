import { useId, type ReactNode } from 'react'

export const INPUT =
  'w-full rounded-md border border-line-strong bg-surface px-2 py-1.5 text-text placeholder:text-faint disabled:opacity-60'

interface FieldProps {
  label: string
  help?: ReactNode
  error?: string | null
  /** Gets the ids that connect it to its label, help and error. */
  children(ids: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }): ReactNode
}

export function Field({ label, help, error = null, children }: FieldProps) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': error !== null })}
      <div id={about} className="text-xs text-muted">
        {error === null ? (
          help
        ) : (
          <span role="alert" className="text-failed">
            {error}
          </span>
        )}
      </div>
    </div>
  )
}
