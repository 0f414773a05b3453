import { FolderCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { ItemReport, Verdict } from '../../../contracts/views/report.ts'
import { actionsAtEnd, verdictOf } from '../../../core/report/next-acts.ts'
import { isUnverified } from '../../../core/views/delivery.ts'
import { useMessages } from '../../i18n/messages.ts'
import { StatusIcon, STATUS_TEXT } from '../../ui/Status.tsx'
import { ActionButton } from '../items/ActionButton.tsx'
import { useProject } from '../projects/projects-store.ts'
import { Unverified } from '../spec/delivery/Unverified.tsx'
import { ReportDetails } from './ReportDetails.tsx'
import { useItemReport, useReports } from './report-store.ts'
import { spentWords, VERDICT_STATES } from './report-words.ts'
import { useSeeEnd } from './use-see-end.ts'

/** Summary of an ended run: its result, what it took, and what can be done now. */
export function ReportStrip({ row }: { row: ItemRow }) {
  const m = useMessages()
  const report = useItemReport(row.item)
  const verdict = verdictOf(row)
  const isNew = useSeeEnd(row)
  useEffect(() => void useReports.getState().loadItem(row.item), [row.item, row.version])
  return (
    <section
      aria-label={m.report.of(row.item.name)}
      className="flex shrink-0 flex-col gap-1 border-b border-line bg-done-soft px-4 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Headline verdict={verdict} />
        {isUnverified(row) ? <Unverified /> : null}
        {report === null ? null : <Figures report={report} />}
        <Actions row={row} />
      </div>
      <WhereItIs row={row} />
      {report === null ? null : (
        <details key={isNew} open={isNew !== null} className="min-w-0 text-sm">
          <summary className="w-fit cursor-pointer text-muted max-md:min-h-11 max-md:content-center">
            {report.decided.length === 0
              ? m.report.details
              : `${m.report.details} · ${m.report.decidedTitle(report.decided.length)}`}
          </summary>
          <ReportDetails report={report} />
        </details>
      )}
    </section>
  )
}

function Headline({ verdict }: { verdict: Verdict }) {
  const { report } = useMessages()
  const state = VERDICT_STATES[verdict]
  return (
    <p className={`flex items-center gap-2 font-semibold ${STATUS_TEXT[state]}`}>
      <StatusIcon state={state} />
      {report.verdicts[verdict]}
    </p>
  )
}

function Figures({ report }: { report: ItemReport }) {
  const m = useMessages()
  const words = m.report
  const { tasks, rounds, files, inspections, verifications, time } = report
  const inspection = inspections.at(-1)?.result
  const verification = verifications.at(-1)?.result
  const figures = [
    tasks === null ? null : words.tasks(tasks.done, tasks.total),
    rounds.length === 0 ? null : words.rounds(rounds.length),
    inspection === undefined ? null : words.inspection[inspection],
    verification === undefined ? null : words.verification[verification],
    files === null ? null : words.files(files.count, files.added, files.removed),
    m.common.duration(time.totalMs / 1000),
    ...spentWords(m, report.spent),
  ].filter((figure) => figure !== null)
  return <p className="min-w-0 tabular-nums text-muted">{figures.join(' · ')}</p>
}

/** The actions that the header does not already offer. */
function Actions({ row }: { row: ItemRow }) {
  const next = JSON.stringify(row.allowed.next)
  const actions = actionsAtEnd(row).filter((action) => JSON.stringify(action) !== next)
  if (actions.length === 0) return null
  return (
    <span className="ml-auto flex flex-wrap gap-2 max-md:w-full">
      {actions.map((action) => (
        <ActionButton
          key={JSON.stringify(action)}
          row={row}
          action={action}
          size="small"
          className="max-md:min-h-11 max-md:grow"
        />
      ))}
    </span>
  )
}

function WhereItIs({ row }: { row: ItemRow }) {
  const { workflow, delivery } = useMessages()
  const project = useProject()
  if (project === null) return null
  const { workspace } = row
  const isInWorktree = workspace.kind === 'worktree'
  return (
    <p className="flex min-w-0 items-start gap-2 text-sm">
      <FolderCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {row.deploy.state === 'done'
          ? delivery.codeIsDeployed
          : isInWorktree
            ? delivery.codeIsInWorktree(workspace.branch)
            : workflow.codeIsIn}{' '}
        <span className="font-mono select-all">{isInWorktree ? workspace.path : project.dir}</span>
      </span>
    </p>
  )
}
