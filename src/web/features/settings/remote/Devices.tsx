import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { AccessView, Device } from '../../../../contracts/views/access-view.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useNow } from '../../items/use-now.ts'
import { useSettings } from '../settings-store.ts'

export function Devices({ access }: { access: AccessView }) {
  const { settings, fleet } = useMessages()
  const { remote: words } = settings
  const [leaving, setLeaving] = useState<Device | null>(null)
  const { devices, self } = access
  const isSelf = (device: Device): boolean => self.kind === 'device' && self.id === device.id
  const isOwn = leaving !== null && isSelf(leaving)
  return (
    <section className="mb-6">
      <h3 className="text-sm font-semibold">
        {self.kind === 'device' && self.role ? fleet.people : words.devices}
      </h3>
      <ul className="mt-1 border-t border-line">
        {devices.map((device) => (
          <DeviceItem
            key={device.id}
            device={device}
            isSelf={isSelf(device)}
            isRevocable={self.kind === 'local' || self.role === 'admin' || isSelf(device)}
            onRevoke={() => setLeaving(device)}
          />
        ))}
      </ul>
      {devices.length === 0 ? <p className="py-2 text-muted">{words.noDevices}</p> : null}
      <ConfirmDialog
        title={isOwn ? words.leaveTitle : words.revokeTitle(leaving?.name ?? '')}
        description={isOwn ? words.leaveHelp : words.revokeHelp}
        confirm={isOwn ? words.leave : words.revoke}
        isOpen={leaving !== null}
        isDangerous
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving !== null) await useSettings.getState().revoke(leaving.id)
        }}
      />
    </section>
  )
}

interface DeviceItemProps {
  device: Device
  isSelf: boolean
  isRevocable: boolean
  onRevoke(): void
}

function DeviceItem({ device, isSelf, isRevocable, onRevoke }: DeviceItemProps) {
  const { settings, common, fleet } = useMessages()
  const { remote: words } = settings
  const now = useNow(60_000)
  const ago = (at: string): string => common.ago(Math.max(0, (now - Date.parse(at)) / 1000))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <Smartphone aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate font-medium">{device.name}</span>
      {device.role ? <span className="text-muted">{fleet.roles[device.role]}</span> : null}
      {isSelf ? <span className="text-accent">{words.thisDevice}</span> : null}
      <span className="grow text-xs text-muted max-md:basis-full max-md:text-sm">
        {words.paired} {ago(device.pairedAt)} ·{' '}
        {device.isConnected ? (
          <span className="text-done">● {words.connected}</span>
        ) : (
          `${words.seen} ${ago(device.seenAt)}`
        )}
      </span>
      {isRevocable ? (
        <Button
          size="small"
          kind="danger"
          aria-label={isSelf ? words.leave : words.revokeOf(device.name)}
          onClick={onRevoke}
        >
          {isSelf ? words.leave : words.revoke}
        </Button>
      ) : null}
    </li>
  )
}
