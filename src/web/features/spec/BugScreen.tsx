import { Bug, Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BUG_PHASES, type BugPhase } from '../../../contracts/views/board.ts'
import type { DocumentOwner } from '../../../contracts/views/documents.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useSpecs } from '../items/specs-store.ts'
import { PlaceLink } from './PlaceLink.tsx'

const DocumentsTab = lazyPart(
  async () => (await import('./documents/DocumentsTab.tsx')).DocumentsTab,
)

export function BugScreen({ bug }: { bug: string }) {
  const { common, workflow } = useMessages()
  const row = useSpecs((state) => state.bugs.get(bug) ?? null)
  const isLoaded = useSpecs((state) => state.isLoaded)
  const owner = useMemo(() => ({ kind: 'bug', name: bug }) as DocumentOwner, [bug])
  const [document, setDocument] = useState<string | null>(null)
  if (row === null && isLoaded)
    return (
      <EmptyState icon={<Bug aria-hidden className="size-8" />} title={workflow.bug.gone(bug)}>
        <PlaceLink place={{ screen: 'board' }}>{workflow.gone.toBoard}</PlaceLink>
      </EmptyState>
    )
  if (row === null) return <p className="p-4 text-muted">{common.loading}</p>
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-bg">
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 max-md:px-2">
        <PlaceLink
          place={{ screen: 'board' }}
          label={workflow.toBoard}
          className="-mr-4 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </PlaceLink>
        <h1 className="flex min-w-0 items-center gap-2 text-base font-semibold">
          <Bug aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="truncate">{bug}</span>
        </h1>
        <Progress now={row.phase} />
        <p className="min-w-0 text-xs text-muted max-md:px-2">{workflow.bug.readOnly}</p>
      </header>
      {row.problem === null ? null : (
        <p role="status" className="border-b border-line bg-failed-soft px-4 py-2 text-failed">
          {row.problem}
        </p>
      )}
      <DocumentsTab owner={owner} document={document} onSelect={setDocument} />
    </div>
  )
}

function Progress({ now }: { now: BugPhase }) {
  const { bug } = useMessages().workflow
  const reached = BUG_PHASES.indexOf(now)
  return (
    <ol aria-label={bug.phasesLabel} className="flex flex-wrap items-center gap-1 max-md:px-2">
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
