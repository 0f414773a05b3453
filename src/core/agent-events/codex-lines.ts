import type { AgentEvent } from '../../contracts/agent-events.ts'
import type { Usage } from '../../contracts/launch/agent.ts'
import {
  type Json,
  numberOrNull,
  objectOrNull,
  objects,
  parseObject,
  text,
  textOrNull,
} from './json-fields.ts'
import { problemInWords } from './problem.ts'

/** One line of `codex exec --json`. Never throws: the line is untrusted. */
export const readCodexLine = (line: string): AgentEvent[] => {
  const trimmed = line.trim()
  if (trimmed === '') return []
  const message = parseObject(trimmed)
  switch (message?.['type']) {
    case 'thread.started': {
      const sessionId = textOrNull(message['thread_id'])
      return sessionId === null ? [] : [{ type: 'session-started', sessionId, model: null }]
    }
    case 'turn.started':
    case 'item.updated':
      return []
    case 'item.started':
      return readItem(objectOrNull(message['item']), false)
    case 'item.completed':
      return readItem(objectOrNull(message['item']), true)
    case 'turn.completed':
      return [ended(true, { message: '', usage: readUsage(message['usage']) })]
    case 'turn.failed': {
      const words = text(objectOrNull(message['error'])?.['message'])
      return [ended(false, { message: words, usage: null })]
    }
    // Printed at each retry, and once more before codex gives up the turn.
    case 'error':
      return [{ type: 'retrying', attempt: null, message: text(message['message']) }]
    default:
      return [{ type: 'unknown', line }]
  }
}

/** Codex reports a denied tool on stderr only, and still exits with 0. */
export const deniedByCodex = (errorOutput: string): string[] =>
  /\bpatch rejected\b/.test(errorOutput) ? ['apply_patch'] : []

const CLIENT_LOG = /\bcodex_http_client::client: |^.{0,4000}\bheaders=\{.*\bversion=HTTP/
const RETRY_AFTER = /"retry-after": "(\d{1,9})"/i

/** The client log that we turn on: the only place that shows a server's `retry-after`. */
export const readCodexLog = (errorOutput: string): { words: string; retryAfter: number | null } => {
  const lines = errorOutput.split('\n')
  const last = lines.findLast((line) => CLIENT_LOG.test(line)) ?? ''
  const seconds = RETRY_AFTER.exec(last)?.[1]
  return {
    words: lines.filter((line) => !CLIENT_LOG.test(line)).join('\n'),
    retryAfter: seconds === undefined ? null : Number(seconds),
  }
}

const readItem = (item: Json | null, isDone: boolean): AgentEvent[] => {
  if (item === null) return []
  const id = text(item['id'])
  switch (item['type']) {
    case 'agent_message':
      return isDone ? [{ type: 'text', text: text(item['text']) }] : []
    case 'reasoning':
      return isDone ? [{ type: 'thinking', text: text(item['text']) }] : []
    case 'command_execution': {
      if (!isDone) return [call(id, 'shell', { command: text(item['command']) })]
      return [result(id, item, text(item['aggregated_output']))]
    }
    case 'file_change': {
      const paths = objects(item['changes']).map((change) => text(change['path']))
      if (!isDone) return [call(id, 'apply_patch', { path: paths.join(', ') })]
      return [result(id, item, paths.join('\n'))]
    }
    case 'mcp_tool_call': {
      if (!isDone) return [call(id, text(item['tool']), item['arguments'])]
      return [result(id, item, '')]
    }
    case 'web_search':
      return isDone ? [] : [call(id, 'web_search', { query: text(item['query']) })]
    default:
      return []
  }
}

const call = (id: string, name: string, input: unknown): AgentEvent => ({
  type: 'tool-call',
  id,
  name,
  input,
})

const result = (id: string, item: Json, output: string): AgentEvent => ({
  type: 'tool-result',
  id,
  ok: item['status'] === 'completed',
  text: output,
})

const ended = (
  ok: boolean,
  { message, usage }: { message: string; usage: Usage | null },
): AgentEvent => ({
  type: 'ended',
  ok,
  message,
  sessionId: null,
  usage,
  deniedTools: [],
  problem: ok ? null : problemInWords(message),
})

/** Codex includes cached input in its count, and reports no cost. */
const readUsage = (value: unknown): Usage | null => {
  const usage = objectOrNull(value)
  const inputTokens = numberOrNull(usage?.['input_tokens'])
  const outputTokens = numberOrNull(usage?.['output_tokens'])
  if (inputTokens === null && outputTokens === null) return null
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 }
}
