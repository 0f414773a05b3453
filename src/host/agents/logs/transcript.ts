import type { AgentEvent } from '../../../contracts/agent-events.ts'
import type { AgentQuestion, Usage } from '../../../contracts/launch/agent.ts'
import { sessionIdOrNull } from '../../../contracts/launch/launch-values.ts'
import { afterResult, doingAfter, type Doing } from '../../../core/agent-events/doing.ts'
import { summaryOf } from '../../../core/agent-events/tool-summary.ts'
import { createLineSplitter } from './ndjson.ts'

export type EndedEvent = Extract<AgentEvent, { type: 'ended' }>

export type Transcript = {
  sessionId: string | null
  model: string | null
  usage: Usage | null
  deniedTools: Set<string>
  /** Asked and not answered yet. */
  question: Omit<AgentQuestion, 'askedAt'> | null
  /** What the last event says it is doing; null before the first event and after the end. */
  doing: Doing | null
  /** Null: no limit reached so far. */
  quota: { resetsAt: number | null } | null
  /** The last retry delay given by the model's server, in seconds. */
  retryAfter: number | null
  /** The last terminal event: an agent with background work may print several. */
  ended: EndedEvent | null
  /** Its last message: not every agent repeats it in the terminal event. */
  lastText: string
  /** The last output that was not an event, such as a plain error message. */
  lastWords: string
}

const MAX_LAST_WORDS = 2048
/**
 * How tool results begin. They make up most of every log and hold nothing that is needed later;
 * parsing them would take most of the host's time.
 */
const TOOL_RESULT_PREFIX = '{"type":"user"'

export const emptyTranscript = (): Transcript => ({
  sessionId: null,
  model: null,
  usage: null,
  deniedTools: new Set(),
  question: null,
  doing: null,
  quota: null,
  retryAfter: null,
  ended: null,
  lastText: '',
  lastWords: '',
})

/** Collects what is still needed of an agent's output after its end. */
export const createTranscriptReader = (
  readLine: (line: string) => AgentEvent[],
): { transcript: Transcript; push: (chunk: Uint8Array) => void; end: () => void } => {
  const transcript = emptyTranscript()
  const turns = createTurnCount()
  const splitter = createLineSplitter((line) => {
    if (line.startsWith(TOOL_RESULT_PREFIX)) {
      transcript.doing = afterResult(transcript.doing)
      return
    }
    for (const event of readLine(line)) {
      transcript.doing = doingAfter(transcript.doing, event)
      if (event.type === 'usage') transcript.usage = turns.add(event.usage)
      else note(transcript, event)
    }
  })
  return { transcript, push: splitter.push, end: splitter.end }
}

const note = (transcript: Transcript, event: AgentEvent): void => {
  switch (event.type) {
    case 'session-started':
      transcript.sessionId = sessionIdOrNull.parse(event.sessionId)
      transcript.model = event.model ?? transcript.model
      return
    case 'permission-denied':
      transcript.deniedTools.add(event.tool)
      return
    case 'permission-asked': {
      const { id, tool, input } = event
      transcript.question = { id, tool, summary: summaryOf(input) }
      return
    }
    case 'permission-answered':
      transcript.question = null
      return
    case 'quota-reached':
      transcript.quota = { resetsAt: event.resetsAt }
      return
    case 'retry-after':
      transcript.retryAfter = event.seconds
      return
    case 'ended':
      transcript.ended = event
      transcript.sessionId = sessionIdOrNull.parse(event.sessionId) ?? transcript.sessionId
      transcript.usage = event.usage ?? transcript.usage
      for (const tool of event.deniedTools) transcript.deniedTools.add(tool)
      return
    case 'unknown':
      transcript.lastWords = event.line.slice(0, MAX_LAST_WORDS)
      return
    case 'text':
      transcript.lastText = event.text.slice(-MAX_LAST_WORDS)
      return
    case 'thinking':
    case 'tool-call':
    case 'tool-result':
    case 'retrying':
    case 'usage':
      return
  }
}

/**
 * Claude repeats a turn's usage on each of its content blocks, so equal input means the same turn.
 * Only for display while the agent works: the terminal event has the real sum.
 */
const createTurnCount = (): { add: (usage: Usage) => Usage } => {
  let done: Usage = { inputTokens: 0, outputTokens: 0 }
  let turn: Usage = { inputTokens: 0, outputTokens: 0 }
  const sum = (a: Usage, b: Usage): Usage => ({
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  })
  return {
    add(usage) {
      if (usage.inputTokens !== turn.inputTokens) {
        done = sum(done, turn)
        turn = usage
      } else if (usage.outputTokens > turn.outputTokens) {
        turn = usage
      }
      return sum(done, turn)
    },
  }
}
