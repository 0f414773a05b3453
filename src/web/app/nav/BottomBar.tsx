import { Link } from 'wouter'
import { useMessages } from '../../i18n/messages.ts'
import { NavBadge } from './NavBadge.tsx'
import { useNavItems, type NavItem } from './nav-items.ts'
import { useHref } from '../routes.ts'

export function BottomBar() {
  const { common } = useMessages()
  const items = useNavItems()
  return (
    <nav
      aria-label={common.nav.main}
      className="shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex">
        {items.map((item) => (
          <li key={item.place.screen} className="min-w-0 shrink grow">
            <BarLink item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function BarLink({ item }: { item: NavItem }) {
  const href = useHref(item.place)
  const Icon = item.icon
  return (
    <Link
      href={href}
      aria-current={item.isHere ? 'page' : undefined}
      className={`relative flex h-14 flex-col items-center justify-center gap-0.5 text-[11px] leading-4 ${item.isHere ? 'font-medium text-accent' : 'text-muted'}`}
    >
      <Icon aria-hidden className="size-5" />
      <span className="max-w-full truncate px-0.5">{item.label}</span>
      {item.badge === null ? null : (
        <span className="absolute left-1/2 top-1 ml-1.5 w-max">
          <NavBadge badge={item.badge} />
        </span>
      )}
    </Link>
  )
}
