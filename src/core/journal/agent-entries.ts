import { DEFAULT_AGENT, toolSettingKey } from '../agents/agent-table.ts'
import { QUIET, type EntryKinds, type EntryOf } from './entry-kind.ts'

/** Agents: their launches, ends, questions and problems. */
export const AGENT_ENTRIES: EntryKinds<
  | 'step.started'
  | `agent.${'started' | 'ended' | 'switched' | 'asked' | 'answered' | 'recalled' | 'hung' | 'unhung'}`
  | 'tool.denied'
  | 'ask.ended'
> = {
  'step.started': {
    ...QUIET,
    message: ({ phase, round, attempt, instructions }) =>
      `Step ${phase}${round === null ? '' : ` ${round}`} begins${attempt > 1 ? ` (attempt ${attempt})` : ''}${instructionWords(instructions.length)}`,
  },
  'agent.started': {
    ...QUIET,
    message: ({ agent, phase }) => `Agent ${agent} started for ${phase}`,
  },
  'agent.ended': {
    level: ({ status, ignored, problem }) => {
      if (status !== 'failed' || ignored) return 'info'
      return problem === null ? 'error' : 'warning'
    },
    toast: 'none',
    person: 'none',
    message: ({ status, problem, cause, ignored }) =>
      `Agent ended: ${status} (${problem?.kind ?? cause})${ignored ? ', late and ignored' : ''}`,
  },
  'ask.ended': { ...QUIET, message: ({ agent }) => `Asked ${agent}` },
  'agent.switched': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ from, to, why }) => `${to} takes over from ${from} (${SWITCH_WORDS[why]})`,
  },
  'agent.asked': {
    level: 'warning',
    toast: 'news',
    person: 'needed',
    message: ({ tool, summary }) =>
      `The agent asks to use ${tool}${summary === '' ? '' : `: ${summary}`}`,
  },
  'agent.answered': {
    level: 'info',
    toast: ({ by }) => (by === 'timeout' ? 'news' : 'none'),
    person: 'none',
    message: ({ by, answer }) =>
      by === 'person' ? `Answered: ${ANSWER_WORDS[answer]}` : 'No answer in time; denied',
  },
  'agent.recalled': {
    ...QUIET,
    message: () => 'Agent stopped; resuming with your instruction',
  },
  'agent.hung': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: () => 'Agent not responding: no output for a long time; it keeps running',
  },
  'agent.unhung': { ...QUIET, message: () => 'Agent is responding again' },
  'tool.denied': { level: 'warning', toast: 'news', person: 'none', message: deniedMessage },
}

function deniedMessage({ tools, phase, agent }: EntryOf<'tool.denied'>): string {
  const toolKey = toolSettingKey(agent ?? DEFAULT_AGENT)
  const what = `${agent ?? 'the agent'} was not allowed to use ${tools.join(', ')}${phase ? ` in ${phase}` : ''}`
  const allow =
    toolKey === null
      ? `--permission for one run, or permissions.${phase ?? 'impl'} in your personal configuration`
      : `--allow-tools for one run, or ${toolKey} in your personal configuration`
  return `${what}; to allow it: ${allow}`
}

const SWITCH_WORDS = {
  missing: 'its program was not found',
  quota: 'it is out of quota',
  overloaded: 'its service is overloaded',
  server: 'its service is failing',
  network: 'it cannot reach its service',
  auth: 'it is not logged in',
  forbidden: 'its service rejects it',
} as const

const ANSWER_WORDS = {
  allow: 'allow',
  'allow-always': 'always allow',
  deny: 'deny',
} as const

const instructionWords = (count: number): string =>
  count === 0 ? '' : `, with ${count === 1 ? 'an instruction' : `${count} instructions`}`
