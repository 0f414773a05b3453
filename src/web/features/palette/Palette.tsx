import { Command } from 'cmdk'
import { useMemo, useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { matching, type PaletteCommand } from './palette-search.ts'
import { usePaletteGroups } from './palette-commands.tsx'

const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted'

export function Palette({ onClose }: { onClose(): void }) {
  const { palette } = useMessages().shell
  const [query, setQuery] = useState('')
  const chosen = useRef<PaletteCommand | null>(null)
  const groups = usePaletteGroups()
  const shown = useMemo(() => matching(groups, query), [groups, query])
  return (
    <Dialog
      title={palette.title}
      isOpen
      isBare
      onClose={onClose}
      onClosed={() => queueMicrotask(() => chosen.current?.run())}
    >
      <Command label={palette.title} shouldFilter={false} loop className="flex min-h-0 flex-col">
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={palette.placeholder}
          className="h-11 w-full shrink-0 border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-faint"
        />
        <Command.List label={palette.title} className="max-h-[50vh] min-h-24 overflow-y-auto p-2">
          <Command.Empty className="px-2 py-6 text-center text-muted">
            {palette.empty}
          </Command.Empty>
          {shown.map((group) => (
            <Command.Group key={group.title} heading={group.title} className={GROUP}>
              {group.commands.map((command) => (
                <Command.Item
                  key={command.key}
                  value={command.key}
                  onSelect={() => {
                    chosen.current = command
                    onClose()
                  }}
                  className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 data-[selected=true]:bg-hover max-md:min-h-11"
                >
                  <span className="shrink-0 text-muted">{command.icon}</span>
                  <span className="shrink-0 truncate">{command.label}</span>
                  {command.hint === undefined ? null : (
                    <span className="min-w-0 truncate text-muted">{command.hint}</span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
