import type { ReactNode } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Button } from './Button.tsx'

interface DialogFooterProps {
  children: ReactNode
  isReady?: boolean
  isBusy: boolean
  isDangerous?: boolean
  onCancel(): void
  onConfirm(): Promise<void>
}

/** Cancel, and the button that confirms the dialog. */
export function DialogFooter(props: DialogFooterProps) {
  const { children, isReady = true, isBusy, isDangerous = false, onCancel, onConfirm } = props
  const { common } = useMessages()
  return (
    <>
      <Button onClick={onCancel}>{common.cancel}</Button>
      <Button
        kind={isDangerous ? 'danger' : 'primary'}
        disabled={!isReady}
        isBusy={isBusy}
        onClick={() => void onConfirm()}
      >
        {children}
      </Button>
    </>
  )
}
