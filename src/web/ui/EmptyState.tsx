import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  children?: ReactNode
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-md grow flex-col items-center justify-center gap-2 px-6 py-12 text-center">
      <span className="text-faint">{icon}</span>
      <h2 className="max-w-full text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
      <div className="flex max-w-full flex-col items-center gap-3 text-muted [overflow-wrap:anywhere]">
        {children}
      </div>
    </div>
  )
}
