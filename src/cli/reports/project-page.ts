import {
  REPORT_GROUPS,
  type ProjectReport,
  type ReportGroup,
  type ReportLine,
} from '../../contracts/views/report.ts'
import { oneLine } from '../words/safe-text.ts'
import { costWords, usageWords } from '../words/usage-words.ts'
import { counted } from '../words/counted.ts'
import { VERDICT_WORDS } from './item-page.ts'
import type { ReportPage } from './report-page.ts'

const GROUP_WORDS: Record<ReportGroup, string> = {
  'needs-you': 'Needs you',
  failed: 'Failed',
  running: 'Running or queued',
  merged: 'Merged or pull request open',
  ended: 'Ended',
}

/** What happened in the project since then, in words. */
export function projectPage(report: ProjectReport): ReportPage {
  const { since, lines, spent } = report
  const groups = REPORT_GROUPS.map((group) => ({
    group,
    lines: lines.filter((line) => line.group === group),
  }))
  const needed = groups.filter(({ group }) => group === 'needs-you' || group === 'failed')
  const open = needed.reduce((sum, { lines: some }) => sum + some.length, 0)
  return {
    title: `Since ${localTime(since)}`,
    lead: open === 0 ? 'Nothing needs you.' : `${counted(open, 'item')} for you to look at.`,
    tone: open === 0 ? 'good' : 'open',
    facts: [
      ...groups.map(({ group, lines: some }) => [GROUP_WORDS[group], String(some.length)] as const),
      ['Spent', spent.agents === 0 ? 'no agent ended in this time' : usageWords(spent)],
    ],
    lists: groups
      .filter(({ lines: some }) => some.length > 0)
      .map(({ group, lines: some }) => ({ title: GROUP_WORDS[group], items: some.map(lineWords) })),
  }
}

function lineWords(line: ReportLine): string {
  const { item, title, verdict, run, tasks, url, commit, spent, group } = line
  const isPlain = run.reason === null || run.reason === 'nogo' || run.reason === 'done'
  const why = isPlain ? null : run.reason
  const facts = [
    group === 'merged' ? (url ?? `commit ${commit?.slice(0, 12) ?? ''}`) : VERDICT_WORDS[verdict],
    group === 'merged' || why === null ? null : why,
    tasks === null ? null : `${tasks.done}/${tasks.total} tasks`,
    spent.agents === 0 ? null : costWords(spent),
  ].filter((fact) => fact !== null)
  const name = item.kind === 'bug' ? `bug ${item.name}` : item.name
  return `${name}: ${oneLine(title)} (${facts.join(', ')})`
}

/** In the time zone of this machine. */
function localTime(moment: string): string {
  const at = new Date(moment)
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
