import { createContext, useContext, type MouseEvent } from 'react'
import type { ItemKey } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import type { BoardItem } from '../board-items.ts'
import { usePicked } from './picked-store.ts'

/** The rows in the order on screen at this moment: what a range runs over. */
export const ShownOrder = createContext<() => ItemKey[]>(() => [])

interface PickBoxProps {
  item: BoardItem
  isPicked: boolean
}

/** With shift it picks everything from the one before. */
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
