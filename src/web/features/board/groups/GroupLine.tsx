import { ChevronRight } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.ts'
import { useBoard } from '../board-store.ts'
import type { GroupHead } from './board-entries.ts'

/** The head of a group; pressing it hides or shows its rows. */
export function GroupLine({ head }: { head: GroupHead }) {
  const { many } = useMessages()
  const toggle = useBoard((state) => state.toggleGroup)
  const name = 'folder' in head.of ? head.of.folder : many.standings[head.of.standing]
  return (
    <div role="row" className="h-8 border-b border-line bg-raised max-md:h-11">
      <div role="cell" className="h-full">
        <button
          type="button"
          aria-expanded={head.isOpen}
          onClick={() => toggle(head.key)}
          className="flex h-full w-full items-center gap-1.5 px-3 text-left text-xs font-medium -outline-offset-2 max-md:text-sm"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 text-muted transition-transform ${head.isOpen ? 'rotate-90' : ''}`}
          />
          {name}
          <span className="font-normal text-muted">{head.count}</span>
        </button>
      </div>
    </div>
  )
}
