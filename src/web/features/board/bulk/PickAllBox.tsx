import { useEffect, useRef } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { isItem, type BoardEntry } from '../groups/board-entries.ts'
import { shareOf, usePicked } from './picked-store.ts'

/** Selects all shown rows, or none of them. */
export function PickAllBox({ entries }: { entries: BoardEntry[] }) {
  const { many } = useMessages()
  const box = useRef<HTMLInputElement>(null)
  const shown = entries.filter(isItem).map(({ key }) => key)
  const share = usePicked(({ picked }) => shareOf(picked, shown))
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = share === 'some'
  }, [share])
  return (
    <label className="flex size-6 items-center justify-center max-md:size-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={many.selectAll}
        checked={share === 'all'}
        onChange={() => usePicked.getState().pickAll(shown, share !== 'all')}
        className="size-3.5 accent-accent max-md:size-5"
      />
    </label>
  )
}
