import type { WorkItem } from '../../../../contracts/work-item.ts'
import type { ReactNode } from 'react'
import type { AgentInfo } from '../../../../contracts/launch/agent.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { isDocumentPhase } from '../../../../contracts/spec-json.ts'
import { isBeingWritten, isLive } from '../../../../core/views/phase-cells.ts'
import { retryFrom, waitsForApproval } from '../../../../core/views/offered.ts'
import { definitionOf } from '../../../../core/workflow/workflows.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { DecidedList } from '../../decisions/DecidedList.tsx'
import { ActionButton } from '../../items/ActionButton.tsx'
import { ChecksPanel } from '../delivery/ChecksPanel.tsx'
import { DeployPanel } from '../delivery/DeployPanel.tsx'
import { WorktreeSwitch } from '../delivery/WorktreeSwitch.tsx'
import { ApprovalPanel } from './ApprovalPanel.tsx'
import { DocumentReviewPanel } from './DocumentReviewPanel.tsx'
import { ManualButton } from './ManualButton.tsx'
import { documentOf } from './phase-facts.ts'
import { whyNotManually } from './why-not-manually.ts'
import { PlaceLink } from '../PlaceLink.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { inspectionFile } from '../../../../core/workflow/document-files.ts'

interface PhaseDetailsProps {
  row: ItemRow
  phase: Phase
  agent: AgentInfo | null
}

export function PhaseDetails({ row, phase, agent }: PhaseDetailsProps) {
  const m = useMessages()
  const isPhone = useIsPhone()
  const retry = retryFrom(row, phase)
  const { kind } = definitionOf(phase)
  return (
    <div className="flex flex-col gap-1.5 text-xs max-md:gap-2 max-md:text-sm">
      {isDocumentPhase(phase) && !waitsForApproval(row, phase) ? (
        <ApprovalPanel row={row} phase={phase} />
      ) : null}
      {kind === 'review' ? <DocumentReviewPanel row={row} phase={phase} /> : null}
      <DecidedList row={row} phase={phase} />
      {kind === 'code' ? <ChecksPanel row={row} /> : null}
      {kind === 'code' ? <WorktreeSwitch row={row} /> : null}
      {kind === 'release' ? <DeployPanel row={row} /> : null}
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-0.5 max-md:gap-y-2">
        <Documents row={row} phase={phase} />
        {isLive(row) ? null : (
          <Fact name={m.workflow.needs}>{whyNotManually(m, row, phase) ?? m.workflow.ready}</Fact>
        )}
        <LastAgent item={row.item} agent={agent} />
      </dl>
      <div className="flex flex-wrap gap-2">
        {isPhone ? <ManualButton row={row} phase={phase} /> : null}
        {retry === null ? null : (
          <ActionButton row={row} action={retry} size="small" className="max-md:min-h-11" />
        )}
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Documents({ row, phase }: { row: ItemRow; phase: Phase }) {
  const { workflow } = useMessages()
  const { item } = row
  const place = { screen: 'item', item } as const
  const { kind, ticksTasks } = definitionOf(phase)
  if (kind === 'review' || kind === 'release') return null
  if (ticksTasks)
    return (
      <Fact name={workflow.document}>
        <PlaceLink place={{ ...place, tab: 'tasks', document: null }}>
          {workflow.tasksLink}
        </PlaceLink>
      </Fact>
    )
  if (kind === 'verdict' && row.inspections.length > 0)
    return (
      <Fact name={workflow.document}>
        <ul>
          {row.inspections.map(({ number, result }) => (
            <li key={number}>
              <PlaceLink place={{ ...place, tab: 'documents', document: inspectionFile(number) }}>
                {workflow.inspection(number)}
              </PlaceLink>{' '}
              <span className={result === 'go' ? 'text-done' : 'text-failed'}>
                {result.toUpperCase()}
              </span>
            </li>
          ))}
        </ul>
      </Fact>
    )
  const document = documentOf(row, phase)
  return (
    <Fact name={workflow.document}>
      {document === null ? (
        isBeingWritten(row, phase) ? (
          workflow.beingWritten
        ) : (
          workflow.noDocument
        )
      ) : (
        <PlaceLink place={{ ...place, tab: 'documents', document }}>{document}</PlaceLink>
      )}
    </Fact>
  )
}

function LastAgent({ item, agent }: { item: WorkItem; agent: AgentInfo | null }) {
  const { workflow } = useMessages()
  if (agent === null) return <Fact name={workflow.lastAgent}>{workflow.noAgent}</Fact>
  const log = { screen: 'item', item, tab: 'log', document: agent.agentId } as const
  return (
    <Fact name={workflow.lastAgent}>
      {agent.agent} · <PlaceLink place={log}>{workflow.showLog}</PlaceLink>
    </Fact>
  )
}
