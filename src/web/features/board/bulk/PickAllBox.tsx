import { useContext, useEffect, useRef } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { ShownOrder } from './PickBox.tsx'
import { usePicked } from './picked-store.ts'

/** Selects all shown rows, or none. */
export function PickAllBox({ count }: { count: number }) {
  const { many } = useMessages()
  const order = useContext(ShownOrder)
  const box = useRef<HTMLInputElement>(null)
  const picked = usePicked((state) => state.picked.size)
  const isAll = picked > 0 && picked >= count
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = picked > 0 && !isAll
  }, [picked, isAll])
  return (
    <label className="flex size-6 items-center justify-center max-md:size-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={many.selectAll}
        checked={isAll}
        onChange={() => usePicked.getState().pick(isAll ? [] : order())}
        className="size-3.5 accent-accent max-md:size-5"
      />
    </label>
  )
}
