import { useId, useState } from 'react'
import type { Phase } from '../../../../contracts/phases.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { COLUMN_PHASES } from '../board-columns.ts'

interface UntilDialogProps {
  count: number
  onClose(): void
  onConfirm(until: Phase | null): Promise<void>
}

/** Asks how far the selected items may run. */
export function UntilDialog({ count, onClose, onConfirm }: UntilDialogProps) {
  const { common, many } = useMessages()
  const [until, setUntil] = useState<Phase | null>(COLUMN_PHASES.at(-1) ?? null)
  const [isBusy, setBusy] = useState(false)
  const name = useId()
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await onConfirm(until)
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={many.until.title(count)}
      description={many.until.about}
      onClose={onClose}
      footer={
        <DialogFooter isBusy={isBusy} onCancel={onClose} onConfirm={confirm}>
          {many.until.confirm}
        </DialogFooter>
      }
    >
      <fieldset className="flex flex-col">
        <legend className="pb-1 font-medium">{many.until.label}</legend>
        {[null, ...COLUMN_PHASES].map((phase) => (
          <label key={phase ?? ''} className="flex h-8 items-center gap-2 max-md:h-11">
            <input
              type="radio"
              name={name}
              checked={until === phase}
              onChange={() => setUntil(phase)}
              className="size-4 accent-accent"
            />
            {phase === null ? many.until.none : common.phases[phase]}
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
