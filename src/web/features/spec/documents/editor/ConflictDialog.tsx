import { useMemo } from 'react'
import type { DocumentContent } from '../../../../../contracts/views/documents.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { plainText, useDrafts, type Draft, type DraftOf } from './drafts-store.ts'
import { Difference } from './Difference.tsx'
import { diffLines, withContext } from '../../../../../core/views/line-diff.ts'

interface ConflictDialogProps {
  of: DraftOf
  draft: Draft
  /** The content on disk; null if it was removed. */
  theirs: DocumentContent | null
  onClose(): void
}

const CONTEXT = 3

export function ConflictDialog({ of, draft, theirs, onClose }: ConflictDialogProps) {
  const { conflict } = useMessages().documents
  const { rebase, begin, discard, save } = useDrafts.getState()
  const rows = useMemo(
    () =>
      withContext(diffLines(theirs === null ? '' : plainText(theirs.text), draft.text), CONTEXT),
    [theirs, draft.text],
  )
  const takeTheirs = (): void => {
    if (theirs === null) discard(of)
    else begin(of, theirs)
    onClose()
  }
  const overwrite = async (): Promise<void> => {
    rebase(of, theirs)
    // On another conflict the dialog stays and shows the new content.
    if ((await save(of)) !== 'conflict') onClose()
  }
  return (
    <Dialog
      title={conflict.title(of.document)}
      description={theirs === null ? conflict.gone : conflict.about}
      isOpen
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" onClick={takeTheirs}>
            {conflict.takeTheirs}
          </Button>
          <Button kind="danger" onClick={() => void overwrite()}>
            {conflict.overwrite}
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              rebase(of, theirs)
              onClose()
            }}
          >
            {conflict.keepEditing}
          </Button>
        </>
      }
    >
      <Difference
        rows={rows}
        names={{ diff: conflict.diff, removed: conflict.theirs, added: conflict.mine }}
      />
    </Dialog>
  )
}
