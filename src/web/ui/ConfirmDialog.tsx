import { useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogFooter } from './DialogFooter.tsx'

interface ConfirmDialogProps {
  title: string
  description: string
  confirm: string
  isOpen: boolean
  isDangerous?: boolean
  onClose(): void
  onConfirm(): Promise<void>
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, isOpen, isDangerous = false, onClose, onConfirm } = props
  const [isBusy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      description={description}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <DialogFooter isBusy={isBusy} isDangerous={isDangerous} onCancel={onClose} onConfirm={go}>
          {confirm}
        </DialogFooter>
      }
    />
  )
}
