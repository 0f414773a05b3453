import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { objectOrNull } from '../../core/agent-events/json-fields.ts'
import type { ToolUse } from './acp-permission.ts'
import { pathsIn } from './acp-paths.ts'

/** What is known of a tool call so far: later updates contain only what has changed. */
interface Call extends ToolUse {
  name: string
  input: Record<string, unknown> | null
  isReported: boolean
  isGranted: boolean
}

export interface AskedTool extends ToolUse {
  name: string
  input: unknown
}

/** Turns an ACP stream into events: joins pieces of text, reports each tool call once. */
export class AcpUpdates {
  readonly #emit: (event: AgentEvent) => void
  readonly #onDone: (tool: AskedTool) => void
  readonly #calls = new Map<string, Call>()
  #said: { type: 'text' | 'thinking'; text: string } | null = null
  #costUsd: number | null = null
  #lastText = ''

  /** `onDone` gets every tool that was used without permission. */
  constructor(
    emit: (event: AgentEvent) => void,
    onDone: (tool: AskedTool) => void = () => undefined,
  ) {
    this.#emit = emit
    this.#onDone = onDone
  }

  /** The cost of the whole session, as far as reported. */
  get costUsd(): number | null {
    return this.#costUsd
  }

  get lastText(): string {
    return this.#lastText
  }

  take(update: SessionUpdate): void {
    const { sessionUpdate } = update
    if (sessionUpdate === 'agent_message_chunk') this.#say('text', update.content)
    else if (sessionUpdate === 'agent_thought_chunk') this.#say('thinking', update.content)
    else if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update')
      this.#tool(update)
    else if (sessionUpdate === 'usage_update' && update.cost?.currency === 'USD')
      this.#costUsd = update.cost.amount
  }

  /** The tool that a permission request is about. */
  toolOf(request: ToolCallUpdate): AskedTool {
    this.flush()
    const { name, input, kind, paths, isCommand } = this.#call(request)
    return { name, input: input ?? inputOf(request), kind, paths, isCommand }
  }

  grant(toolCallId: string): void {
    const call = this.#calls.get(toolCallId)
    if (call !== undefined) call.isGranted = true
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
    if (!call.isReported && (isDone || call.input !== null)) {
      call.isReported = true
      const input = call.input ?? inputOf(update)
      this.#emit({ type: 'tool-call', id, name: call.name, input })
    }
    if (!isDone) return
    this.#calls.delete(id)
    const ok = update.status === 'completed'
    this.#emit({ type: 'tool-result', id, ok, text: resultText(update) })
    if (ok && !call.isGranted) this.#onDone(call)
  }

  #call(update: ToolCallUpdate): Call {
    const known = this.#calls.get(update.toolCallId)
    const more = objectOrNull(update.rawInput) ?? {}
    const input = { ...known?.input, ...more }
    // Later titles name the file instead of the tool.
    const name = known?.name ?? update.name ?? toolName(update)
    const call: Call = {
      name,
      input: Object.keys(input).length > 0 ? input : null,
      kind: update.kind ?? known?.kind,
      paths: [...new Set([...(known?.paths ?? []), ...pathsIn(update)])],
      isCommand: 'command' in input || 'cmd' in input,
      isReported: known?.isReported ?? false,
      isGranted: known?.isGranted ?? false,
    }
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

const resultText = ({ content }: ToolCallUpdate): string =>
  (content ?? [])
    .flatMap((part) =>
      part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
    )
    .join('\n')
