import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  children?: ReactNode
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md grow flex-col items-center justify-center gap-2 px-6 py-12 text-center">
      <span className="text-faint">{icon}</span>
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="flex flex-col items-center gap-3 text-muted">{children}</div>
    </div>
  )
}
