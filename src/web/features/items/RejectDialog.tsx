import type { WorkItem } from '../../../contracts/work-item.ts'
import { useState } from 'react'
import type { ApprovablePhase } from '../../../contracts/phases.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { rejectPhase } from './spec-commands.ts'

interface RejectDialogProps {
  item: WorkItem
  phase: ApprovablePhase
  /** `resume`: the waiting run rewrites the document at once. */
  andThen?: 'resume' | undefined
  isOpen: boolean
  onClose(): void
}

export function RejectDialog({ item, phase, andThen, isOpen, onClose }: RejectDialogProps) {
  const { common, inbox, involvement } = useMessages()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isReady = reason.trim() !== ''
  const send = async (): Promise<void> => {
    if (!isReady) return
    setBusy(true)
    const reply = await rejectPhase(item, {
      phase,
      reason: reason.trim(),
      ...(andThen && { andThen }),
    })
    setBusy(false)
    if (!reply.ok) return showRefusal(reply.error, item)
    setReason('')
    onClose()
  }
  return (
    <Dialog
      title={inbox.reject.title(common.phases[phase])}
      description={(andThen ? involvement.rejectAbout : inbox.reject.about)(common.phases[phase])}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <DialogFooter
          isReady={isReady}
          isBusy={isBusy}
          isDangerous
          onCancel={onClose}
          onConfirm={send}
        >
          {inbox.reject.confirm}
        </DialogFooter>
      }
    >
      <Field label={inbox.reject.reason} help={inbox.reject.help}>
        {(ids) => (
          <textarea
            {...ids}
            required
            rows={4}
            value={reason}
            className={INPUT}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}
