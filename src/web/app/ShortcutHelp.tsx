import { Fragment } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Key } from '../ui/Key.tsx'
import { useIsFleet } from '../features/workers/in-fleet.ts'
import { MOD } from './mod-key.ts'

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const { many, shell } = useMessages()
  const { shortcuts } = shell
  const isFleet = useIsFleet()
  const workers: [string, string] = [shortcuts.goWorkers, 'g w']
  return (
    <Dialog title={shortcuts.title} isOpen onClose={onClose}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <Group
          title={shortcuts.everywhere}
          lines={[
            [shortcuts.palette, `${MOD} K`],
            [shortcuts.goBoard, 'g b'],
            [shortcuts.goInbox, 'g i'],
            [shortcuts.goAgents, 'g a'],
            ...(isFleet ? [workers] : []),
            [shortcuts.goReport, 'g r'],
            [shortcuts.goInsights, 'g n'],
            [shortcuts.goSettings, 'g s'],
            [shortcuts.newSpec, 'n'],
            [shortcuts.help, '?'],
          ]}
        />
        <div className="flex flex-col gap-4">
          <Group
            title={shortcuts.lists}
            lines={[
              [shortcuts.down, 'j'],
              [shortcuts.up, 'k'],
              [shortcuts.open, 'Enter'],
            ]}
          />
          <Group
            title={shortcuts.board}
            lines={[
              [shortcuts.search, '/'],
              [shortcuts.act, 'r'],
              [shortcuts.archive, 'x'],
              [many.keys.select, 's'],
              [many.keys.range, 'Shift s'],
              [many.keys.all, 'a'],
              [many.clear, 'Esc'],
              [many.keys.cells, '← →'],
            ]}
          />
          <Group
            title={shortcuts.changes.title}
            lines={[
              [shortcuts.changes.next, 'j'],
              [shortcuts.changes.previous, 'k'],
              [shortcuts.changes.view, 'v'],
              [shortcuts.changes.search, '/'],
            ]}
          />
        </div>
      </div>
    </Dialog>
  )
}

function Group({ title, lines }: { title: string; lines: [string, string][] }) {
  return (
    <section>
      <h3 className="pb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1">
        {lines.map(([words, keys]) => (
          <Fragment key={words}>
            <dt className="text-muted">{words}</dt>
            <dd className="flex justify-end gap-1">
              {keys.split(' ').map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
