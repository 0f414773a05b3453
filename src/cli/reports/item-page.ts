import type { Phase } from '../../contracts/phases.ts'
import type {
  Decided,
  ItemReport,
  NextAct,
  ReportCheck,
  ReportFiles,
  ReportRound,
  Verdict,
} from '../../contracts/views/report.ts'
import type { Project } from '../project.ts'
import { durationOf } from '../run/view/run-view.ts'
import { counted } from '../words/counted.ts'
import { wordsForEnding, type EndWords } from '../words/reason-words.ts'
import { PHASE_TITLES } from '../words/phase-titles.ts'
import { lasting, timeWords } from '../words/time-words.ts'
import { usageWords } from '../words/usage-words.ts'
import type { ReportPage } from './report-page.ts'

export const VERDICT_WORDS: Record<Verdict, string> = {
  deployed: 'Deployed',
  'pull-request': 'Pull request open',
  passed: 'Passed, not deployed',
  done: 'Done',
  'needs-you': 'Needs you',
  failed: 'Failed',
  stopped: 'Stopped',
  running: 'Running',
  queued: 'Queued',
  'not-started': 'Not started',
}

const TONES: Record<Verdict, ReportPage['tone']> = {
  deployed: 'good',
  'pull-request': 'good',
  passed: 'good',
  done: 'good',
  'needs-you': 'open',
  failed: 'bad',
  stopped: 'open',
  running: 'open',
  queued: 'open',
  'not-started': 'open',
}

/** How an item went, in words. */
export function itemPage(report: ItemReport, project: Project): ReportPage {
  const { item, title, verdict, tasks, inspections, verifications } = report
  const { what, todo } = endingOf(report, project)
  const judged = [
    ...inspections.map(({ result }) => result.toUpperCase()),
    ...verifications.map(({ result }) => (result === 'verified' ? 'verified' : 'not verified')),
  ]
  const facts: [string, string][] = [
    ['about', title],
    ...(tasks === null ? [] : [['tasks', `${tasks.done}/${tasks.total} done`] as [string, string]]),
    ...(report.rounds.length === 0
      ? []
      : [['review', roundWords(report.rounds)] as [string, string]]),
    ['checks', checkWords(report.checks)],
    ...(judged.length === 0
      ? []
      : [
          [item.kind === 'bug' ? 'verified' : 'inspection', judged.join(', then ')] as [
            string,
            string,
          ],
        ]),
    ...(report.reruns === 0 ? [] : [['re-runs', String(report.reruns)] as [string, string]]),
    ...(report.files === null ? [] : [['files', fileWords(report.files)] as [string, string]]),
    ['time', `${lasting(report.time.totalMs)} in total: ${timeWords(report.time)}`],
    ['usage', report.spent.agents === 0 ? 'no agent yet' : usageWords(report.spent)],
  ]
  const decided = report.decided.map(decidedWords)
  return {
    title: `${item.name}: ${VERDICT_WORDS[verdict]}`,
    lead: what,
    tone: TONES[verdict],
    facts,
    lists: [
      ...(decided.length === 0 ? [] : [{ title: 'Decided for you', items: decided }]),
      ...(todo.length === 0 ? [] : [{ title: 'Next', items: todo }]),
    ],
  }
}

const DEPLOYS: Partial<Record<NextAct['act'], true>> = { deploy: true, 'pull-request': true }

function endingOf(report: ItemReport, project: Project): EndWords {
  const { item, run, rounds, workspace, deploy } = report
  const { status, reason, phase } = run
  if (status === 'running' || status === 'queued')
    return { what: phase === null ? 'Running.' : `Running: ${titleOf(phase)}.`, todo: [] }
  if (reason === null)
    return { what: 'Not run yet.', todo: [`Run it: ${project.typed('run', item.name)}`] }
  const ending = {
    name: item.name,
    reason,
    phase,
    round: rounds.at(-1)?.round ?? null,
    logs: '',
    worktree: workspace.kind === 'worktree' ? workspace : null,
    deployed: deploy.state === 'done' ? deploy : null,
  }
  const words = wordsForEnding(ending, project)
  const canDeploy = report.next.some(({ act }) => DEPLOYS[act] === true)
  const deployIt = project.typed('deploy', item.name)
  if (!canDeploy || words.todo.some((line) => line.includes(deployIt))) return words
  return { ...words, todo: [...words.todo, `Deploy it: ${deployIt}`] }
}

const titleOf = (phase: Phase): string => PHASE_TITLES[phase]

function roundWords(rounds: readonly ReportRound[]): string {
  const each = rounds.map(({ fixRequired, needsDiscussion, isApproved }) =>
    isApproved
      ? 'approved'
      : [
          `${fixRequired} to fix`,
          ...(needsDiscussion > 0 ? [`${needsDiscussion} to discuss`] : []),
        ].join(' and '),
  )
  return `${counted(rounds.length, 'round')}: ${each.join(', then ')}`
}

const checkWords = (checks: readonly ReportCheck[]): string =>
  checks.length === 0
    ? 'not verified by checks: none are declared'
    : checks
        .map(({ name, result, ms }) =>
          ms === null ? `${name} ${result}` : `${name} ${result} (${durationOf(ms)})`,
        )
        .join(', ')

const fileWords = ({ count, added, removed, isPart }: ReportFiles): string =>
  `${isPart ? 'at least ' : ''}${count} changed, +${added} -${removed} lines`

function decidedWords(decided: Decided): string {
  switch (decided.kind) {
    case 'approved':
      return `${titleOf(decided.phase)} was approved automatically`
    case 'assumption':
      return `Assumed: ${decided.text}`
    case 'suggestion':
      return `Suggested answer accepted: ${decided.question} ${decided.answer}`
    case 'denied':
      return `Denied, no answer in time: ${[decided.tool, decided.summary].filter(Boolean).join(': ')}`
    case 'skipped':
      return `${titleOf(decided.phase)} was skipped: it is NOGO`
    case 'fixed':
      return `What inspection ${decided.inspection} found was fixed automatically`
    case 'switched':
      return `${decided.to} took the place of ${decided.from} in ${decided.phase}`
    case 'conflict':
      return `An agent resolved a merge conflict in ${decided.files.join(', ')}`
    case 'restored':
      return `Restored what an agent had changed in the record: ${decided.keys.join(', ')}`
    default:
      return decided satisfies never
  }
}
