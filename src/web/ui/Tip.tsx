import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { Key } from './Key.tsx'

interface TipProps {
  text: string
  shortcut?: string
  children: ReactNode
}

export function Tip({ text, shortcut, children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={4}
          className="z-50 flex max-w-80 items-center gap-2 rounded-md border border-line bg-surface px-2 py-1 text-xs text-text shadow-pop"
        >
          {text}
          {shortcut === undefined ? null : <Key>{shortcut}</Key>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
