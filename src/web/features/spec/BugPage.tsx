import { Check, ChevronRight } from 'lucide-react'
import { BUG_PHASES, type BugPhase } from '../../../contracts/spec-json.ts'
import type { BugRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ItemHeader } from './ItemHeader.tsx'
import { ItemTabs } from './ItemTabs.tsx'

export function BugPage({ row, document }: { row: BugRow; document: string | null }) {
  const { workflow } = useMessages()
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-bg">
      <ItemHeader item={row.item}>
        <Progress now={row.phase} />
        <p className="min-w-0 grow basis-0 text-xs text-muted max-md:order-last max-md:basis-full max-md:px-2">
          {workflow.bug.readOnly}
        </p>
      </ItemHeader>
      {row.problem === null ? null : (
        <p role="status" className="border-b border-line bg-failed-soft px-4 py-2 text-failed">
          {row.problem}
        </p>
      )}
      <ItemTabs row={row} tab="documents" document={document} workflow={null} />
    </div>
  )
}

function Progress({ now }: { now: BugPhase }) {
  const { bug } = useMessages().workflow
  const reached = BUG_PHASES.indexOf(now)
  return (
    <ol
      aria-label={bug.phasesLabel}
      className="flex shrink-0 flex-wrap items-center gap-1 max-md:order-last max-md:shrink max-md:px-2"
    >
      {BUG_PHASES.map((phase, index) => (
        <li
          key={phase}
          aria-current={phase === now ? 'step' : undefined}
          className={`flex items-center gap-1 ${index <= reached ? 'text-done' : 'text-muted'} ${phase === now ? 'font-medium' : ''}`}
        >
          {index === 0 ? null : <ChevronRight aria-hidden className="size-3 text-faint" />}
          {index <= reached ? <Check aria-hidden className="size-3.5" /> : null}
          {bug.phases[phase]}
        </li>
      ))}
    </ol>
  )
}
