import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps<K extends string> {
  label: string
  value: K
  tabs: { key: K; label: ReactNode }[]
  onChange(key: K): void
  children: ReactNode
}

/** The children are the panel of the chosen tab. */
export function Tabs<K extends string>({ label, value, tabs, onChange, children }: TabsProps<K>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(key) => onChange(key as K)}
      className="flex min-h-0 grow flex-col"
    >
      <RadixTabs.List
        aria-label={label}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text max-md:h-11 max-md:px-3"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content
        key={value}
        value={value}
        className="flex min-h-0 grow flex-col -outline-offset-2"
      >
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  )
}
