import { createContext, useContext, type MouseEvent } from 'react'
import type { ItemKey } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import type { BoardItem } from '../board-items.ts'
import { usePicked } from './picked-store.ts'

/** Returns the row keys in their current order on screen, for range selection. */
export const ShownOrder = createContext<() => ItemKey[]>(() => [])

interface PickBoxProps {
  item: BoardItem
  isPicked: boolean
}

/** With shift it selects the range from the last one. */
export function PickBox({ item, isPicked }: PickBoxProps) {
  const { many } = useMessages()
  const order = useContext(ShownOrder)
  const press = ({ shiftKey }: MouseEvent): void => {
    const { toggle, extend } = usePicked.getState()
    if (shiftKey) extend(item.key, order())
    else toggle(item.key)
  }
  return (
    <label className="flex size-6 items-center justify-center max-md:size-11">
      <input
        type="checkbox"
        aria-label={many.select(item.name)}
        checked={isPicked}
        readOnly
        tabIndex={-1}
        onClick={press}
        className="size-3.5 accent-accent max-md:size-5"
      />
    </label>
  )
}
