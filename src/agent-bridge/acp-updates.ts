import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { AgentEvent } from '../contracts/agent-events.ts'

interface Call {
  name: string
  input: unknown
  isTold: boolean
}

/** Turns what an ACP agent streams into events: pieces of text become one, a tool is told once. */
export class AcpUpdates {
  readonly #emit: (event: AgentEvent) => void
  readonly #calls = new Map<string, Call>()
  #said: { type: 'text' | 'thinking'; text: string } | null = null
  #costUsd: number | null = null
  #lastText = ''

  constructor(emit: (event: AgentEvent) => void) {
    this.#emit = emit
  }

  /** Of the whole session, as far as it was told. */
  get costUsd(): number | null {
    return this.#costUsd
  }

  get lastText(): string {
    return this.#lastText
  }

  take(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#say('text', update.content)
      case 'agent_thought_chunk':
        return this.#say('thinking', update.content)
      case 'tool_call':
      case 'tool_call_update':
        return this.#tool(update)
      case 'usage_update':
        if (update.cost?.currency === 'USD') this.#costUsd = update.cost.amount
        return
      default:
        return
    }
  }

  /** What to call the tool of a request for permission, and what it is about. */
  toolOf(request: ToolCallUpdate): { name: string; input: unknown } {
    this.flush()
    const call = this.#call(request)
    return { name: call.name, input: call.input ?? inputOf(request) }
  }

  flush(): void {
    if (this.#said === null) return
    if (this.#said.type === 'text') this.#lastText = this.#said.text
    this.#emit(this.#said)
    this.#said = null
  }

  #say(type: 'text' | 'thinking', content: { type: string; text?: string }): void {
    if (this.#said?.type !== type) this.flush()
    this.#said ??= { type, text: '' }
    this.#said.text += content.type === 'text' ? (content.text ?? '') : ''
  }

  #tool(update: ToolCallUpdate): void {
    this.flush()
    const id = update.toolCallId
    const call = this.#call(update)
    const isDone = update.status === 'completed' || update.status === 'failed'
    if (!call.isTold && (isDone || call.input !== null)) {
      call.isTold = true
      const input = call.input ?? inputOf(update)
      this.#emit({ type: 'tool-call', id, name: call.name, input })
    }
    if (!isDone) return
    this.#calls.delete(id)
    const ok = update.status === 'completed'
    this.#emit({ type: 'tool-result', id, ok, text: resultText(update) })
  }

  #call(update: ToolCallUpdate): Call {
    const known = this.#calls.get(update.toolCallId)
    const input = hasFields(update.rawInput) ? update.rawInput : (known?.input ?? null)
    // Later titles tell the file instead of the tool.
    const name = known?.name ?? update.name ?? toolName(update)
    const call = { name, input, isTold: known?.isTold ?? false }
    this.#calls.set(update.toolCallId, call)
    return call
  }
}

/** Gemini has the tool's name only in the id, `write_file__…`; others in the title. */
const toolName = ({ toolCallId, title, kind }: ToolCallUpdate): string => {
  const inId = /^([a-z_]+?)__/.exec(toolCallId)?.[1]
  return inId ?? (title && /^[\w.-]+$/.test(title) ? title : (kind ?? 'tool'))
}

const inputOf = ({ title, locations }: ToolCallUpdate): unknown => {
  const path = locations?.[0]?.path
  return path === undefined ? { description: title ?? '' } : { path, description: title ?? '' }
}

const hasFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const resultText = ({ content }: ToolCallUpdate): string =>
  (content ?? [])
    .flatMap((part) =>
      part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
    )
    .join('\n')
