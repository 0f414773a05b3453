import { useEffect, useState } from 'react'
import type { EnrolmentCode } from '../../../contracts/views/workers.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { INPUT } from '../../ui/Field.tsx'
import { CopyText } from '../settings/remote/CopyText.tsx'
import { useWorkers } from './workers-store.ts'

const POOL = /^[a-z0-9][a-z0-9._-]{0,59}$/

const poolsIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

interface EnrolDialogProps {
  isOpen: boolean
  onClose(): void
}

/** Creates a code that turns one computer into a worker. */
export function EnrolDialog({ isOpen, onClose }: EnrolDialogProps) {
  const { fleet } = useMessages()
  const [pools, setPools] = useState('default')
  const [offer, setOffer] = useState<EnrolmentCode | null>(null)
  useEffect(() => {
    if (!isOpen) setOffer(null)
  }, [isOpen])
  const named = poolsIn(pools)
  const isFit = named.length > 0 && named.every((name) => POOL.test(name))
  const make = async (): Promise<void> => setOffer(await useWorkers.getState().enrol(named))
  return (
    <Dialog
      title={fleet.enrol}
      description={fleet.enrolHelp}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={!isFit} onClick={() => void make()}>
          {fleet.makeCode}
        </Button>
      }
    >
      <label className="flex flex-col gap-1">
        {fleet.pools}
        <input
          className={`${INPUT} h-8 max-md:h-11`}
          value={pools}
          onChange={(event) => setPools(event.target.value)}
        />
      </label>
      {offer === null ? null : (
        <div className="mt-3 flex flex-col gap-1" data-testid="enrolment">
          <span className="text-muted">{fleet.onWorker}</span>
          <CopyText text={`sdd worker --url ${location.origin} --code ${offer.code}`} />
        </div>
      )}
    </Dialog>
  )
}
