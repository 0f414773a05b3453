import type { ReactNode } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { NowText } from './NowText.tsx'
import { useItemNow } from './use-item-now.ts'

interface NowOrProps {
  row: ItemRow
  className?: string
  /** What is there while nothing is done. */
  children: ReactNode
}

export function NowOr({ row, className = '', children }: NowOrProps) {
  const now = useItemNow(row)
  return now === null ? children : <NowText now={now} className={className} />
}
