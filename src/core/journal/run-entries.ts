import { BUDGET_KINDS, type BudgetKind } from '../../contracts/spec-json.ts'
import { QUIET, type EntryKinds, type EntryOf } from './entry-kind.ts'

/** The run itself, and what people decide about it. */
export const RUN_ENTRIES: EntryKinds<
  | 'spec.created'
  | `run.${'started' | 'resumed' | 'recovered' | 'waiting' | 'paused' | 'failed' | 'completed' | 'reset'}`
  | `phase.${'started' | 'completed' | 'followed'}`
  | 'permission.changed'
  | 'worktree.chosen'
  | 'choices.changed'
  | `approval.${'granted' | 'revoked'}`
  | 'instruction.added'
  | 'answer.given'
  | `budget.${'changed' | 'unheld'}`
> = {
  'spec.created': {
    ...QUIET,
    message: ({ kind }) => (kind === 'bug' ? 'Bug reported' : 'Spec created'),
  },
  'run.started': {
    ...QUIET,
    message: ({ mode, phase }) =>
      mode === 'auto' ? 'Auto execution started' : `Phase ${phase} started manually`,
  },
  'run.resumed': {
    ...QUIET,
    message: ({ from }) => (from === null ? 'Auto execution resumed' : `Rerun from ${from}`),
  },
  'run.recovered': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ recoveries }) => `Run recovered after its host crashed (${recoveries}×)`,
  },
  'run.waiting': {
    level: (entry) => (isInTurn(entry) ? 'info' : 'warning'),
    toast: (entry) => (isInTurn(entry) ? 'none' : 'news'),
    person: 'needed',
    message: (entry) =>
      entry.for === 'working-tree'
        ? `Waiting for the working tree: ${treeWords(entry)}`
        : entry.for === 'answers'
          ? `Your answers are needed before ${entry.phase}; without them the suggestions are used from ${entry.until ?? 'later'}`
          : `Waiting until ${entry.until ?? 'later'}: ${entry.agent ?? 'the agent'} ${WAIT_WORDS[entry.for]}`,
  },
  'run.paused': {
    level: 'warning',
    toast: ({ reason }) => (reason === 'user' ? 'none' : 'news'),
    person: 'needed',
    message: ({ reason, detail }) => `Paused (${reason}): ${detail}`,
  },
  'run.failed': {
    level: 'error',
    toast: 'news',
    person: 'needed',
    message: ({ reason, detail }) => `Error (${reason}): ${detail}`,
  },
  'run.completed': {
    level: 'info',
    toast: 'success',
    person: 'informed',
    message: ({ reason, phase }) =>
      reason === 'done' ? 'Done' : `Done: stopped before ${phase}, as set`,
  },
  'run.reset': { ...QUIET, message: () => 'Error and re-run count reset' },
  'phase.started': { ...QUIET, message: ({ phase }) => `Phase ${phase} started` },
  'phase.completed': { ...QUIET, message: ({ phase }) => `Phase ${phase} completed` },
  'phase.followed': {
    ...QUIET,
    message: ({ to }) => `Documents changed on disk; phase is now ${to}`,
  },
  'choices.changed': {
    ...QUIET,
    message: ({ approvals, clarify }) =>
      [
        ...(approvals ? [`Documents approved by: ${approvals}`] : []),
        ...(clarify ? [`Open points: ${clarify}`] : []),
      ].join('; '),
  },
  'worktree.chosen': {
    ...QUIET,
    message: ({ on }) => `Worktree ${on ? 'on' : 'off'}`,
  },
  'permission.changed': {
    ...QUIET,
    message: ({ phase, go }) => `${phase} is now ${go ? 'GO' : 'NOGO'}`,
  },
  'approval.granted': {
    level: 'info',
    toast: ({ by }) => (by === 'person' ? 'success' : 'none'),
    person: 'none',
    message: ({ phase, by }) => `${phase} approved by ${by}`,
  },
  'approval.revoked': {
    level: 'info',
    toast: 'news',
    person: 'none',
    message: ({ phase, reason }) => `${phase} rejected: ${reason}`,
  },
  'instruction.added': { ...QUIET, message: ({ text }) => `Instruction: ${text}` },
  'answer.given': {
    ...QUIET,
    message: ({ key, issue, text }) => `Decided on ${issue === '' ? key : issue}: ${text}`,
  },
  'budget.changed': { ...QUIET, message: (entry) => `Budget: ${budgetWords(entry)}` },
  'budget.unheld': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ usd, agents }) =>
      `${agents.join(', ')} does not report its cost, so the budget of $${usd} does not cover it`,
  },
}

const WAIT_WORDS = {
  quota: 'is out of quota',
  service: 'has an overloaded or failing service',
  network: 'cannot reach its service',
} as const

const budgetWords = (entry: { [K in BudgetKind]?: number | null | undefined }): string =>
  BUDGET_KINDS.filter((kind) => entry[kind] !== undefined)
    .map((kind) => `${kind} ${entry[kind] ?? 'without limit'}`)
    .join(', ')

type Waiting = EntryOf<'run.waiting'>

/** It waits for nothing but its turn. */
const isInTurn = (entry: Waiting): boolean =>
  entry.for === 'working-tree' && entry.behind?.isAbandoned !== true

function treeWords({ phase, behind }: Waiting): string {
  if (!behind) return `another spec is in ${phase}`
  const { item, isAbandoned } = behind
  if (!isAbandoned) return `${item.name} has it`
  const verb = item.kind === 'bug' ? 'sdd bug' : 'sdd'
  return `${item.name} has it, and its host crashed. Continue it with "${verb} resume ${item.name}", or give it up with "${verb} stop ${item.name}"`
}
