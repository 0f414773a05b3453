import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'small' | 'normal'
  icon?: ReactNode
  isBusy?: boolean
}

const KINDS = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-hover font-medium',
  plain: 'bg-surface text-text border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text',
  danger: 'bg-surface text-failed border-line-strong hover:bg-failed-soft',
}
const SIZES = {
  small: 'h-6 px-2 text-xs max-md:h-8 max-md:px-3 max-md:text-sm',
  normal: 'h-8 px-3 max-md:h-11 max-md:px-4',
}

export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  isBusy = false,
  className = '',
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={`inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border disabled:opacity-50 ${KINDS[kind]} ${SIZES[size]} ${className}`}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
