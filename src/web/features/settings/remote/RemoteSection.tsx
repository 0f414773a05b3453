import { TriangleAlert } from 'lucide-react'
import { Waiting } from '../../connection/Waiting.tsx'
import { useEffect, useState } from 'react'
import type { AccessView } from '../../../../contracts/views/access-view.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showRefusal } from '../../notices/notices-store.ts'
import { kindOfAddress } from './addresses.ts'
import { AllowedHosts } from './AllowedHosts.tsx'
import { CopyText } from './CopyText.tsx'
import { Devices } from './Devices.tsx'
import { PairDialog } from './PairDialog.tsx'
import { TurnOnForm } from './TurnOnForm.tsx'
import { useSettings } from '../settings-store.ts'

const LOOK_MS = 5000

export function RemoteSection() {
  const { settings } = useMessages()
  const { remote: words } = settings
  const access = useSettings((state) => state.access)
  const [isPairing, setPairing] = useState(false)
  useEffect(() => {
    // The host sends no news when a device connects or leaves.
    const looking = setInterval(() => void useSettings.getState().loadAccess(), LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  if (access === null) return <Waiting className="" />
  const { remote, self, allowedHosts } = access
  if (self.kind === 'device')
    return (
      <>
        <p className="mb-4 text-muted">{words.fromDevice}</p>
        <Devices access={access} />
      </>
    )
  return (
    <>
      <p className="mb-4 text-muted">{words.intro}</p>
      {remote === null ? <TurnOnForm access={access} /> : <RemoteOn remote={remote} />}
      {remote === null && allowedHosts.length === 0 ? null : (
        <Button kind="primary" className="mb-6" onClick={() => setPairing(true)}>
          {words.pair}
        </Button>
      )}
      <Devices access={access} />
      <AllowedHosts hosts={allowedHosts} />
      <PairDialog isOpen={isPairing} onClose={() => setPairing(false)} />
    </>
  )
}

function RemoteOn({ remote }: { remote: NonNullable<AccessView['remote']> }) {
  const { remote: words } = useMessages().settings
  const [isLeaving, setLeaving] = useState(false)
  const kind = kindOfAddress(remote.address)
  const turnOff = async (): Promise<void> => {
    const refusal = await useSettings.getState().setRemote(null)
    if (refusal !== null) showRefusal(refusal)
  }
  return (
    <section className="mb-3 border-y border-line py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h3 className="text-muted">{words.reachable}</h3>
          <CopyText text={remote.url} />
          <p className="text-xs text-muted max-md:text-sm">{words.kinds[kind]}</p>
        </div>
        <Button kind="danger" onClick={() => setLeaving(true)}>
          {words.turnOff}
        </Button>
      </div>
      {kind === 'tailscale' || kind === 'loopback' ? null : <Limits />}
      <ConfirmDialog
        title={words.turnOffTitle}
        description={words.turnOffHelp}
        confirm={words.turnOff}
        isOpen={isLeaving}
        isDangerous
        onClose={() => setLeaving(false)}
        onConfirm={turnOff}
      />
    </section>
  )
}

function Limits() {
  const { remote: words } = useMessages().settings
  return (
    <div className="mt-3 flex gap-2 rounded-md bg-needs-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-needs" />
      <div className="min-w-0">
        <h4 className="font-medium">{words.limits}</h4>
        <ul className="list-disc pl-4">
          {words.limitsList.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
        <p>{words.limitsAdvice}</p>
      </div>
    </div>
  )
}
