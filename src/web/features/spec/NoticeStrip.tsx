import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { isDetailNeeded, type AttentionItem } from '../../../core/views/attention.ts'
import { detailWords } from '../../i18n/detail-words.ts'
import { useMessages } from '../../i18n/messages.ts'
import { DecisionActions } from '../decisions/DecisionActions.tsx'
import { DecisionPanel } from '../decisions/DecisionPanel.tsx'
import { Damage } from '../items/Damage.tsx'
import { QuestionLines } from '../items/QuestionLines.tsx'
import { PlaceLink } from './PlaceLink.tsx'

interface NoticeStripProps {
  row: ItemRow
  item: AttentionItem
  /** True while the document it is about is on screen. */
  isRead: boolean
}

/** Why this item waits for the user, with the same buttons as in the inbox. */
export function NoticeStrip({ row, item, isRead }: NoticeStripProps) {
  const { common, reasons } = useMessages()
  const words = reasons[item.kind]
  const isFailed = row.run.status === 'error' || item.kind === 'unreadable'
  const actions = item.actions.filter(
    ({ type }) => type !== 'see-problem' && !(isRead && type === 'review'),
  )
  const Icon = isFailed ? CircleAlert : TriangleAlert
  return (
    <section
      aria-label={words.title}
      aria-live="polite"
      className={`flex shrink-0 flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-2 ${isFailed ? 'bg-failed-soft' : 'bg-needs-soft'}`}
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isFailed ? 'text-failed' : 'text-needs'}`}
      />
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap gap-x-2">
          <strong className={`font-semibold ${isFailed ? 'text-failed' : 'text-needs'}`}>
            {words.title}
          </strong>
          {item.phase === null ? null : <span>{common.phases[item.phase]}</span>}
          <span className="text-muted">{words.why}</span>
        </p>
        <QuestionLines row={row} />
        <Damage row={row} />
        <Evidence about={item} />
      </div>
      {item.asks === null ? null : (
        <div className="max-h-[45vh] min-w-0 basis-full overflow-y-auto bg-inherit max-md:max-h-none md:pl-7">
          <div className="max-w-3xl bg-inherit">
            <DecisionPanel row={row} isScrolled />
          </div>
        </div>
      )}
      <div
        className={`flex flex-wrap gap-2 max-md:w-full max-md:flex-col ${item.asks === null ? '' : 'md:pl-7'}`}
      >
        <DecisionActions row={row} actions={actions} />
      </div>
    </section>
  )
}

function Evidence({ about }: { about: AttentionItem }) {
  const m = useMessages()
  const { workflow } = m
  const { item, kind, document, agentId } = about
  // The question and the damage are already shown above.
  const detail = kind === 'question' || kind === 'unreadable' ? '' : detailWords(m, about)
  if (document === null && agentId === null && detail === '') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-xs max-md:min-h-11 max-md:text-sm">
      {document === null ? null : (
        <PlaceLink place={{ screen: 'item', item, tab: 'documents', document }}>
          {workflow.notice.document} {document}
        </PlaceLink>
      )}
      {agentId === null ? null : (
        <PlaceLink place={{ screen: 'item', item, tab: 'log', document: agentId }}>
          {workflow.notice.log}
        </PlaceLink>
      )}
      {detail === '' ? null : (
        <details className="min-w-0 text-muted open:basis-full" open={isDetailNeeded(about)}>
          <summary>{workflow.notice.detail}</summary>
          <p className="whitespace-pre-wrap break-words font-mono">{detail}</p>
        </details>
      )}
    </div>
  )
}
