import { useMemo } from 'react'
import type { DocumentContent } from '../../../../../contracts/views/documents.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { useReadingWords } from '../../../../i18n/reading-words.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { titleOf } from '../document-names.ts'
import { Difference } from '../editor/Difference.tsx'
import { plainText } from '../editor/drafts-store.ts'
import { diffLines, withContext } from '../../../../../core/views/line-diff.ts'

interface ApprovedDialogProps {
  content: DocumentContent
  /** The text as it was approved. */
  approved: string
  onClose(): void
}

const CONTEXT = 3

/** What has changed in a document since it was approved. */
export function ApprovedDialog({ content, approved, onClose }: ApprovedDialogProps) {
  const words = useReadingWords().approval
  const { documents } = useMessages()
  const rows = useMemo(
    () => withContext(diffLines(plainText(approved), plainText(content.text)), CONTEXT),
    [approved, content.text],
  )
  return (
    <Dialog
      title={words.title(titleOf(documents.names, content.name))}
      description={words.about}
      isOpen
      width="wide"
      onClose={onClose}
    >
      <Difference
        rows={rows}
        names={{ diff: words.diff, removed: words.approved, added: words.now }}
      />
    </Dialog>
  )
}
