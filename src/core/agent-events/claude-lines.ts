import type { AgentEvent } from '../../contracts/agent-events.ts'
import { ruleFor } from './denied-rule.ts'
import type { AgentProblem, Usage } from '../../contracts/launch/agent.ts'
import { BRIDGE_LINE, readBridgeLine } from './bridge-lines.ts'
import {
  type Json,
  numberOrNull,
  objectOrNull,
  objects,
  parseObject,
  text,
  textOrNull,
} from './json-fields.ts'
import { problem, problemInWords, problemOfStatus } from './problem.ts'

const NOISE = new Set([
  'stream_event',
  'control_request',
  'control_response',
  'control_cancel_request',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'keep_alive',
])

/** One line of `claude -p --output-format stream-json`. Never throws: the line is untrusted. */
export const readClaudeLine = (line: string): AgentEvent[] => {
  const trimmed = line.trim()
  if (trimmed === '') return []
  const message = parseObject(trimmed)
  if (message === null)
    return CLIENT_LOG.test(line) ? readClientLog(trimmed) : [{ type: 'unknown', line }]
  switch (message['type']) {
    case 'system':
      return readSystem(message)
    case 'assistant':
      return readAssistant(message)
    case 'user':
      return readUser(message)
    case 'result':
      return [readResult(message)]
    case 'rate_limit_event':
      return readRateLimit(message)
    // If it may ask, it runs behind the bridge, which adds the questions.
    case BRIDGE_LINE:
      return readBridgeLine(line)
    default:
      return NOISE.has(text(message['type'])) ? [] : [{ type: 'unknown', line }]
  }
}

/** The client log that we turn on: the only place that shows a server's `retry-after`. */
const CLIENT_LOG = /^(?:\[log_\w+\] |response \d{3} https?:|\s|[}\]])/

const readClientLog = (line: string): AgentEvent[] => {
  const seconds = /^"?retry-after"?: "(\d{1,9})",?$/i.exec(line)?.[1]
  return seconds === undefined ? [] : [{ type: 'retry-after', seconds: Number(seconds) }]
}

const readSystem = (message: Json): AgentEvent[] => {
  switch (message['subtype']) {
    case 'init': {
      const sessionId = textOrNull(message['session_id'])
      if (sessionId === null) return []
      return [{ type: 'session-started', sessionId, model: textOrNull(message['model']) }]
    }
    case 'api_retry': {
      const reason = textOrNull(message['error']) ?? textOrNull(message['message'])
      const status = numberOrNull(message['error_status'])
      const attempt = numberOrNull(message['attempt'])
      return [
        { type: 'retrying', attempt, message: reason ?? (status === null ? '' : `${status}`) },
      ]
    }
    case 'permission_denied': {
      const tool = textOrNull(message['tool_name'])
      return tool === null ? [] : [{ type: 'permission-denied', tool }]
    }
    default:
      return []
  }
}

const readAssistant = (message: Json): AgentEvent[] => {
  const inner = objectOrNull(message['message'])
  if (inner === null) return []
  const events = objects(inner['content']).flatMap(readAssistantBlock)
  const usage = readUsage(inner['usage'])
  return usage === null ? events : [...events, { type: 'usage', usage }]
}

const readAssistantBlock = (block: Json): AgentEvent[] => {
  switch (block['type']) {
    case 'text':
      return [{ type: 'text', text: text(block['text']) }]
    case 'thinking':
      return [{ type: 'thinking', text: text(block['thinking']) }]
    case 'tool_use': {
      const { id, name, input } = block
      return [{ type: 'tool-call', id: text(id), name: text(name), input }]
    }
    default:
      return []
  }
}

const readUser = (message: Json): AgentEvent[] =>
  objects(objectOrNull(message['message'])?.['content'])
    .filter((block) => block['type'] === 'tool_result')
    .map((block) => ({
      type: 'tool-result',
      id: text(block['tool_use_id']),
      ok: block['is_error'] !== true,
      text: contentText(block['content']),
    }))

/** A failed API call is printed as `"subtype":"success","is_error":true`: `is_error` decides. */
const readResult = (message: Json): AgentEvent => {
  const subtype = text(message['subtype'])
  const isOk = message['is_error'] === false && !subtype.startsWith('error')
  const costUsd = numberOrNull(message['total_cost_usd'])
  const usage = readTotal(message)
  const words = textOrNull(message['result']) ?? errorText(message['errors']) ?? subtype
  const denials = objects(message['permission_denials']).flatMap((denial) => {
    const tool = text(denial['tool_name'])
    return tool === '' ? [] : [ruleFor(tool, denial['tool_input'])]
  })
  return {
    type: 'ended',
    ok: isOk,
    message: words,
    sessionId: textOrNull(message['session_id']),
    usage: usage === null || costUsd === null ? usage : { ...usage, costUsd },
    deniedTools: [...new Set(denials)],
    problem: isOk ? null : problemOf(message, words),
  }
}

const problemOf = (message: Json, words: string): AgentProblem | null => {
  if (message['subtype'] === 'error_max_budget_usd') return problem('budget')
  return problemOfStatus(numberOrNull(message['api_error_status']), words) ?? problemInWords(words)
}

/** Also printed while all is well; only `rejected` means that the quota is used up. */
const readRateLimit = (message: Json): AgentEvent[] => {
  const info = objectOrNull(message['rate_limit_info'])
  if (info?.['status'] !== 'rejected') return []
  return [{ type: 'quota-reached', resetsAt: numberOrNull(info['resetsAt']) }]
}

/** Claude counts cached input separately; without it, a long session would seem to read nothing. */
const readUsage = (value: unknown): Usage | null => {
  const usage = objectOrNull(value)
  if (usage === null) return null
  const input = numberOrNull(usage['input_tokens'])
  const output = numberOrNull(usage['output_tokens'])
  if (input === null && output === null) return null
  const cached =
    (numberOrNull(usage['cache_read_input_tokens']) ?? 0) +
    (numberOrNull(usage['cache_creation_input_tokens']) ?? 0)
  return { inputTokens: (input ?? 0) + cached, outputTokens: output ?? 0 }
}

/** Only the usage per model includes sub-agents, and runs that were cut off by their budget. */
const readTotal = (message: Json): Usage | null => {
  const usage = readUsage(message['usage'])
  const models = objects(Object.values(objectOrNull(message['modelUsage']) ?? {}))
  if (models.length === 0) return usage
  const sum = (...fields: string[]): number =>
    models
      .flatMap((model) => fields.map((field) => numberOrNull(model[field]) ?? 0))
      .reduce((total, count) => total + count, 0)
  return {
    inputTokens: sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'),
    outputTokens: sum('outputTokens'),
  }
}

const errorText = (errors: unknown): string | null => {
  if (!Array.isArray(errors)) return null
  const words = errors.map((error) => textOrNull(error) ?? text(objectOrNull(error)?.['message']))
  return words.filter((word) => word !== '').join('\n') || null
}

const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : objects(content)
        .filter((block) => block['type'] === 'text')
        .map((block) => text(block['text']))
        .join('\n')
