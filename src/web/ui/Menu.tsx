import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { MenuContent, type MenuItem } from './MenuContent.tsx'

interface MenuProps {
  trigger: ReactNode
  items: MenuItem[]
  label: string
  align?: 'start' | 'end'
}

export function Menu({ trigger, items, label, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <MenuContent items={items} label={label} align={align} />
    </DropdownMenu.Root>
  )
}
