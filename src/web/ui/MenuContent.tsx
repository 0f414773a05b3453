import { DropdownMenu } from 'radix-ui'
import { useRef, type ReactNode } from 'react'

export interface MenuItem {
  label: string
  /** Shown in smaller text below the label. */
  hint?: string
  icon?: ReactNode
  isDangerous?: boolean
  isDisabled?: boolean
  hasLineBefore?: boolean
  /** Why this item and those after it are disabled. */
  reason?: string
  /** Only checkable items have this. */
  isChecked?: boolean
  onSelect(): void
}

/** Disables all items, with one reason above them. */
export const withReason = (items: readonly MenuItem[], why: string | null): MenuItem[] =>
  items.map((item, index) =>
    why === null ? item : { ...item, isDisabled: true, ...(index === 0 && { reason: why }) },
  )

interface MenuContentProps {
  items: MenuItem[]
  label: string
  align: 'start' | 'end'
  /** Where the focus goes on close, if not to the trigger. */
  returnFocus?(): void
}

export function MenuContent({ items, label, align, returnFocus }: MenuContentProps) {
  const chosen = useRef<MenuItem | null>(null)
  /** Runs the item after close: a dialog opened earlier would return focus to the closed menu. */
  const afterClose = (event: Event): void => {
    const item = chosen.current
    chosen.current = null
    if (item !== null) queueMicrotask(() => item.onSelect())
    if (returnFocus === undefined) return
    event.preventDefault()
    returnFocus()
  }
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        aria-label={label}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={afterClose}
        className="z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-44 max-w-80 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-pop"
      >
        {items.map((item, index) => (
          <MenuLine
            key={`${index}:${item.label}`}
            item={item}
            onSelect={() => {
              chosen.current = item
            }}
          />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

function MenuLine({ item, onSelect }: { item: MenuItem; onSelect(): void }) {
  return (
    <>
      {item.hasLineBefore ? <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" /> : null}
      {item.reason === undefined ? null : (
        <DropdownMenu.Label className="px-2 py-1 text-xs text-muted max-md:text-sm">
          {item.reason}
        </DropdownMenu.Label>
      )}
      <DropdownMenu.Item
        {...(item.isChecked === undefined
          ? {}
          : { role: 'menuitemcheckbox', 'aria-checked': item.isChecked })}
        disabled={item.isDisabled ?? false}
        onSelect={onSelect}
        className={`flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 outline-none data-[disabled]:opacity-40 data-[highlighted]:bg-hover max-md:min-h-11 ${item.isDangerous ? 'text-failed' : ''}`}
      >
        {item.icon}
        <span className="min-w-0">
          <span className="block truncate">{item.label}</span>
          {item.hint === undefined ? null : (
            <span className="block truncate text-xs text-muted">{item.hint}</span>
          )}
        </span>
      </DropdownMenu.Item>
    </>
  )
}
