import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import type { ReviewRound } from '../../../../contracts/spec-json.ts'
import { phaseCells, type CellState } from '../../../../core/views/phase-cells.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { StatusIcon, STATUS_TEXT } from '../../../ui/Status.tsx'
import { ActionButton } from '../../items/ActionButton.tsx'
import { PlaceLink } from '../PlaceLink.tsx'
import { ReturnedIssues } from './ReturnedIssues.tsx'
import { resultOf, reviewActions, roundsOf, type RoundResult } from './round-list.ts'
import { replyFile, reviewFile } from '../../../../core/workflow/document-files.ts'

const LOOKS: Record<RoundResult, CellState> = {
  approved: 'done',
  fixed: 'done',
  'fixes-pending': 'waiting',
  'needs-discussion': 'waiting',
  reviewing: 'running',
  replying: 'queued',
  unfinished: 'todo',
  unknown: 'failed',
}

/** The progress of the document review, round by round. */
export function DocumentReviewPanel({ row, phase }: { row: ItemRow; phase: Phase }) {
  const { review } = useMessages().workflow
  const round = phaseCells(row).find((cell) => cell.phase === phase)?.round ?? null
  const rounds = roundsOf(row)
  return (
    <div role="group" aria-label={review.title} className="flex flex-col gap-2">
      <p>
        <span className="font-medium">
          {round === null ? review.none : review.round(round.now, round.of)}
        </span>{' '}
        <span className="text-muted">· {review.status[row.review.status]}</span>
      </p>
      {rounds.length === 0 ? null : <Rounds row={row} rounds={rounds} />}
      <ReturnedIssues
        item={row.item}
        rounds={rounds
          .filter(({ status }) => status !== 'incomplete')
          .map(({ roundNumber }) => roundNumber)}
      />
      <Answers row={row} />
    </div>
  )
}

function Rounds({ row, rounds }: { row: ItemRow; rounds: ReviewRound[] }) {
  const { headings } = useMessages().workflow.review
  const head = 'break-keep pr-2 max-md:pr-1 text-left align-bottom font-normal leading-4 text-muted'
  return (
    <table className="w-full text-xs">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`w-0 ${head}`}>
            <span aria-hidden>#</span>
            <span className="sr-only">{headings.round}</span>
          </th>
          <th scope="col" className={`w-0 ${head}`}>
            {headings.fixRequired}
          </th>
          <th scope="col" className={`w-0 ${head}`}>
            {headings.needsDiscussion}
          </th>
          <th scope="col" className={head}>
            {headings.result}
          </th>
          <th scope="col" className="sr-only">
            {headings.documents}
          </th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <Round key={round.roundNumber} row={row} round={round} />
        ))}
      </tbody>
    </table>
  )
}

function Round({ row, round }: { row: ItemRow; round: ReviewRound }) {
  const { review } = useMessages().workflow
  const result = resultOf(row, round)
  const number = round.roundNumber
  const documents = { screen: 'item', item: row.item, tab: 'documents' } as const
  return (
    <tr className="h-5 max-md:h-11">
      <th scope="row" className="pr-2 max-md:pr-1 text-left font-normal">
        {number}
      </th>
      <td className="pr-2 max-md:pr-1">{round.fixRequired ?? '–'}</td>
      <td className="pr-2 max-md:pr-1">{round.needsDiscussion ?? '–'}</td>
      <td className="pr-2 max-md:pr-1">
        <span className={`flex items-center gap-1 whitespace-nowrap ${STATUS_TEXT[LOOKS[result]]}`}>
          <StatusIcon state={LOOKS[result]} className="size-3" />
          {review.results[result]}
        </span>
      </td>
      <td>
        <span className="flex flex-wrap justify-end gap-x-1.5">
          {round.status === 'incomplete' ? null : (
            <PlaceLink
              place={{ ...documents, document: reviewFile(number) }}
              label={review.review(number)}
            >
              {review.reviewLink}
            </PlaceLink>
          )}
          {round.status === 'reply_complete' ? (
            <PlaceLink
              place={{ ...documents, document: replyFile(number) }}
              label={review.reply(number)}
            >
              {review.replyLink}
            </PlaceLink>
          ) : null}
        </span>
      </td>
    </tr>
  )
}

function Answers({ row }: { row: ItemRow }) {
  const { review } = useMessages().workflow
  const { takeAsIs, oneMore, applyFixes } = reviewActions(row)
  const look = { row, size: 'small', className: 'max-md:min-h-11' } as const
  if (takeAsIs === null && oneMore === null && applyFixes === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      {applyFixes === null ? null : <ActionButton {...look} action={applyFixes} />}
      {oneMore === null ? null : <ActionButton {...look} action={oneMore} label={review.oneMore} />}
      {takeAsIs === null ? null : (
        <ActionButton
          {...look}
          action={takeAsIs}
          {...(takeAsIs.type === 'approve' ? { label: review.takeAsIs } : {})}
        />
      )}
    </div>
  )
}
