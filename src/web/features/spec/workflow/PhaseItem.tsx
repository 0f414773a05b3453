import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { AgentInfo } from '../../../../contracts/launch/agent.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { waitsForApproval } from '../../../../core/views/offered.ts'
import type { PhaseCell } from '../../../../core/views/phase-cells.ts'
import { definitionOf } from '../../../../core/workflow/workflows.ts'
import { useMessages, type Messages } from '../../../i18n/messages.ts'
import { StatusIcon, STATUS_SOFT, STATUS_TEXT } from '../../../ui/Status.tsx'
import { Unverified } from '../delivery/Unverified.tsx'
import { ApprovalPanel } from './ApprovalPanel.tsx'
import { GoSwitch } from './GoSwitch.tsx'
import { ManualButton } from './ManualButton.tsx'
import { PhaseDetails } from './PhaseDetails.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'

interface PhaseItemProps {
  row: ItemRow
  cell: PhaseCell
  /** The last agent that worked on this phase. */
  agent: AgentInfo | null
}

export function PhaseItem({ row, cell, agent }: PhaseItemProps) {
  const m = useMessages()
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const id = useId()
  const { phase, state } = cell
  const isOpen = chosen ?? opensByItself(cell)
  const name = m.common.phases[phase]
  const isAwaited = waitsForApproval(row, phase)
  return (
    <li
      aria-label={m.workflow.phaseState(name, m.common.cells[state])}
      className={`group relative border-b border-line ${isActive(cell) ? STATUS_SOFT[state] : ''}`}
    >
      <Thread />
      <div className="flex items-center gap-2 pl-4 pr-2 pt-1.5 max-md:pr-4 max-md:pt-0">
        <h3 className="min-w-0">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            title={m.workflow.details(name)}
            onClick={() => setChosen(!isOpen)}
            className="flex h-6 w-full min-w-0 items-center gap-2 text-left max-md:h-11"
          >
            <StatusIcon state={state} />
            <span className="truncate font-medium">{name}</span>
            <ChevronRight
              aria-hidden
              className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
          </button>
        </h3>
        {isPhone ? null : <Progress m={m} cell={cell} />}
        <span className="grow" />
        <GoSwitch row={row} phase={phase} />
      </div>
      <div className="flex min-h-6 items-center gap-2 pb-1.5 pl-9.5 pr-2 max-md:flex-wrap max-md:pr-4">
        <span className={`shrink-0 text-xs max-md:text-sm ${STATUS_TEXT[state]}`}>
          {m.common.cells[state]}
        </span>
        {isPhone ? <Progress m={m} cell={cell} /> : null}
        <CheckWords checks={cell.checks} />
        <span className="grow" />
        {isAwaited ? <ApprovalPanel row={row} phase={phase} /> : null}
        {isAwaited || isPhone ? null : <ManualButton row={row} phase={phase} />}
      </div>
      {cell.checks === 'none' && !isOpen ? (
        <Unverified className="-mt-1 pb-1.5 pl-9.5 text-xs max-md:text-sm" />
      ) : null}
      <div id={id} hidden={!isOpen} className="pb-2 pl-9.5 pr-3">
        {isOpen ? <PhaseDetails row={row} phase={phase} agent={agent} /> : null}
      </div>
    </li>
  )
}

function CheckWords({ checks }: Pick<PhaseCell, 'checks'>) {
  const { delivery } = useMessages()
  if (checks === null || checks === 'never' || checks === 'none') return null
  return (
    <span className="truncate text-xs text-muted max-md:text-sm">
      {delivery.checksAre(delivery.results[checks])}
    </span>
  )
}

const isActive = ({ state }: PhaseCell): boolean =>
  state === 'running' || state === 'waiting' || state === 'failed'

/** Open by default for what the user wants to watch, such as review rounds. */
function opensByItself(cell: PhaseCell): boolean {
  const { loop, kind } = definitionOf(cell.phase)
  return (
    isActive(cell) && (loop?.kind === 'rounds' || kind === 'release' || cell.checks === 'failed')
  )
}

/** The line that connects the icons of the phases. */
function Thread() {
  const line = 'absolute left-[22px] w-px bg-line-strong'
  return (
    <>
      <span aria-hidden className={`${line} top-0 h-2 group-first:hidden max-md:h-3`} />
      <span aria-hidden className={`${line} bottom-0 top-7 group-last:hidden max-md:top-8`} />
    </>
  )
}

function Progress({ m, cell }: { m: Messages; cell: PhaseCell }) {
  const { round, rerun, tasks, until } = cell
  const words = [
    round === null ? null : m.workflow.round(round.now, round.of),
    tasks === null ? null : m.workflow.taskCount(tasks.done, tasks.total),
    rerun === null ? null : m.workflow.rerun(rerun.now, rerun.of),
    until === null ? null : m.workflow.until(m.common.clock(until)),
  ].filter((word) => word !== null)
  if (words.length === 0) return null
  return (
    <>
      <span className="min-w-0 truncate text-xs text-muted" title={words.join(' · ')}>
        {words.join(' · ')}
      </span>
      {tasks === null || tasks.done === 0 || tasks.done === tasks.total ? null : (
        <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 bg-line">
          <span
            className="block h-full bg-done"
            style={{ width: `${(100 * tasks.done) / tasks.total}%` }}
          />
        </span>
      )}
    </>
  )
}
