import { Search } from 'lucide-react'
import { ConnectionDot } from '../../features/connection/ConnectionDot.tsx'
import { NoticesBell } from '../../features/notices/NoticesBell.tsx'
import { ProjectSwitcher } from '../../features/projects/ProjectSwitcher.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useOverlay } from '../overlay-store.ts'

export function TopBar() {
  const { shell } = useMessages()
  const show = useOverlay((state) => state.show)
  return (
    <header className="flex h-12 shrink-0 items-center border-b border-line px-2 pt-[env(safe-area-inset-top)]">
      <div className="min-w-0 grow">
        <ProjectSwitcher />
      </div>
      <ConnectionDot isSmall />
      <IconButton
        label={shell.palette.title}
        icon={<Search aria-hidden className="size-5" />}
        onClick={() => show('palette')}
      />
      <NoticesBell />
    </header>
  )
}
