import { PROBLEM_KINDS } from '../../contracts/problem-kinds.ts'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import type { AgentProblem, PermissionAnswer, Usage } from '../../contracts/launch/agent.ts'
import {
  type Json,
  numberOrNull,
  objectOrNull,
  parseObject,
  text,
  textOrNull,
} from './json-fields.ts'

/** The type of the lines in which the bridge wraps its own events. */
export const BRIDGE_LINE = 'sdd-event'

/** One line of our bridge. Never throws: it may be cut off, or come from the CLI behind it. */
export const readBridgeLine = (line: string): AgentEvent[] => {
  const trimmed = line.trim()
  if (trimmed === '') return []
  const message = parseObject(trimmed)
  const event = message?.['type'] === BRIDGE_LINE ? objectOrNull(message['event']) : null
  const read = event === null ? null : readEvent(event)
  return [read ?? { type: 'unknown', line }]
}

type Type = AgentEvent['type']
type Readers = { [T in Type]: (event: Json) => Extract<AgentEvent, { type: T }> | null }

const READERS: Readers = {
  'session-started': (event) => {
    const sessionId = textOrNull(event['sessionId'])
    if (sessionId === null) return null
    return { type: 'session-started', sessionId, model: textOrNull(event['model']) }
  },
  text: (event) => ({ type: 'text', text: text(event['text']) }),
  thinking: (event) => ({ type: 'thinking', text: text(event['text']) }),
  'tool-call': (event) => {
    const { id, name, input } = event
    return { type: 'tool-call', id: text(id), name: text(name), input }
  },
  'tool-result': (event) => ({
    type: 'tool-result',
    id: text(event['id']),
    ok: event['ok'] === true,
    text: text(event['text']),
  }),
  'permission-denied': (event) => {
    const tool = textOrNull(event['tool'])
    return tool === null ? null : { type: 'permission-denied', tool }
  },
  'permission-asked': (event) => {
    const id = textOrNull(event['id'])
    if (id === null) return null
    return { type: 'permission-asked', id, tool: text(event['tool']), input: event['input'] }
  },
  'permission-answered': (event) => {
    const id = textOrNull(event['id'])
    const answer = ANSWERS.find((known) => known === event['answer'])
    if (id === null || answer === undefined) return null
    const by = event['by'] === 'person' ? 'person' : 'timeout'
    return { type: 'permission-answered', id, answer, by }
  },
  usage: (event) => {
    const usage = readUsage(event['usage'])
    return usage === null ? null : { type: 'usage', usage }
  },
  'quota-reached': (event) => ({
    type: 'quota-reached',
    resetsAt: numberOrNull(event['resetsAt']),
  }),
  'retry-after': (event) => {
    const seconds = numberOrNull(event['seconds'])
    return seconds === null ? null : { type: 'retry-after', seconds }
  },
  retrying: (event) => ({
    type: 'retrying',
    attempt: numberOrNull(event['attempt']),
    message: text(event['message']),
  }),
  ended: (event) => ({
    type: 'ended',
    ok: event['ok'] === true,
    message: text(event['message']),
    sessionId: textOrNull(event['sessionId']),
    usage: readUsage(event['usage']),
    deniedTools: Array.isArray(event['deniedTools']) ? event['deniedTools'].filter(isName) : [],
    problem: readProblem(event['problem']),
  }),
  unknown: (event) => ({ type: 'unknown', line: text(event['line']) }),
}

const ANSWERS: readonly PermissionAnswer[] = ['allow', 'allow-always', 'deny']

const readEvent = (event: Json): AgentEvent | null => {
  const type = text(event['type'])
  return isType(type) ? READERS[type](event) : null
}

const isType = (type: string): type is Type => Object.hasOwn(READERS, type)

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

const readUsage = (value: unknown): Usage | null => {
  const usage = objectOrNull(value)
  const inputTokens = numberOrNull(usage?.['inputTokens'])
  const outputTokens = numberOrNull(usage?.['outputTokens'])
  if (inputTokens === null || outputTokens === null) return null
  const costUsd = numberOrNull(usage?.['costUsd'])
  return {
    inputTokens,
    outputTokens,
    ...(costUsd === null ? {} : { costUsd }),
    ...(usage?.['isPartial'] === true ? { isPartial: true } : {}),
  }
}

const readProblem = (value: unknown): AgentProblem | null => {
  const found = objectOrNull(value)
  const kind = PROBLEM_KINDS.find((known) => known === found?.['kind'])
  return kind === undefined ? null : { kind, retryAt: textOrNull(found?.['retryAt']) }
}
