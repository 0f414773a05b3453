import { workflowOf } from '../../../core/workflow/workflows.ts'
import { isDocumentPhase } from '../../../contracts/spec-json.ts'
import type { TimeTotals } from '../../../contracts/views/insights.ts'
import type { SpecStatus } from '../../../contracts/views/status.ts'
import { formatOf, layoutOf, pathOf } from '../../../core/formats/item-place.ts'
import { checkStanding, isUnverified } from '../../../core/views/delivery.ts'
import { documentsIn } from '../../../host/documents/list-documents.ts'
import { ownLiveFolder } from '../../../host/documents/own-folder.ts'
import { statusSettings } from '../../../host/config/status-settings.ts'
import { readManyStatuses, readStatuses } from '../../../host/items/spec-status.ts'
import { aligned } from '../../command-help.ts'
import type { CommandDetails } from '../../command.ts'
import type { JsonLine } from '../../output.ts'
import { EXIT } from '../../exit-codes.ts'
import { existingItem, locateProject, type Project } from '../../project.ts'
import { wordsForEnding } from '../../words/reason-words.ts'
import { usageWords } from '../../words/usage-words.ts'
import { nameKey } from '../../words/name-key.ts'
import { readTime } from '../../run/view/item-time.ts'
import { foldArchived } from '../../words/lines/archived-lines.ts'
import { unreadLines } from '../../words/lines/unread-lines.ts'
import { nowWords } from '../../words/now-words.ts'
import { timeWords } from '../../words/time-words.ts'
import { standingWords } from '../../words/waiting-words.ts'

export const command: CommandDetails = {
  help: `
Shows where every spec stands, or one of them in detail, from the files alone: no host is needed and
nothing in the project is written. While a host runs, it also shows what is being done now.`,
  options: { all: { value: null, help: 'list archived specs too' } },
  async run(invocation) {
    const { output } = invocation
    const project = locateProject(invocation)
    const [name] = invocation.positionals
    const only = name === undefined ? null : existingItem(project, name)
    const shown = statusSettings(project.folders.projectDir, invocation.env)
    const { remote } = invocation
    const { statuses, unread } = remote
      ? { statuses: await remote.statuses(only ?? invocation.kind), unread: [] }
      : only === null && invocation.kind === 'spec'
        ? readManyStatuses(project.folders, shown)
        : {
            statuses: readStatuses(project.folders, only ?? invocation.kind, shown),
            unread: [],
          }
    if (!remote && statuses.some(({ run }) => run.status === 'running')) {
      // Loaded only here: usually there is no host to ask.
      const { addNow } = await import('../../run/view/live-now.ts')
      await addNow(project.folders, statuses)
    }
    const [first] = statuses
    const details = only === null || first === undefined ? null : detailsIn(project, first)
    for (const status of statuses) output.data(published(status, details))
    for (const folder of unread) output.data({ type: 'unread', ...folder })
    if (!output.isJson) {
      const lines =
        only === null
          ? [...listed(statuses, { project, isAll: invocation.has('all') }), ...unreadLines(unread)]
          : statuses.flatMap((status) => detailsOf(status, project, details))
      for (const line of lines) output.say(line)
    }
    const unreadable = statuses.filter(({ problem }) => problem !== null)
    for (const { problem } of unreadable)
      output.warn(`${problem}: left untouched; fix it or restore it from git`)
    return unreadable.length > 0 ? EXIT.error : EXIT.completed
  },
}

/** Read only when a single item is shown. */
interface Details {
  time: TimeTotals | null
  documents: string[]
}

function detailsIn({ folders }: Project, status: SpecStatus): Details {
  const folder = ownLiveFolder(folders, status.item, status.workspace)
  return {
    time: readTime(folders, status, new Date()),
    documents: folder === null ? [] : documentsIn(folder, status.item).map(({ name }) => name),
  }
}

/** Leaves out optional fields that are empty; scripts rely on all others being present. */
function published(whole: SpecStatus, details: Details | null): JsonLine {
  const { item, problem, usage, run, workflow, now, chosen, asks, ...status } = whole
  const { waitingFor, waitingUntil, waitingBehind, ...standing } = run
  const behind = waitingBehind === null ? {} : { waitingBehind }
  return {
    type: 'status',
    [nameKey(item)]: item.name,
    ...(item.kind === 'bug' ? bugFields(whole) : status),
    ...(workflow === item.kind ? {} : { workflow }),
    run: waitingFor === null ? standing : { ...standing, waitingFor, waitingUntil, ...behind },
    ...(now === null ? {} : { now }),
    ...(asks === null ? {} : { asks }),
    ...(Object.keys(chosen).length === 0 ? {} : { chosen }),
    ...(usage.agents === 0 ? {} : { usage }),
    ...(details === null ? {} : { documents: details.documents }),
    ...(details === null || details.time === null ? {} : { time: details.time }),
    ...(problem === null ? {} : { problem }),
  }
}

/** Leaves out what only specs have. */
const bugFields = ({ phase, permissions, workspace, checks, deploy }: SpecStatus): object => ({
  phase,
  permissions,
  workspace,
  checks,
  deploy,
})

function listed(
  statuses: SpecStatus[],
  { project, isAll }: { project: Project; isAll: boolean },
): string[] {
  if (isAll) return linesFor(statuses, project)
  const { shown, lines } = foldArchived(statuses)
  return shown.length === 0 && lines.length > 0
    ? lines.slice(1)
    : [...linesFor(shown, project), ...lines]
}

function linesFor(statuses: SpecStatus[], project: Project): string[] {
  if (statuses.length === 0) return noneYet(project)
  if (project.kind === 'bug')
    return aligned([['BUG', 'RUN', 'PHASE', 'CHECKS', ''], ...statuses.map(bugRow)], '')
  const rows = statuses.map((status) => [
    status.item.name,
    status.problem === null ? standingWords(status.run) : 'unreadable spec.json',
    status.problem === null ? documentsOf(status) : '',
    status.tasks ? `${status.tasks.done}/${status.tasks.total}` : '',
    verified(status),
    status.now === null ? '' : nowWords(status.now, Date.now()),
  ])
  return aligned([['SPEC', 'RUN', 'DOCUMENTS', 'TASKS', 'CHECKS', ''], ...rows], '')
}

function noneYet({ kind, place, typed }: Project): string[] {
  const [what, name, description] =
    kind === 'bug'
      ? ['bugs', 'my-bug', 'What is wrong']
      : ['specs', 'my-feature', 'What you want to build']
  return [
    `There are no ${what} in ${place} yet.`,
    `Create one: ${typed('new', name, '--description', description)}`,
  ]
}

const bugRow = (status: SpecStatus): string[] => [
  status.item.name,
  status.problem === null ? standingWords(status.run) : 'unreadable bug.json',
  status.problem === null ? status.phase : '',
  verified(status),
  status.now === null ? '' : nowWords(status.now, Date.now()),
]

/** Points out a completed run that no check has verified. */
const verified = (status: SpecStatus): string =>
  checkStanding(status) ?? (status.run.status === 'completed' ? 'not verified by checks' : '')

function documentsOf({ item, phase, workflow }: SpecStatus): string {
  const isArchived = layoutOf(item).isArchived(pathOf(item))
  const notes = [workflow === 'quick' && 'quick', isArchived && 'archived'].filter((note) => note)
  return notes.length === 0 ? phase : `${phase} (${notes.join(', ')})`
}

function detailsOf(status: SpecStatus, project: Project, details: Details | null): string[] {
  const { time, documents } = details ?? { time: null, documents: [] }
  const { item, run, tasks } = status
  const isBug = item.kind === 'bug'
  const optional = tasks && tasks.optional.total > 0 ? ` (optional ${counts(tasks.optional)})` : ''
  const ofTasks = [
    ['review', run.round === null ? 'no round yet' : `round ${run.round}`],
    ['tasks', tasks ? `${counts(tasks)} done${optional}` : tasksWords(status)],
    ['re-runs', String(run.implReruns)],
  ]
  const facts = [
    ['run', [standingWords(status.run), run.phase ? `at ${run.phase}` : ''].join(' ').trim()],
    ...(status.now === null ? [] : [['now', nowWords(status.now, Date.now())]]),
    [isBug ? 'phase' : 'documents', documentsOf(status)],
    ...(documents.length === 0 ? [] : [['files', documents.join(', ')]]),
    ...(isBug ? [] : ofTasks),
    ...(status.chosen.approvals === 'person' ? [['approvals', 'by you']] : []),
    ['workspace', workspaceOf(status)],
    ['checks', checksOf(status)],
    ...(isBug ? [] : [['inspection', inspectionOf(status.inspection)]]),
    ['deploy', deployOf(status)],
    ['usage', status.usage.agents === 0 ? 'no agent yet' : usageWords(status.usage)],
    ...(time === null ? [] : [['time', timeWords(time)]]),
  ]
  const phases = workflowOf(status).phases.map(({ phase }) => [
    phase,
    status.permissions[phase] ? 'GO' : 'NOGO',
    isDocumentPhase(phase) ? approval(status.approvals[phase]) : '',
  ])
  return [
    item.name,
    ...aligned(facts),
    '',
    ...aligned(phases),
    ...lacking(status),
    ...nextSteps(status, project),
  ]
}

/** Where a spec of another tool differs from ours. */
function lacking({ item }: SpecStatus): string[] {
  const { title, lacks } = formatOf(item)
  if (item.kind === 'bug' || lacks.length === 0) return []
  return ['', `  ${title}`, ...lacks.map(({ en }) => `  - ${en}`)]
}

function nextSteps(status: SpecStatus, project: Project): string[] {
  const { item, run, workspace, deploy, asks } = status
  if (run.status === 'idle') return ['', `  → Run it: ${project.typed('run', item.name)}`]
  if (run.reason === null) return []
  const { reason, phase, round } = run
  const { what, todo } = wordsForEnding(
    {
      name: item.name,
      asks,
      reason,
      phase,
      round,
      logs: '',
      worktree: workspace.kind === 'worktree' ? workspace : null,
      deployed: deploy.state === 'done' ? deploy : null,
    },
    project,
  )
  return ['', `  ${what}`, ...todo.map((line) => `  → ${line}`)]
}

const workspaceOf = ({ workspace }: SpecStatus): string =>
  workspace.kind === 'checkout'
    ? 'your checkout'
    : `${workspace.path} (branch ${workspace.branch} from ${workspace.base})`

const checksOf = (status: SpecStatus): string =>
  isUnverified(status)
    ? 'not verified by checks: none are declared'
    : status.checks.map(({ name, result }) => `${name} ${result}`).join(', ')

const inspectionOf = (inspection: SpecStatus['inspection']): string =>
  inspection === null
    ? 'none yet'
    : `${inspection.verdict.toUpperCase()} (inspection-${inspection.round}.md)`

function deployOf({ deploy: { state, commit, url, queued, conflicts } }: SpecStatus): string {
  const facts = [
    queued === null ? null : `for ${queued.base}`,
    commit,
    url,
    conflicts.length === 0 ? null : `conflicts: ${conflicts.join(', ')}`,
  ]
  return [state, ...facts].filter((fact) => fact !== null).join(', ')
}

/** It has no boxes or an unclosed fence; the run says which, and where. */
const tasksWords = ({ approvals }: SpecStatus): string =>
  approvals.tasks.generated ? 'written, but its boxes cannot be read' : 'not written yet'

const counts = ({ done, total }: { done: number; total: number }): string => `${done}/${total}`

const approval = ({ generated, approved }: { generated: boolean; approved: boolean }): string =>
  approved
    ? generated
      ? 'approved'
      : 'approved, but missing'
    : generated
      ? 'written, not approved'
      : 'not written'
