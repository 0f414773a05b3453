import { useMemo } from 'react'
import type { DocumentContent } from '../../../../../contracts/views/documents.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { plainText, useDrafts, type Draft, type DraftOf } from './drafts-store.ts'
import { diffLines, withContext, type DiffRow } from './line-diff.ts'

interface ConflictDialogProps {
  of: DraftOf
  draft: Draft
  /** What is on the disk now; null when it was removed. */
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
    // Changed once more: the dialog stays and shows what is there now.
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
      <p className="flex gap-3 text-xs">
        <span className="bg-failed-soft px-1">− {conflict.theirs}</span>
        <span className="bg-done-soft px-1">+ {conflict.mine}</span>
      </p>
      <Difference rows={rows} />
    </Dialog>
  )
}

/** More would be no overview any more, and slow. */
const MAX_ROWS = 2000

function Difference({ rows }: { rows: DiffRow[] }) {
  const { conflict } = useMessages().documents
  if (rows.every(({ kind }) => kind === 'skipped' || kind === 'same'))
    return <p className="text-muted">{conflict.equal}</p>
  return (
    <div
      role="region"
      aria-label={conflict.diff}
      tabIndex={0}
      className="max-h-[45dvh] shrink-0 overflow-auto rounded-md border border-line bg-surface font-mono text-xs"
    >
      {rows.slice(0, MAX_ROWS).map((row, index) => (
        // Rows have no name but their place.
        <Row key={index} row={row} />
      ))}
    </div>
  )
}

function Row({ row }: { row: DiffRow }) {
  const { conflict } = useMessages().documents
  if (row.kind === 'skipped')
    return <p className="bg-raised px-2 py-0.5 text-muted">{conflict.same(row.count)}</p>
  const { sign, words, look } = LOOKS[row.kind]
  return (
    <p className={`flex gap-2 px-2 ${look}`}>
      <span aria-hidden className="w-3 shrink-0 select-none">
        {sign}
      </span>
      {words === null ? null : <span className="sr-only">{conflict[words]}: </span>}
      <span className="min-h-5 min-w-0 break-words whitespace-pre-wrap">{row.text}</span>
    </p>
  )
}

const LOOKS = {
  same: { sign: '', words: null, look: 'text-muted' },
  removed: { sign: '−', words: 'theirs', look: 'bg-failed-soft' },
  added: { sign: '+', words: 'mine', look: 'bg-done-soft' },
} as const
