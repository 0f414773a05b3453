import { CircleCheck, CircleDashed, FileDiff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ItemRow } from '../../../../../contracts/views/board.ts'
import type { DocumentPhase } from '../../../../../contracts/phases.ts'
import type { ApprovalView, DocumentContent } from '../../../../../contracts/views/documents.ts'
import { isDocumentPhase } from '../../../../../contracts/spec-json.ts'
import type { SpecAction } from '../../../../../contracts/views/allowed.ts'
import { approvedWith } from '../../../../../core/formats/document-names.ts'
import { layoutOf } from '../../../../../core/formats/item-place.ts'
import { offeredFor } from '../../../../../core/views/offered.ts'
import { documentFileOf } from '../../../../../core/views/document-file.ts'
import { DOCUMENT_FILES } from '../../../../../core/workflow/document-files.ts'
import { phasesOf, workflowOf } from '../../../../../core/workflow/workflows.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { useReadingWords, type ReadingWords } from '../../../../i18n/reading-words.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useIsPhone } from '../../../../ui/use-is-phone.ts'
import { ActionButton } from '../../../items/ActionButton.tsx'
import { Ago } from '../../../items/Ago.tsx'
import { titleOf } from '../document-names.ts'
import { ApprovedDialog } from './ApprovedDialog.tsx'
import { useApproval, useApprovals } from './approvals-store.ts'

interface ApprovalStripProps {
  row: ItemRow
  content: DocumentContent
}

/** Whether this exact text is approved, and the buttons to approve or reject it. */
export function ApprovalStrip({ row, content }: ApprovalStripProps) {
  const phase = phaseOfDocument(row, content.name)
  return phase === null || !row.approvals[phase].generated ? null : (
    <Approval row={row} content={content} phase={phase} />
  )
}

/** The phase whose approval covers the document. */
function phaseOfDocument(row: ItemRow, document: string): DocumentPhase | null {
  const above = approvedWith(layoutOf(row.item), document)
  const isCovered = (phase: DocumentPhase): boolean =>
    above === null ? documentFileOf(row, phase) === document : DOCUMENT_FILES[phase] === above
  return phasesOf(workflowOf(row)).filter(isDocumentPhase).find(isCovered) ?? null
}

const ANSWERS: ReadonlySet<SpecAction['type']> = new Set([
  'approve',
  'approve-and-resume',
  'reject',
])

function Approval({ row, content, phase }: ApprovalStripProps & { phase: DocumentPhase }) {
  const words = useReadingWords().approval
  const { documents } = useMessages()
  const isPhone = useIsPhone()
  const [isComparing, setComparing] = useState(false)
  const { item } = row
  const { name, version } = content
  const { approved } = row.approvals[phase]
  const approval = useApproval(item, name)
  useEffect(
    () => void useApprovals.getState().load(item, name),
    [item, name, version, approved, row.run.status],
  )
  const covered = approved ? approval : null
  // On a phone, the buttons for what is awaited are at the bottom of the screen.
  const isBelow = isPhone && row.allowed.waits?.document === name
  const answers = isBelow ? [] : offeredFor(row, phase).filter(({ type }) => ANSWERS.has(type))
  const isChanged = covered !== null && (covered.state === 'changed' || covered.others.length > 0)
  const Icon = !approved ? CircleDashed : isChanged ? FileDiff : CircleCheck
  const look = !approved ? 'text-muted' : isChanged ? 'text-needs' : 'text-done'
  return (
    <section
      aria-label={words.label(titleOf(documents.names, name))}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1 text-xs max-md:text-sm"
    >
      <p className={`flex min-w-0 grow basis-60 items-start gap-1.5 ${look}`}>
        <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          {approved ? <Covered words={words} approval={covered} /> : words.none}
          {covered !== null && covered.others.length > 0 ? words.others(covered.others) : null}
        </span>
      </p>
      {covered?.state === 'changed' && covered.text !== null ? (
        <Button size="small" className="max-md:min-h-11" onClick={() => setComparing(true)}>
          {words.compare}
        </Button>
      ) : null}
      {answers.map((action) => (
        <ActionButton
          key={action.type}
          row={row}
          action={action}
          size="small"
          className="max-md:min-h-11"
        />
      ))}
      {isComparing && typeof covered?.text === 'string' ? (
        <ApprovedDialog
          content={content}
          approved={covered.text}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </section>
  )
}

interface CoveredProps {
  words: ReadingWords['approval']
  approval: ApprovalView | null
}

function Covered({ words, approval }: CoveredProps) {
  if (approval === null) return words.unknown
  const { by, at, state, text } = approval
  const when = (
    <>
      {words.time.before}
      <Ago at={at} />
      {words.time.after}
    </>
  )
  switch (state) {
    case 'same':
      return (
        <>
          {words[by]}
          {when}
          {words.unchanged}
        </>
      )
    case 'changed':
      return (
        <>
          {by === 'person' ? words.changedPerson : words['changedAuto-execution']}
          {when}
          {words.stop}
          {words.changed} {text === null ? words.noText : null}
        </>
      )
    case 'unknown':
      return (
        <>
          {by === 'person' ? words.changedPerson : words['changedAuto-execution']}
          {when}
          {words.stop}
          {words.unknown}
        </>
      )
    default:
      return state satisfies never
  }
}
