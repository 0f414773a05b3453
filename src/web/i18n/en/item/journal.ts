import type { AgentProblem } from '../../../../contracts/launch/agent.ts'
import type { GitAct } from '../../../../contracts/host-steps.ts'
import type { JournalEntry, JournalType } from '../../../../contracts/journal.ts'
import { taskLabel } from '../../../../core/readers/tasks/task-names.ts'
import { BUDGET_KINDS, type BudgetKind } from '../../../../contracts/spec-json.ts'
import { common } from '../common.ts'
import { reasons } from './reasons.ts'
import { workflow } from './workflow.ts'
import { MAX_REPAIRS, MAX_FIX_CYCLES, MAX_IMPL_RERUNS } from '../../../../core/workflow/limits.ts'
import { stepName } from '../../step-name.ts'

type Words = { [T in JournalType]: (entry: Extract<JournalEntry, { type: T }>) => string }

const { phases } = common
const agentPhase = (phase: string): string => stepName(common, phase)
const budgetKinds: Record<BudgetKind, string> = { usd: 'money', tokens: 'tokens', minutes: 'time' }
const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const switchedWhy = {
  missing: 'its program was not found',
  quota: 'it is out of quota',
  overloaded: 'its service is overloaded',
  server: 'its service is failing',
  network: 'it cannot reach its service',
  auth: 'it is not logged in',
  forbidden: 'its service rejects it',
}
const waits = {
  quota: 'is out of quota',
  service: 'has an overloaded or failing service',
  network: 'cannot reach its service',
}
const problems: Record<AgentProblem['kind'], string> = {
  quota: 'it is out of quota',
  auth: 'it is not logged in',
  forbidden: 'its service rejects it',
  overloaded: 'its service is overloaded',
  server: 'its service is failing',
  network: 'it cannot reach its service',
  budget: 'its budget is used up',
  denied: 'it was denied something it needed',
}
const limits = { usd: common.cost, tokens: common.tokens, minutes: common.minutes }
const limit = (kind: BudgetKind, amount: number | null): string =>
  `${budgetKinds[kind]} ${amount === null ? 'without limit' : limits[kind](amount)}`

const checkResults = { passed: 'passed', failed: 'failed', stopped: 'stopped' }
const gitActs: Record<GitAct['type'], string> = {
  'make-workspace': 'preparing the worktree',
  record: 'looking at what has changed',
  integrate: 'bringing the work onto the base branch',
  'continue-integration': 'continuing after the conflict',
  'catch-up': 'bringing the base branch into the worktree',
  'move-base': 'moving the base branch',
  'commit-checkout': 'committing',
  'pull-request': 'opening the pull request',
  'clean-up': 'cleaning up',
}

/** One sentence for every kind of entry in the event log. */
export const journal: Words = {
  'spec.created': ({ kind }) => (kind === 'bug' ? 'Bug reported' : 'Spec created'),
  'run.started': (entry) =>
    entry.mode === 'auto' || entry.phase === null
      ? 'Auto execution started'
      : `${phases[entry.phase]} started manually`,
  'run.resumed': (entry) =>
    entry.from === null ? 'Auto execution resumed' : `Rerun from ${phases[entry.from]}`,
  'run.recovered': (entry) => `Run recovered after its host crashed (${entry.recoveries}×)`,
  'run.waiting': (entry) =>
    entry.for === 'working-tree'
      ? `${phases[entry.phase]}: ${workflow.waitsForTree(entry.behind)}`
      : entry.for === 'answers'
        ? `${phases[entry.phase]} needs your answers${entry.until === null ? '' : ` until ${common.clock(entry.until)}`}`
        : `${entry.agent ?? 'The agent'} ${waits[entry.for]}: ${phases[entry.phase]} waits${entry.until === null ? '' : ` until ${common.clock(entry.until)}`}`,
  'run.paused': (entry) => `Paused: ${reasons[entry.reason].title}`,
  'run.failed': (entry) =>
    `Error: ${reasons[entry.reason].title}${entry.problem === null ? '' : ` (${problems[entry.problem]})`}`,
  'run.completed': (entry) =>
    entry.reason === 'done' || entry.phase === null
      ? 'Completed'
      : common.stoppedBefore(phases[entry.phase]),
  'run.reset': () => 'Error and re-run count reset',
  'phase.started': (entry) => `${phases[entry.phase]} started`,
  'phase.completed': (entry) => `${phases[entry.phase]} done`,
  'step.started': (entry) =>
    entry.round === null
      ? `${agentPhase(entry.phase)}: preparing the agent`
      : `${agentPhase(entry.phase)}, round ${entry.round}: preparing the agent`,
  'agent.started': (entry) => `${entry.agent} started working on ${agentPhase(entry.phase)}`,
  'agent.ended': (entry) =>
    entry.status === 'completed'
      ? 'Agent finished'
      : entry.status === 'interrupted'
        ? 'Agent stopped'
        : entry.problem === null
          ? 'Agent failed'
          : `Agent ended: ${problems[entry.problem.kind]}`,
  'ask.ended': (entry) =>
    `Asked ${entry.agent}${entry.usage?.costUsd === undefined ? '' : ` (${common.cost(entry.usage.costUsd)})`}`,
  'agent.switched': (entry) =>
    `Switched from ${entry.from} to ${entry.to} for ${agentPhase(entry.phase)}: ${switchedWhy[entry.why]}`,
  'agent.asked': (entry) =>
    `Agent asks to use ${entry.tool}${entry.summary === '' ? '' : `: ${entry.summary}`}`,
  'agent.answered': (entry) =>
    entry.by === 'timeout'
      ? 'No answer in time; denied'
      : `Answered: ${common.actions.answers[entry.answer]}`,
  'agent.recalled': () => 'Agent stopped; resuming with your instruction',
  'instruction.added': (entry) => `Instruction: ${entry.text}`,
  'answer.given': (entry) =>
    `Decided on ${entry.issue === '' ? 'what was asked' : `${entry.key} “${entry.issue}”`}: ${entry.text}`,
  'budget.unheld': (entry) =>
    `${entry.agents.join(', ')} does not report its cost, so the budget of ${common.cost(entry.usd)} does not cover it`,
  'budget.changed': (entry) =>
    `Budget: ${BUDGET_KINDS.flatMap((kind) => {
      const amount = entry[kind]
      return amount === undefined ? [] : limit(kind, amount)
    }).join(', ')}`,
  'agent.hung': () => 'Agent is not responding',
  'agent.unhung': () => 'Agent is responding again',
  'tool.denied': (entry) =>
    `${entry.agent ?? 'Agent'} was not allowed to use ${entry.tools.join(', ')}${entry.phase ? ` in ${agentPhase(entry.phase)}` : ''}`,
  'impl.rerun': (entry) =>
    `Rerunning implementation (${entry.attempt}/${MAX_IMPL_RERUNS}): ${entry.done} of ${plural(entry.total, 'task')} done`,
  'impl.limit-reached': (entry) =>
    `${plural(entry.total - entry.done, 'task')} still open after ${MAX_IMPL_RERUNS} re-runs`,
  'impl.checked': (entry) => `${entry.done} of ${plural(entry.total, 'task')} done`,
  'review.written': (entry) => `Review ${entry.round} written`,
  'review.round-completed': (entry) =>
    `Review round ${entry.round}: ${entry.fixRequired} to fix, ${entry.needsDiscussion} to discuss${entry.approved ? ', approved' : ''}`,
  'review.fixes-applied': (entry) =>
    entry.changed
      ? `Fixes of round ${entry.round} applied`
      : `Round ${entry.round}: nothing changed`,
  'review.contradicted': (entry) =>
    `Round ${entry.round}: spec.json says “${entry.claimed}” but the document does not; the document counts`,
  'inspection.completed': (entry) => `Inspection ${entry.number}: ${entry.result.toUpperCase()}`,
  'fix.rerun': (entry) =>
    `Fixing again (${entry.attempt}/${MAX_IMPL_RERUNS}): ${entry.checks.join(', ')} failed`,
  'fix.limit-reached': (entry) =>
    `${entry.checks.join(', ')} still failing after ${MAX_IMPL_RERUNS} re-runs`,
  'verification.completed': (entry) =>
    `Verification ${entry.number}: ${entry.result === 'verified' ? 'VERIFIED' : 'NOT VERIFIED'}`,
  'verdict.outdated': () => 'The code has changed since it passed; it is judged again',
  'workflow.followed': (entry) => `Follows the ${entry.workflow} workflow`,
  'approval.granted': (entry) =>
    entry.by === 'person'
      ? `${phases[entry.phase]} approved`
      : `${phases[entry.phase]} approved automatically`,
  'approval.revoked': (entry) => `${phases[entry.phase]} rejected: ${entry.reason}`,
  'spec.restored': (entry) =>
    `${entry.phase === null ? 'While agents worked, something else' : `${agentPhase(entry.phase)} agent`} changed ${entry.keys.join(', ')} in spec.json; your values were restored`,
  'documents.strayed': (entry) =>
    [
      ...(Object.keys(entry.documents).length === 0
        ? []
        : [
            `${agentPhase(entry.phase)} agent wrote ${Object.keys(entry.documents).join(', ')}: used as input only`,
          ]),
      ...(entry.ticked ? ['Tasks were checked off before implementation; it runs anyway'] : []),
    ].join('. '),
  'tasks.vanished': (entry) =>
    entry.tasks.length === 0
      ? 'All tasks are back in tasks.md'
      : `Missing from tasks.md, counted as open: ${entry.tasks.map(taskLabel).join('; ')}`,
  'permission.changed': (entry) => `${phases[entry.phase]} set to ${entry.go ? 'GO' : 'NOGO'}`,
  'phase.followed': () => 'Documents changed on disk',
  'journal.repaired': () => 'An incomplete last line of the event log was removed',
  'journal.rewound': ({ known, found, restored }) => {
    if (restored) return 'Something else had changed the event log: it was restored'
    return found < known
      ? 'The event log went back to an earlier version (checkout or stash)'
      : 'Something else had changed the event log: nothing follows from what it wrote'
  },
  'check.started': (entry) => `Check ${entry.work.name} started`,
  'check.completed': (entry) =>
    `Check ${entry.name}: ${entry.isTimeout ? 'timed out' : checkResults[entry.result]}`,
  'git.started': (entry) => `Git: ${gitActs[entry.act.type]}`,
  'git.completed': (entry) => (entry.result === null ? 'Git: not done' : 'Git: done'),
  'workspace.created': (entry) => `Worktree created: branch ${entry.branch} from ${entry.base}`,
  'workspace.committed': (entry) =>
    `${plural(entry.files, 'file')} committed (${entry.commit.slice(0, 12)})`,
  'workspace.removed': (entry) => `Worktree and branch ${entry.branch} removed`,
  'clarify.asked': (entry) =>
    entry.questions.length === 0
      ? 'No questions before the requirements'
      : `${entry.questions.length === 1 ? '1 question' : `${entry.questions.length} questions`} before the requirements`,
  'clarify.settled': (entry) =>
    entry.by === 'timeout'
      ? `No answer in time; the suggestions are used (${entry.assumed.length})`
      : 'Questions answered',
  'choices.changed': (entry) =>
    [
      entry.approvals === 'person' ? 'Documents are approved by you' : null,
      entry.approvals === 'auto' ? 'Documents are approved automatically' : null,
      entry.clarify === 'ask' ? 'Questions come first' : null,
      entry.clarify === 'assume' ? 'No questions first' : null,
    ]
      .filter((words) => words !== null)
      .join('. '),
  'worktree.chosen': (entry) => (entry.on ? 'Worktree turned on' : 'Worktree turned off'),
  'work.saved': (entry) => `Work saved as ${entry.ref}`,
  'inspection.fix-started': (entry) =>
    `Inspection ${entry.number} says NOGO: fixing what it found (${entry.attempt}/${Math.max(entry.attempt, MAX_FIX_CYCLES)})`,
  'deploy.queued': (entry) => `In line to deploy to ${entry.base}`,
  'deploy.started': (entry) => `Deploying to ${entry.base}`,
  'deploy.conflicted': (entry) => `Conflict with the base branch: ${entry.files.join(', ')}`,
  'deploy.repair-started': (entry) =>
    `Fails together with the newest base: ${entry.checks.join(', ')}. Repairing it (${entry.attempt}/${MAX_REPAIRS})`,
  'deploy.release-settled': (entry) =>
    entry.hasRun
      ? 'The command after the deploy has run: it is not run again'
      : 'The command after the deploy has to run again',
  'deploy.completed': (entry) =>
    entry.url === null
      ? `Deployed${entry.commit === null ? '' : ` as ${entry.commit.slice(0, 12)}`}`
      : `Pull request: ${entry.url}`,
}
