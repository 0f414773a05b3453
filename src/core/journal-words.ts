import type { Level, NewEntry } from '../contracts/journal.ts'
import { taskLabel } from './readers/task-names.ts'
import { BUDGET_KINDS, type BudgetKind } from '../contracts/spec-json.ts'

/** The level of an entry and the sentence a person reads in the log. */
export function wordsFor(entry: NewEntry): { level: Level; message: string } {
  const message = sentence(entry)
  return { level: levelOf(entry), message }
}

function levelOf(entry: NewEntry): Level {
  switch (entry.type) {
    case 'run.failed':
    case 'impl.limit-reached':
      return 'error'
    case 'agent.ended':
      if (entry.status !== 'failed' || entry.ignored) return 'info'
      return entry.problem === null ? 'error' : 'warning'
    case 'run.paused':
    case 'impl.rerun':
    case 'agent.hung':
    case 'tool.denied':
    case 'review.contradicted':
    case 'journal.repaired':
    case 'journal.rewound':
    case 'run.recovered':
    case 'agent.switched':
    case 'agent.asked':
    case 'spec.restored':
    case 'documents.strayed':
    case 'budget.unheld':
      return 'warning'
    case 'tasks.vanished':
      return entry.tasks.length > 0 ? 'warning' : 'info'
    case 'run.waiting':
      return entry.for === 'working-tree' ? 'info' : 'warning'
    default:
      return 'info'
  }
}

function sentence(entry: NewEntry): string {
  switch (entry.type) {
    case 'spec.created':
      return 'Spec created'
    case 'run.started':
      return entry.mode === 'auto'
        ? 'Auto execution started'
        : `Phase ${entry.phase} started by hand`
    case 'run.resumed':
      return entry.from === null ? 'Auto execution resumed' : `Retry from ${entry.from}`
    case 'run.recovered':
      return `Run recovered after its host died (${entry.recoveries}×)`
    case 'run.waiting':
      return entry.for === 'working-tree'
        ? `Waiting for the working tree: another spec is in ${entry.phase}`
        : `Waiting until ${entry.until ?? 'later'}: ${entry.agent ?? 'the agent'} ${WAIT_WORDS[entry.for]}`
    case 'run.paused':
      return `Paused (${entry.reason}): ${entry.detail}`
    case 'run.failed':
      return `Error (${entry.reason}): ${entry.detail}`
    case 'run.completed':
      return entry.reason === 'done' ? 'Done' : `Done: stopped before ${entry.phase}, as set`
    case 'run.reset':
      return 'Error and re-run count reset'
    case 'phase.started':
      return `Phase ${entry.phase} started`
    case 'phase.completed':
      return `Phase ${entry.phase} completed`
    case 'phase.followed':
      return `Phase follows the documents: ${entry.to}`
    case 'permission.changed':
      return `${entry.phase} is now ${entry.go ? 'GO' : 'NOGO'}`
    case 'approval.granted':
      return `${entry.phase} approved by ${entry.by}`
    case 'approval.revoked':
      return `${entry.phase} rejected: ${entry.reason}`
    case 'instruction.added':
      return `Told by a person: ${entry.text}`
    case 'budget.unheld':
      return `The budget of $${entry.usd} does not hold ${entry.agents.join(', ')}: what it costs is not told, so it is not counted`
    case 'budget.changed':
      return `Budget: ${budgetWords(entry)}`
    case 'spec.restored':
      return `The ${entry.phase} agent changed ${entry.keys.join(', ')} in spec.json: put back as people had set it`
    case 'documents.strayed':
      return strayWords(entry)
    case 'tasks.vanished':
      return entry.tasks.length === 0
        ? 'All tasks are back in tasks.md'
        : `Tasks vanished from tasks.md and count as open: ${entry.tasks.map(taskLabel).join('; ')}`
    case 'journal.repaired':
      return `A torn last line (${entry.dropped} bytes) was dropped from the event log`
    case 'journal.rewound':
      return `The event log went back from ${entry.known} to ${entry.found}: nothing is replayed`
    default:
      return agentSentence(entry)
  }
}

type AgentEntry = Exclude<
  NewEntry,
  {
    type:
      | `run.${string}`
      | `phase.${string}`
      | `journal.${string}`
      | `approval.${string}`
      | 'spec.created'
      | 'permission.changed'
      | 'instruction.added'
      | 'spec.restored'
      | 'documents.strayed'
      | 'tasks.vanished'
      | `budget.${string}`
  }
>

function agentSentence(entry: AgentEntry): string {
  switch (entry.type) {
    case 'step.started':
      return `Step ${entry.phase}${roundOf(entry.round)} begins${entry.attempt > 1 ? ` (attempt ${entry.attempt})` : ''}${toldWords(entry.instructions.length)}`
    case 'agent.started':
      return `Agent ${entry.agent} started for ${entry.phase}`
    case 'agent.ended':
      return `Agent ended: ${entry.status} (${entry.problem?.kind ?? entry.cause})${entry.ignored ? ', late and ignored' : ''}`
    case 'agent.switched':
      return `${entry.to} takes over from ${entry.from} (${SWITCH_WORDS[entry.why]})`
    case 'agent.asked':
      return `The agent asks whether it may use ${entry.tool}${entry.summary === '' ? '' : `: ${entry.summary}`}`
    case 'agent.answered':
      return entry.by === 'person'
        ? `Answered: ${ANSWER_WORDS[entry.answer]}`
        : 'Nobody answered in time: that is a no'
    case 'agent.recalled':
      return 'The agent is stopped, to go on with what a person told'
    case 'agent.hung':
      return 'The agent has printed nothing for a long time; it is left running'
    case 'agent.unhung':
      return 'The agent prints again'
    case 'tool.denied':
      return deniedWords(entry)
    case 'impl.rerun':
      return `Tasks ${entry.done}/${entry.total} done: impl runs again (re-run ${entry.attempt} of 7)`
    case 'impl.limit-reached':
      return `Tasks ${entry.done}/${entry.total} done after 7 re-runs: the limit is reached`
    case 'impl.checked':
      return `Tasks ${entry.done}/${entry.total} done`
    case 'review.written':
      return `Review ${entry.round} written`
    case 'review.round-completed':
      return `Review round ${entry.round}: ${entry.fixRequired} to fix, ${entry.needsDiscussion} to discuss`
    case 'review.fixes-applied':
      return `Fixes of round ${entry.round} ${entry.changed ? 'applied' : 'changed nothing'}`
    case 'review.contradicted':
      return `spec.json said "${entry.claimed}" for round ${entry.round}; the reply document counts`
    case 'inspection.completed':
      return `Inspection ${entry.number}: ${entry.result.toUpperCase()}`
    default:
      return entry satisfies never
  }
}

function strayWords({ phase, documents, ticked }: Bare<'documents.strayed'>): string {
  const names = Object.keys(documents)
  const written =
    names.length === 0
      ? []
      : [
          `wrote ${names.join(', ')}: input for ${names.length === 1 ? 'its own phase' : 'their own phases'}, no result`,
        ]
  const boxes = ticked ? ['left every box ticked: impl runs all the same'] : []
  return `The ${phase} agent ${[...written, ...boxes].join('; it ')}`
}

type Bare<T extends NewEntry['type']> = Extract<NewEntry, { type: T }>

function deniedWords({ tools, phase, agent = 'the agent' }: Bare<'tool.denied'>): string {
  const what = `${agent} was not allowed to use ${tools.join(', ')}${phase ? ` in ${phase}` : ''}`
  const isClaude = agent === 'claude' || agent === 'the agent'
  const list = `--allow-tools for one run, or claude.allowedTools in the personal configuration`
  return `${what}; to allow it: ${isClaude ? list : `--permission for one run, or permissions.${phase ?? 'impl'} in the personal configuration`}`
}

const roundOf = (round: number | null): string => (round === null ? '' : ` ${round}`)

const SWITCH_WORDS = {
  missing: 'its program was not found',
  quota: 'it is out of quota',
  overloaded: 'its service is overloaded',
  server: 'its service fails',
  network: 'it cannot reach its service',
  auth: 'it is not logged in',
  forbidden: 'its service refuses it',
} as const

const WAIT_WORDS = {
  quota: 'is out of quota',
  service: 'has a service that is overloaded or fails',
  network: 'cannot reach its service',
} as const

const ANSWER_WORDS = {
  allow: 'yes',
  'allow-always': 'yes, from now on',
  deny: 'no',
} as const

const toldWords = (count: number): string =>
  count === 0 ? '' : `, with ${count === 1 ? 'an instruction' : `${count} instructions`}`

const budgetWords = (entry: { [K in BudgetKind]?: number | null | undefined }): string =>
  BUDGET_KINDS.filter((kind) => entry[kind] !== undefined)
    .map((kind) => `${kind} ${entry[kind] ?? 'without limit'}`)
    .join(', ')
