import {
  CircleCheck,
  CircleDashed,
  FileClock,
  FilePen,
  RotateCcw,
  type LucideIcon,
} from 'lucide-react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { DocumentPhase, Phase } from '../../../../contracts/phases.ts'
import { isDocumentPhase } from '../../../../contracts/spec-json.ts'
import { isBeingWritten, isLive } from '../../../../core/views/phase-cells.ts'
import { offeredFor, waitsForApproval } from '../../../../core/views/offered.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { ActionButton } from '../../items/ActionButton.tsx'

/** Whether a document is approved, and the buttons to approve or reject it. */
export function ApprovalPanel({ row, phase }: { row: ItemRow; phase: Phase }) {
  if (!isDocumentPhase(phase)) return null
  const answers = offeredFor(row, phase).filter(
    ({ type }) => type === 'approve' || type === 'approve-and-resume' || type === 'reject',
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waitsForApproval(row, phase) ? null : <Standing row={row} phase={phase} />}
      {answers.map((action) => (
        <ActionButton
          key={action.type}
          row={row}
          action={action}
          size="small"
          className="max-md:min-h-11"
        />
      ))}
    </div>
  )
}

function Standing({ row, phase }: { row: ItemRow; phase: DocumentPhase }) {
  const { approval } = useMessages().workflow
  const { generated, approved } = row.approvals[phase]
  if (isBeingWritten(row, phase)) return <Muted words={approval.writing} Icon={FilePen} />
  if (row.redo.includes(phase)) return <Muted words={approval.again} Icon={RotateCcw} />
  if (approved && generated)
    return (
      <span className="flex items-center gap-1.5 text-done">
        <CircleCheck aria-hidden className="size-3.5" />
        {approval.approved}
      </span>
    )
  const Icon = generated ? FileClock : CircleDashed
  const absent = approved ? approval.gone : approval.missing
  const present = isLive(row) ? approval.live : approval.open
  return <Muted words={generated ? present : absent} Icon={Icon} />
}

function Muted({ words, Icon }: { words: string; Icon: LucideIcon }) {
  return (
    <span className="flex items-center gap-1.5 text-muted">
      <Icon aria-hidden className="size-3.5" />
      {words}
    </span>
  )
}
