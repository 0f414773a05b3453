import { BellOff, CircleAlert, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { Level } from '../../../contracts/journal.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Ago } from '../items/Ago.tsx'
import { wordsOfNotice } from './notice-words.ts'
import { useNotices, type Notice } from './notices-store.ts'
import { showItem } from './show-place.ts'

const ICONS: Record<Level, { icon: LucideIcon; colour: string }> = {
  info: { icon: Info, colour: 'text-running' },
  warning: { icon: TriangleAlert, colour: 'text-needs' },
  error: { icon: CircleAlert, colour: 'text-failed' },
}

export function NoticesDialog({ onClose }: { onClose(): void }) {
  const m = useMessages()
  const notices = useNotices((state) => state.notices)
  const clear = useNotices((state) => state.clear)
  // Notices that arrive while the list is open count as read too.
  useEffect(() => useNotices.getState().readAll(), [notices])
  return (
    <Dialog
      title={m.notices.title}
      isOpen
      onClose={onClose}
      footer={notices.length === 0 ? undefined : <Button onClick={clear}>{m.notices.clear}</Button>}
    >
      {notices.length === 0 ? (
        <p className="flex flex-col items-center gap-2 py-8 text-center text-muted">
          <BellOff aria-hidden className="size-6 text-faint" />
          {m.notices.empty}
        </p>
      ) : (
        <ol className="-mx-2 flex flex-col">
          {notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} onShow={onClose} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function NoticeLine({ notice, onShow }: { notice: Notice; onShow(): void }) {
  const m = useMessages()
  const { item } = notice.about
  const { icon: Icon, colour } = ICONS[notice.level]
  return (
    <li className="flex items-start gap-2 rounded-md px-2 py-1.5 hover:bg-hover">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <div className="min-w-0 grow">
        <p className="[overflow-wrap:anywhere]">{wordsOfNotice(m, notice)}</p>
        {item === null ? null : (
          <button
            type="button"
            className="max-w-full truncate text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current max-md:min-h-11"
            onClick={() => {
              showItem(item)
              onShow()
            }}
          >
            {item.name}
          </button>
        )}
      </div>
      <Ago at={notice.at} className="text-xs text-muted" />
    </li>
  )
}
