import type { ReactNode } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { NowText } from './NowText.tsx'
import { useItemNow } from './use-item-now.ts'

interface NowOrProps {
  row: ItemRow
  className?: string
  /** Shown while nothing is being done. */
  children: ReactNode
}

export function NowOr({ row, className = '', children }: NowOrProps) {
  const now = useItemNow(row)
  return now === null ? children : <NowText now={now} className={className} />
}
