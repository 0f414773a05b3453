import { useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

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
  const { common } = useMessages()
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
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={() => void go()}
          >
            {confirm}
          </Button>
        </>
      }
    />
  )
}
