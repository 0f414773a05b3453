import type { AgentProblem } from '../../contracts/launch/agent.ts'
import type { JournalEntry, JournalType } from '../../contracts/journal.ts'
import type { Decision } from '../../contracts/asked/questions.ts'
import type { AutoExecutionState, PassingWait, Step } from '../../contracts/run-state.ts'
import { stepOf } from '../workflow/workflows.ts'
import { strayed } from './evolve-audit.ts'
import { inWorkspace } from './evolve-host.ts'
import { heardOf } from './recovered.ts'
import { closeAccount, openAccount, withAsk } from './spent.ts'

type Changes = Partial<AutoExecutionState>
type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

/** An agent that worked this long before its quota ran out has made progress. */
const WORTHWHILE_MS = 5 * 60_000

const AGENT_TYPES = [
  'step.started',
  'agent.started',
  'agent.ended',
  'agent.switched',
  'ask.ended',
  'agent.asked',
  'agent.answered',
  'agent.recalled',
  'agent.hung',
  'agent.unhung',
  'instruction.added',
  'answer.given',
  'tool.denied',
  'spec.restored',
  'documents.strayed',
  'tasks.vanished',
] as const satisfies JournalType[]

type AgentEntry = Entry<(typeof AGENT_TYPES)[number]>

const AGENT_TYPE_SET: ReadonlySet<string> = new Set(AGENT_TYPES)

export const isAgentEntry = (entry: JournalEntry): entry is AgentEntry =>
  AGENT_TYPE_SET.has(entry.type)

/** What happens to agents, which instructions they get, and what they did without permission. */
export function agentChanges(state: AutoExecutionState, entry: AgentEntry): Changes {
  switch (entry.type) {
    case 'step.started':
      return stepStarted(state, entry)
    case 'agent.started':
      return changeStep(state, entry, (step) => ({ ...step, stage: 'running' }))
    case 'agent.ended':
      return agentEnded(state, entry)
    case 'ask.ended':
      return withAsk(state, entry)
    case 'agent.asked':
      return asked(state, entry)
    case 'agent.answered':
      return answered(state, entry)
    case 'agent.recalled':
      return {
        ...NOT_WAITING,
        ...changeStep(state, entry, (step) => ({ ...step, stage: 'recalled' })),
      }
    case 'agent.hung':
      return changeStep(state, entry, (step) => ({ ...step, isHung: true }))
    case 'agent.unhung':
      return changeStep(state, entry, (step) => ({ ...step, isHung: false }))
    case 'instruction.added':
      return { instructions: [...state.instructions, entry.text] }
    case 'answer.given':
      return { decisions: decided(state.decisions, entry) }
    case 'tool.denied':
      return { denied: [...new Set([...state.denied, ...entry.tools])].slice(0, MOST_DENIED) }
    case 'documents.strayed':
      return strayed(state, entry)
    case 'tasks.vanished':
    case 'spec.restored':
    case 'agent.switched':
      return {}
    default:
      return entry satisfies never
  }
}

/** A longer list would not help the user. */
const MOST_DENIED = 20
/** Older decisions are in the documents by then. */
const MOST_DECISIONS = 100

/** A second answer to the same question replaces the first one. */
function decided(known: Decision[], entry: Entry<'answer.given'>): Decision[] {
  const { about, phase, document, key, issue, text } = entry
  const others = known.filter((one) => one.about !== about || one.key !== key)
  return [...others, { about, phase, document, key, issue, text }].slice(-MOST_DECISIONS)
}

function stepStarted(state: AutoExecutionState, entry: Entry<'step.started'>): Changes {
  const { stepId, attempt, agentId, phase, round, mode, before, resumeSessionId } = entry
  const agent = entry.agent ?? null
  const earlier = attempt === 1 ? [] : (state.step?.tried ?? [])
  // Few spreads: a list of many specs replays tens of thousands of these entries.
  return {
    unaccounted: openAccount(state, entry),
    waitingFor: null,
    waitingUntil: null,
    waitingBehind: null,
    question: null,
    budgetChanges: {},
    permissionChanges: {},
    choiceChanges: {},
    status: 'running',
    trackedAgentIds: [agentId],
    steps: attempt === 1 ? state.steps + 1 : state.steps,
    agents: state.agents + 1,
    instructions: [],
    // They pass again only once the host has read it: what an agent claims does not count.
    redo: [...new Set([...state.redo, ...stepOf(phase).reopens])],
    ...inWorkspace(state, entry),
    step: {
      stepId,
      attempt,
      agentId,
      phase,
      round,
      mode,
      before,
      resumeSessionId,
      stage: 'launching',
      sessionId: resumeSessionId,
      interrupted: false,
      agent,
      tried: agent === null ? earlier : withTried(earlier, { agent, problem: null }),
      problem: null,
      instructions: entry.instructions ?? [],
      unanswered: 0,
      losses: attempt === 1 ? 0 : (state.step?.losses ?? 0),
      isHung: false,
      atLaunch: entry.atLaunch ?? null,
      said: '',
      nudged: entry.nudged ?? false,
      isAudited: false,
      tree: entry.tree ?? null,
    },
  }
}

export const NOT_WAITING = {
  waitingFor: null,
  waitingUntil: null,
  waitingBehind: null,
  question: null,
} as const

type Tried = Step['tried'][number]

const withTried = (tried: Tried[], one: Tried): Tried[] =>
  tried.some(({ agent }) => agent === one.agent)
    ? tried.map((other) => (other.agent === one.agent ? one : other))
    : [...tried, one]

function agentEnded(state: AutoExecutionState, entry: Entry<'agent.ended'>): Changes {
  const { step } = state
  const account = closeAccount(state, entry)
  if (step?.agentId !== entry.agentId) return account
  if (step.stage === 'recalled')
    return { ...account, step: { ...step, sessionId: entry.sessionId ?? step.sessionId } }
  // Reported twice: the second time must not undo what the first one found.
  if (step.stage !== 'launching' && step.stage !== 'running') return account
  const problem = entry.problem ?? null
  return {
    ...account,
    ...heardOf(state, { isGone: entry.lost }),
    ...(state.waitingFor === 'answer' ? NOT_WAITING : {}),
    quotaWaits: madeProgress(entry) ? null : state.quotaWaits,
    step: {
      ...step,
      sessionId: entry.sessionId ?? step.sessionId,
      stage: entry.ignored ? 'settled' : stageAfter(entry),
      interrupted: entry.status === 'interrupted',
      losses: lossesAfter(step, entry),
      said: entry.said ?? '',
      problem,
      tried: step.agent === null ? [] : withTried(step.tried, { agent: step.agent, problem }),
    },
  }
}

/** An agent that never started does not change the count. */
function lossesAfter({ losses }: Step, { lost, cause }: Entry<'agent.ended'>): number {
  if (!lost) return 0
  return cause === 'not-started' ? losses : losses + 1
}

function changeStep(
  state: AutoExecutionState,
  entry: { agentId: string },
  change: (step: Step) => Step,
): Changes {
  return state.step?.agentId === entry.agentId ? { step: change(state.step) } : {}
}

function asked(state: AutoExecutionState, entry: Entry<'agent.asked'>): Changes {
  if (state.step?.agentId !== entry.agentId) return {}
  const { questionId, tool, summary, until } = entry
  return {
    waitingFor: 'answer',
    waitingUntil: until,
    question: { id: questionId, tool, summary },
  }
}

function answered(state: AutoExecutionState, entry: Entry<'agent.answered'>): Changes {
  if (state.question?.id !== entry.questionId) return {}
  const isTooLate = entry.by === 'timeout'
  return {
    ...NOT_WAITING,
    ...changeStep(state, entry, (step) => ({
      ...step,
      unanswered: isTooLate ? step.unanswered + 1 : 0,
    })),
  }
}

/** What to wait for when a problem keeps an agent from working; null: it does not pass. */
export const waitFor = (problem: AgentProblem | null): PassingWait | null => {
  if (problem === null) return null
  switch (problem.kind) {
    case 'quota':
      return 'quota'
    case 'overloaded':
    case 'server':
      return 'service'
    case 'network':
      return 'network'
    case 'auth':
    case 'forbidden':
    case 'budget':
    case 'denied':
      return null
    default:
      return problem.kind satisfies never
  }
}

const madeProgress = (entry: Entry<'agent.ended'>): boolean =>
  waitFor(entry.problem ?? null) === null || (entry.ranMs ?? 0) >= WORTHWHILE_MS

function stageAfter(entry: Entry<'agent.ended'>): Step['stage'] {
  if (entry.status === 'completed') return 'ended'
  return entry.lost ? 'lost' : 'failed'
}

/** The agent was cut short and its step is not over: what it wrote may be incomplete. */
export function isCutShort({ stage, problem }: Step): boolean {
  switch (stage) {
    case 'launching':
    case 'running':
    case 'recalled':
    case 'lost':
      return true
    case 'failed':
      return waitFor(problem) !== null || problem?.kind === 'budget'
    case 'ended':
    case 'settled':
      return false
    default:
      return stage satisfies never
  }
}
