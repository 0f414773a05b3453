import { Bell } from 'lucide-react'
import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNotices } from './notices-store.ts'

export function NoticesBell() {
  const { notices } = useMessages()
  const unread = useNotices((state) => state.unread)
  const show = useOverlay((state) => state.show)
  return (
    <IconButton
      label={notices.open(unread)}
      onClick={() => show('notices')}
      icon={
        <span className="relative">
          <Bell aria-hidden className="size-4 max-md:size-5" />
          {unread === 0 ? null : (
            <span
              aria-hidden
              className="absolute -right-2 -top-2 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 text-on-accent"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      }
    />
  )
}
