import { Command } from 'lucide-react'
import { Link } from 'wouter'
import { ConnectionDot } from '../../features/connection/ConnectionDot.tsx'
import { NoticesBell } from '../../features/notices/NoticesBell.tsx'
import { ProjectSwitcher } from '../../features/projects/ProjectSwitcher.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Key } from '../../ui/Key.tsx'
import { MOD } from '../mod-key.ts'
import { NavBadge } from './NavBadge.tsx'
import { useNavItems, type NavItem } from './nav-items.ts'
import { useOverlay } from '../overlay-store.ts'
import { useHref } from '../routes.ts'

export function NavRail() {
  const { common, shell } = useMessages()
  const items = useNavItems()
  const show = useOverlay((state) => state.show)
  return (
    <header className="flex w-46 shrink-0 flex-col gap-1 border-r border-line bg-bg p-2">
      <ProjectSwitcher />
      <nav aria-label={common.nav.main}>
        <ul className="flex flex-col gap-0.5">
          {items.map((item) => (
            <li key={item.place.screen}>
              <RailLink item={item} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto flex flex-col gap-0.5">
        <button
          type="button"
          onClick={() => show('palette')}
          className="flex h-8 items-center gap-2 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
        >
          <Command aria-hidden className="size-4 shrink-0" />
          <span className="grow text-left">{shell.palette.hint}</span>
          <Key>{MOD} K</Key>
        </button>
        <div className="flex items-center justify-between gap-2">
          <ConnectionDot />
          <NoticesBell />
        </div>
      </div>
    </header>
  )
}

function RailLink({ item }: { item: NavItem }) {
  const href = useHref(item.place)
  const Icon = item.icon
  const look = item.isHere
    ? 'bg-raised font-medium text-text'
    : 'text-muted hover:bg-hover hover:text-text'
  return (
    <Link
      href={href}
      aria-current={item.isHere ? 'page' : undefined}
      className={`flex h-8 items-center gap-2 rounded-md px-2 ${look}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="grow">{item.label}</span>
      {item.badge === null ? null : <NavBadge badge={item.badge} />}
    </Link>
  )
}
