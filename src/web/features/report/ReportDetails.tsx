import type { ReactNode } from 'react'
import type { ItemReport, ReportCheck, ReportRound } from '../../../contracts/views/report.ts'
import { useMessages } from '../../i18n/messages.ts'
import { decidedWords, spentWords } from './report-words.ts'

const MOST_FILES = 8

/** Breaks down each figure; all text is untrusted and rendered as plain text. */
export function ReportDetails({ report }: { report: ItemReport }) {
  const m = useMessages()
  const words = m.report
  const { rounds, checks, files, time, reruns, spent, decided } = report
  const clock = (ms: number): string => m.common.duration(ms / 1000)
  return (
    <div
      role="group"
      aria-label={words.details}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard must reach it.
      tabIndex={0}
      className="flex max-h-48 flex-col gap-2 overflow-y-auto pt-1 max-md:max-h-none"
    >
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5">
        {rounds.length === 0 ? null : (
          <Fact name={words.review}>
            {rounds.map((round) => roundWords(m.report, round)).join(' · ')}
          </Fact>
        )}
        {checks.length === 0 ? null : (
          <Fact name={words.checks}>
            {checks.map((check) => (
              <Check key={check.name} check={check} />
            ))}
          </Fact>
        )}
        {files === null || files.count === 0 ? null : (
          <Fact name={words.changed}>
            <span className="font-mono text-xs">{files.names.slice(0, MOST_FILES).join(', ')}</span>
            {files.count > MOST_FILES ? ` ${words.moreFiles(files.count - MOST_FILES)}` : null}
          </Fact>
        )}
        <Fact name={words.time}>
          {[
            words.agents(clock(time.agentMs)),
            words.host(clock(time.hostMs)),
            words.waiting(clock(time.waitingMs)),
            words.you(clock(time.personMs)),
            words.inAll(clock(time.totalMs)),
          ].join(' · ')}
        </Fact>
        <Fact name={words.cost}>
          {[
            words.launched(spent.agents),
            ...(reruns === 0 ? [] : [words.reruns(reruns)]),
            ...spentWords(m, spent),
          ].join(' · ')}
        </Fact>
      </dl>
      {decided.length === 0 ? null : (
        <section aria-label={words.decidedTitle(decided.length)}>
          <h3 className="font-medium">{words.decidedTitle(decided.length)}</h3>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {decided.map((one, at) => (
              <li key={at}>{decidedWords(m, one)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

function Check({ check }: { check: ReportCheck }) {
  const { common, delivery } = useMessages()
  const { name, result, ms } = check
  const tone = result === 'failed' ? 'text-failed' : result === 'passed' ? 'text-done' : ''
  return (
    <span className="mr-3 inline-block">
      {name} <span className={tone}>{delivery.results[result]}</span>
      {ms === null ? null : (
        <span className="text-muted"> ({common.duration(Math.max(1, ms / 1000))})</span>
      )}
    </span>
  )
}

interface RoundWords {
  roundOf(round: number): string
  toFix(count: number): string
  toDiscuss(count: number): string
  approved: string
}

function roundWords(words: RoundWords, { round, isApproved, ...found }: ReportRound): string {
  const { fixRequired, needsDiscussion } = found
  const what = isApproved
    ? words.approved
    : [
        words.toFix(fixRequired),
        ...(needsDiscussion === 0 ? [] : [words.toDiscuss(needsDiscussion)]),
      ].join(', ')
  return `${words.roundOf(round)}: ${what}`
}
