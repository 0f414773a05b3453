import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { useDrafts, type DraftOf } from './drafts-store.ts'

interface LeaveDialogProps {
  of: DraftOf
  /** True when switching to another document, where the draft can be kept. */
  canKeep: boolean
  onStay(): void
  onLeave(): void
}

/** Asks what to do with unsaved changes. */
export function LeaveDialog({ of, canKeep, onStay, onLeave }: LeaveDialogProps) {
  const { editor } = useMessages().documents
  const { discard, save } = useDrafts.getState()
  const saveAndLeave = async (): Promise<void> => {
    const result = await save(of)
    const isSaved = result === 'saved' || result === 'merged'
    if (isSaved) discard(of)
    if (isSaved) onLeave()
    else onStay()
  }
  return (
    <Dialog
      title={editor.leaveTitle}
      description={editor.leave(of.document)}
      isOpen
      onClose={onStay}
      footer={
        <>
          <Button
            kind="danger"
            onClick={() => {
              discard(of)
              onLeave()
            }}
          >
            {editor.discard}
          </Button>
          <Button onClick={canKeep ? onLeave : onStay}>
            {canKeep ? editor.keepDraft : editor.keepEditing}
          </Button>
          <Button kind="primary" onClick={() => void saveAndLeave()}>
            {editor.saveAndLeave}
          </Button>
        </>
      }
    />
  )
}
