import { Bug, ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSpec, type WorkItem } from '../../../contracts/work-item.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ArchivedMark } from '../items/ArchivedMark.tsx'
import { PlaceLink } from './PlaceLink.tsx'

interface ItemHeaderProps {
  item: WorkItem
  /** Shown next to the name. */
  children: ReactNode
}

/** The top line of the page, for every kind of item. */
export function ItemHeader({ item, children }: ItemHeaderProps) {
  const { workflow } = useMessages()
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-x-3 border-b border-line px-4 py-1.5 max-md:flex-wrap max-md:px-2">
      <PlaceLink
        place={{ screen: 'board' }}
        label={workflow.toBoard}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </PlaceLink>
      {isSpec(item) ? null : <Bug aria-hidden className="size-4 shrink-0 text-faint" />}
      <h1
        title={item.name}
        className="max-w-[60%] shrink-0 truncate text-base font-semibold max-md:max-w-none max-md:min-w-0 max-md:shrink max-md:grow max-md:basis-0"
      >
        {item.name}
      </h1>
      <ArchivedMark item={item} />
      {children}
    </header>
  )
}
