import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Tip } from './Tip.tsx'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Read by screen readers and shown as the tooltip. */
  label: string
  icon: ReactNode
  shortcut?: string
}

export function IconButton({ label, icon, shortcut, className = '', ...rest }: IconButtonProps) {
  return (
    <Tip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:opacity-40 max-md:size-11 ${className}`}
      >
        {icon}
      </button>
    </Tip>
  )
}
