import { useMessages } from '../../../i18n/messages.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showRefusal } from '../../notices/notices-store.ts'
import { archiveItem, deleteItem } from '../../items/spec-commands.ts'
import { useBoard } from '../board-store.ts'

/** Asks before an item leaves the board. */
export function ConfirmArchiveDialog() {
  const { board } = useMessages()
  const asked = useBoard((state) => state.asked)
  const ask = useBoard((state) => state.ask)
  if (asked === null) return null
  const { what, item } = asked
  const words = board[what]
  return (
    <ConfirmDialog
      title={words.title(item.name)}
      description={words.about}
      confirm={words.confirm}
      isOpen
      isDangerous={what === 'delete'}
      onClose={() => ask(null)}
      onConfirm={async () => {
        const reply = await (what === 'archive' ? archiveItem(item) : deleteItem(item))
        if (!reply.ok) showRefusal(reply.error, item)
      }}
    />
  )
}
