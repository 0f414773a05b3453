import { useCallback, useEffect, useRef, useState } from 'react'
import type { PairingOffer } from '../../../../contracts/views/access-view.ts'
import { lazyPart } from '../../../app/parts/lazy-part.tsx'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useNow } from '../../items/use-now.ts'
import { CopyText } from './CopyText.tsx'
import { useSettings } from '../settings-store.ts'

const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode, {
  waiting: <div className="size-52" />,
})

interface PairDialogProps {
  isOpen: boolean
  onClose(): void
}

export function PairDialog({ isOpen, onClose }: PairDialogProps) {
  const { settings } = useMessages()
  const { remote: words } = settings
  const [offer, setOffer] = useState<PairingOffer | null>(null)
  const devices = useSettings(({ access }) => access?.devices.length ?? 0)
  const before = useRef(devices)
  const ask = useCallback(async () => setOffer(await useSettings.getState().pair()), [])
  useEffect(() => {
    before.current = useSettings.getState().access?.devices.length ?? 0
    if (isOpen) void ask()
    else setOffer(null)
  }, [isOpen, ask])
  useEffect(() => {
    if (isOpen && devices > before.current) onClose()
  }, [isOpen, devices, onClose])
  return (
    <Dialog
      title={words.pairTitle}
      description={words.pairHelp}
      isOpen={isOpen}
      onClose={onClose}
      footer={<Button onClick={() => void ask()}>{words.another}</Button>}
    >
      {offer === null ? null : <Offer offer={offer} />}
    </Dialog>
  )
}

function Offer({ offer }: { offer: PairingOffer }) {
  const { settings, common } = useMessages()
  const { remote: words } = settings
  const secondsLeft = (Date.parse(offer.expiresAt) - useNow(1000)) / 1000
  if (secondsLeft <= 0)
    return (
      <p role="status" className="text-needs">
        {words.expired}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-4 max-md:justify-center">
      <QrCode text={offer.url} label={words.qrLabel} />
      <div className="flex min-w-0 grow basis-52 flex-col gap-2">
        <p>
          <span className="text-muted">{words.code}</span>
          <strong
            data-testid="pairing-code"
            className="block font-mono text-xl tracking-wider select-all"
          >
            {offer.code}
          </strong>
        </p>
        <CopyText text={offer.url} />
        <p className="text-muted">{words.expires(common.duration(secondsLeft))}</p>
      </div>
    </div>
  )
}
