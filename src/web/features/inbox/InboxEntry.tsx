import type { WorkItem } from '../../../contracts/work-item.ts'
import { FileText, ScrollText } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { isDetailNeeded, type AttentionItem } from '../../../core/views/attention.ts'
import type { SilentAgent } from '../../../core/views/needs-you.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { go, useHref } from '../../app/routes.ts'
import { stepName } from '../../i18n/step-name.ts'
import { detailWords } from '../../i18n/detail-words.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusIcon } from '../../ui/Status.tsx'
import { useAgents } from '../agents/agents-store.ts'
import { DecisionActions } from '../decisions/DecisionActions.tsx'
import { ActionButton } from '../items/ActionButton.tsx'
import { Ago } from '../items/Ago.tsx'
import { Damage } from '../items/Damage.tsx'
import { QuestionLines } from '../items/QuestionLines.tsx'
import { useRow } from '../items/rows-store.ts'
import { titleOfNeed } from '../items/standing-words.ts'
import { DocumentLines } from './DocumentLines.tsx'
import { endOf } from './excerpt.ts'
import type { InboxItem, TrustItem } from './inbox-items.ts'
import { Lines } from './Lines.tsx'
import { FinishedEntry } from '../report/FinishedEntry.tsx'
import type { FinishedItem } from '../../../core/report/finished-items.ts'
import { TrustEntry } from './TrustEntry.tsx'

const DecisionPanel = lazyPart(
  async () => (await import('../decisions/DecisionPanel.tsx')).DecisionPanel,
)

type ItemEntry = Exclude<InboxItem, TrustItem | FinishedItem>

const WIDE = 'max-md:w-full max-md:h-12'

/** One waiting entry: what happened, why, what it is about, and what can be done. */
export const InboxEntry = memo(function InboxEntry({ item }: { item: InboxItem }) {
  if (item.kind === 'finished') return <FinishedEntry entry={item} />
  return item.kind === 'trust' ? <TrustEntry item={item} /> : <SpecEntry item={item} />
})

function SpecEntry({ item }: { item: ItemEntry }) {
  const row = useRow(item.item)
  return item.kind === 'hang' ? (
    <SilentEntry item={item} row={row} />
  ) : (
    <WaitingEntry item={item} row={row} />
  )
}

function WaitingEntry({ item, row }: { item: AttentionItem; row: ItemRow | null }) {
  const m = useMessages()
  const reason = m.reasons[item.kind]
  const isQuestion = item.kind === 'question'
  const isFailed = row?.run.status === 'error' || row?.problem !== null
  const document =
    item.document === null ? null : <DocumentLines item={item.item} document={item.document} />
  return (
    <Frame
      item={item}
      icon={<StatusIcon state={isFailed ? 'failed' : 'waiting'} className="size-4" />}
      title={titleOfNeed(m, item)}
      phase={item.phase === null ? null : m.common.phases[item.phase]}
      why={reason.why}
    >
      {item.asks === null || row === null ? (
        document
      ) : (
        <DecisionPanel row={row} beside={document} />
      )}
      {isQuestion && row !== null ? <QuestionLines row={row} /> : null}
      {item.kind === 'unreadable' && row !== null ? <Damage row={row} /> : null}
      {item.agentId === null || isQuestion ? null : (
        <LastWords item={item.item} agentId={item.agentId} />
      )}
      {item.detail === '' || isQuestion || item.kind === 'unreadable' ? null : (
        <details className="text-xs text-muted" open={isDetailNeeded(item)}>
          <summary className="w-fit max-md:min-h-11 max-md:content-center">
            {m.inbox.details}
          </summary>
          <p className="whitespace-pre-wrap break-words font-mono">{detailWords(m, item)}</p>
        </details>
      )}
      <div data-acts className="flex flex-wrap items-center gap-2">
        {row === null ? null : (
          <DecisionActions row={row} actions={item.actions} className={WIDE} />
        )}
        {item.document === null || item.kind === 'approval' ? null : (
          <DocumentButton item={item.item} document={item.document} />
        )}
        {item.agentId === null ? null : <LogButton agentId={item.agentId} />}
      </div>
    </Frame>
  )
}

function SilentEntry({ item, row }: { item: SilentAgent; row: ItemRow | null }) {
  const m = useMessages()
  const { agent } = item
  const phase = stepName(m.common, agent.phase)
  return (
    <Frame
      item={item}
      icon={<StatusIcon state="waiting" className="size-4" />}
      title={titleOfNeed(m, item)}
      phase={phase}
      why={m.inbox.hangWhy}
    >
      <LastWords item={item.item} agentId={agent.agentId} />
      <div data-acts className="flex flex-wrap items-center gap-2">
        {row === null ? null : (
          <ActionButton row={row} action={{ type: 'stop' }} kind="plain" className={WIDE} />
        )}
        <LogButton agentId={agent.agentId} />
      </div>
    </Frame>
  )
}

interface FrameProps {
  item: ItemEntry
  icon: ReactNode
  title: string
  phase: string | null
  why: string
  children: ReactNode
}

function Frame({ item: entry, icon, title, phase, why, children }: FrameProps) {
  const { item } = entry
  const href = useHref({ screen: 'item', item, tab: 'documents', document: null })
  return (
    <article
      data-key={entry.id}
      tabIndex={-1}
      aria-label={`${item.name}: ${title}`}
      className="flex flex-col gap-2 border-b border-line px-4 py-3 -outline-offset-2"
    >
      <header className="flex flex-wrap items-center gap-x-2">
        {icon}
        <h2 className="font-semibold">{title}</h2>
        <Link
          href={href}
          className="min-w-0 truncate text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          {item.name}
        </Link>
        <span className="ml-auto whitespace-nowrap text-xs text-muted">
          {phase === null ? null : `${phase} · `}
          {entry.at === null ? null : <Ago at={entry.at} />}
        </span>
      </header>
      <p className="text-muted">{why}</p>
      {children}
    </article>
  )
}

function LastWords({ item, agentId }: { item: WorkItem; agentId: AgentId }) {
  const { inbox } = useMessages()
  const message = useAgents(({ agents }) => agents.get(agentId)?.message ?? null)
  if (message === null || message.trim() === '') return null
  return <Lines item={item} excerpt={endOf(message)} label={inbox.lastWords} />
}

function DocumentButton({ item, document }: { item: WorkItem; document: string }) {
  const { inbox } = useMessages()
  return (
    <Button
      kind="quiet"
      className={WIDE}
      icon={<FileText aria-hidden className="size-3.5" />}
      onClick={() => go({ screen: 'item', item, tab: 'documents', document })}
    >
      {inbox.openDocument}
    </Button>
  )
}

function LogButton({ agentId }: { agentId: AgentId }) {
  const { inbox } = useMessages()
  return (
    <Button
      kind="quiet"
      className={WIDE}
      icon={<ScrollText aria-hidden className="size-3.5" />}
      onClick={() => go({ screen: 'agents', agentId })}
    >
      {inbox.showLog}
    </Button>
  )
}
