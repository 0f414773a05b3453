import { Newspaper } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import {
  REPORT_GROUPS,
  type ProjectReport,
  type ReportLine,
} from '../../../contracts/views/report.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusIcon } from '../../ui/Status.tsx'
import { titleOfNeed } from '../items/standing-words.ts'
import { useRows } from '../items/rows-store.ts'
import { useSilentAgents } from '../items/stands.ts'
import { needOf, type Need } from '../../../core/views/needs-you.ts'
import { Ago } from '../items/Ago.tsx'
import { Choices } from '../spec/Choices.tsx'
import { PlaceLink } from '../spec/PlaceLink.tsx'
import { useReports } from './report-store.ts'
import { spentWords, VERDICT_STATES } from './report-words.ts'
import { useFreshReport } from './use-fresh-report.ts'

const SPANS = ['12h', '1d', '2d', '1w'] as const
type Span = (typeof SPANS)[number]

/** What happened since a point in time, and what needs the user now. */
export function ReportScreen({ since }: { since: string | null }) {
  const m = useMessages()
  const span = SPANS.find((known) => known === since) ?? '12h'
  const report = useReports((state) => state.project)
  const refusal = useReports((state) => state.refusal)
  useFreshReport(span)
  useEffect(() => () => useReports.setState({ project: null, since: null, refusal: null }), [])
  return (
    <>
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1">
        <h1 className="text-base font-semibold">{m.report.title}</h1>
        <p role="status" className="text-muted">
          {report === null ? null : m.report.from(m.common.clock(report.since))}
        </p>
        <span className="ml-auto max-w-full overflow-x-auto max-md:ml-0">
          <Choices<Span>
            label={m.report.since}
            value={span}
            choices={SPANS.map((key) => ({ key, label: m.report.spans[key] }))}
            onChange={(key) => go({ screen: 'report', since: key }, { replace: true })}
          />
        </span>
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {report !== null ? (
          <Groups report={report} />
        ) : (
          <p role="status" className="p-4 text-muted">
            {refusal === null ? m.common.loading : wordsOfRefusal(m, refusal)}
          </p>
        )}
      </div>
    </>
  )
}

function Groups({ report }: { report: ProjectReport }) {
  const m = useMessages()
  const { spent } = report
  const lines = useShownLines(report)
  const figures = [m.report.launched(spent.agents), ...spentWords(m, spent)]
  return (
    <div className="mx-auto flex max-w-4xl flex-col pb-6">
      <p className="border-b border-line px-4 py-2 tabular-nums">
        <span className="text-muted">{m.report.spent}: </span>
        {spent.agents === 0 ? m.report.noneSpent : figures.join(' · ')}
      </p>
      {lines.length === 0 ? (
        <EmptyState icon={<Newspaper aria-hidden className="size-8" />} title={m.report.nothing}>
          <p>{m.report.nothingHelp}</p>
        </EmptyState>
      ) : null}
      {REPORT_GROUPS.map((group) => {
        const some = lines.filter((line) => line.group === group)
        if (some.length === 0) return null
        return (
          <section key={group} aria-label={m.report.groups[group]}>
            <h2 className="flex items-baseline gap-2 px-4 pt-4 pb-1 font-semibold">
              {m.report.groups[group]}
              <span className="text-xs font-normal text-muted tabular-nums">{some.length}</span>
            </h2>
            <ul>
              {some.map((line) => (
                <Line key={itemKey(line.item)} line={line} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

interface ShownLine extends ReportLine {
  need: Need | null
}

/** The host's report ignores silent agents; as on the board, they need the user here. */
function useShownLines({ lines }: ProjectReport): ShownLine[] {
  const rows = useRows((state) => state.rows)
  const silent = useSilentAgents()
  return useMemo(
    () =>
      lines.map((line): ShownLine => {
        const key = itemKey(line.item)
        const row = rows.get(key)
        const need = row === undefined ? null : needOf(row, silent.get(key) ?? null)
        return need?.kind === 'hang'
          ? { ...line, group: 'needs-you', verdict: 'needs-you', need }
          : { ...line, need: line.group === 'needs-you' ? need : null }
      }),
    [lines, rows, silent],
  )
}

function Line({ line }: { line: ShownLine }) {
  const m = useMessages()
  const { item, title, verdict, tasks, run, url, commit, spent, at, need } = line
  const why =
    need !== null
      ? titleOfNeed(m, need)
      : run.reason === null || run.reason === 'nogo' || run.reason === 'done'
        ? null
        : m.reasons[run.reason].title
  const facts = [
    m.report.verdicts[verdict],
    line.group === 'merged' ? (url ?? commit?.slice(0, 12) ?? null) : why,
    tasks === null ? null : m.report.tasks(tasks.done, tasks.total),
    ...spentWords(m, spent),
  ].filter((fact) => fact !== null)
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 max-md:py-2">
      <StatusIcon state={VERDICT_STATES[verdict]} />
      <PlaceLink place={{ screen: 'item', item, tab: 'documents', document: null }}>
        {item.name}
      </PlaceLink>
      <span className="min-w-0 grow basis-0 truncate text-muted max-md:order-last max-md:basis-full">
        {title}
      </span>
      <span className="min-w-0 tabular-nums [overflow-wrap:anywhere] max-md:order-last max-md:basis-full max-md:text-sm">
        {facts.join(' · ')}
      </span>
      <span className="w-20 shrink-0 text-right text-xs text-muted max-md:ml-auto max-md:w-auto">
        {at === null ? null : <Ago at={at} />}
      </span>
    </li>
  )
}
