import type { ReactNode } from 'react'

export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="whitespace-nowrap rounded border border-line bg-raised px-1 font-mono text-[11px] leading-4 text-muted">
      {children}
    </kbd>
  )
}
