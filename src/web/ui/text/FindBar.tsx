import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { IconButton } from '../IconButton.tsx'

interface FindBarProps {
  label: string
  query: string
  /** The number of the current match, from 1; 0 before the first step. */
  at: number
  total: number
  isSearching?: boolean
  inputRef?: RefObject<HTMLInputElement | null>
  onQuery(query: string): void
  onStep(step: 1 | -1): void
  onClose?(): void
}

export function FindBar(props: FindBarProps) {
  const { label, query, at, total, isSearching = false, inputRef, onQuery, onStep, onClose } = props
  const { find } = useMessages().documents
  return (
    <div role="search" aria-label={label} className="flex min-w-0 items-center max-md:grow">
      <label className="relative flex min-w-0 items-center max-md:grow">
        <Search aria-hidden className="pointer-events-none absolute left-2 size-3.5 text-faint" />
        <input
          ref={inputRef}
          type="search"
          value={query}
          aria-label={label}
          placeholder={label}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') onClose?.()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
          className="h-7 w-44 min-w-0 rounded-md border border-line-strong bg-surface pl-7 pr-2 text-text placeholder:text-faint max-md:h-11 max-md:w-full [&::-webkit-search-cancel-button]:hidden"
        />
      </label>
      {query === '' ? null : (
        <>
          <output className="min-w-14 shrink-0 px-2 text-center text-xs text-muted">
            {find.count(at, total)}
            {isSearching ? '…' : ''}
          </output>
          <IconButton
            label={find.previous}
            shortcut="Shift+Enter"
            icon={<ChevronUp aria-hidden className="size-4" />}
            disabled={total === 0}
            onClick={() => onStep(-1)}
            className="size-7"
          />
          <IconButton
            label={find.next}
            shortcut="Enter"
            icon={<ChevronDown aria-hidden className="size-4" />}
            disabled={total === 0}
            onClick={() => onStep(1)}
            className="size-7"
          />
        </>
      )}
      {onClose === undefined ? null : (
        <IconButton
          label={find.close}
          icon={<X aria-hidden className="size-4" />}
          onClick={onClose}
          className="size-7"
        />
      )}
    </div>
  )
}
