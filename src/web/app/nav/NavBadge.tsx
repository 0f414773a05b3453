import type { NavItem } from './nav-items.ts'

export function NavBadge({ badge }: { badge: NonNullable<NavItem['badge']> }) {
  const look = badge.isLoud ? 'bg-accent text-on-accent' : 'bg-running-soft text-running'
  return (
    <span className={`min-w-5 rounded-full px-1.5 text-center text-[11px] leading-4 ${look}`}>
      <span aria-hidden>{badge.count}</span>
      <span className="sr-only">{badge.words}</span>
    </span>
  )
}
