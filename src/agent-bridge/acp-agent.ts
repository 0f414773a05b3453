import { Readable, Writable } from 'node:stream'
import {
  type AnyMessage,
  client,
  type ClientContext,
  type InitializeRequest,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk'
import type { AgentProblem, Usage } from '../contracts/agent.ts'
import { objectOrNull, textOrNull } from '../core/agent-events/json-fields.ts'
import { problemInWords, problemOfStatus } from '../core/agent-events/problem.ts'
import { optionFor, verdictOn } from './acp-permission.ts'
import { openSession } from './acp-session.ts'
import { AcpUpdates } from './acp-updates.ts'
import { usageIn } from './acp-usage.ts'
import type { CliProcess } from './cli-process.ts'
import type { Conversation, ConversationEnd } from './conversation.ts'
import type { BridgeOptions } from './options.ts'
import { printEvent } from './print.ts'
import type { Questions } from './questions.ts'

const PROTOCOL_VERSION = 1
const CLIENT = { name: 'sdd-orchestrator', version: '1' }

/** One prompt to an agent that speaks ACP. */
export class AcpConversation implements Conversation {
  readonly #options: BridgeOptions
  readonly #cli: CliProcess
  readonly #questions: Questions
  readonly #updates = new AcpUpdates(printEvent)
  #context: ClientContext | null = null
  #sessionId: string | null = null
  /** Loading a session replays it: nothing of that is new. */
  #isReplaying = false
  #usage: Usage | null = null

  constructor(options: BridgeOptions, cli: CliProcess, questions: Questions) {
    this.#options = options
    this.#cli = cli
    this.#questions = questions
  }

  async run(prompt: string): Promise<ConversationEnd> {
    const app = client(CLIENT)
      .onNotification(methods.client.session.update, ({ params }) => {
        if (!this.#isReplaying) this.#updates.take(params.update)
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#permit(params))
    try {
      return await app.connectWith(this.#stream(), (context) => this.#talk(context, prompt))
    } catch (error) {
      this.#updates.flush()
      return failure(error)
    }
  }

  async cancel(): Promise<void> {
    if (this.#context === null || this.#sessionId === null) return
    await this.#context.notify(methods.agent.session.cancel, { sessionId: this.#sessionId })
  }

  async #talk(context: ClientContext, prompt: string): Promise<ConversationEnd> {
    this.#context = context
    const hello: InitializeRequest = {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: CLIENT,
      // It works on the files itself, as every other agent does.
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    }
    const { agentCapabilities } = await context.request(methods.agent.initialize, hello)
    this.#isReplaying = true
    const { permission, model, resumeSessionId } = this.#options
    const capabilities = agentCapabilities ?? {}
    const wanted = { permission, model, resumeSessionId, capabilities, cwd: process.cwd() }
    const session = await openSession(context, wanted)
    this.#isReplaying = false
    const { sessionId } = session
    this.#sessionId = sessionId
    printEvent({ type: 'session-started', sessionId, model: session.model })
    // An agent tells what the whole session has cost; of an old one not always what it cost before.
    const costBefore = this.#updates.costUsd ?? (resumeSessionId === null ? 0 : null)
    const { stopReason } = await context.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: prompt }],
    })
    this.#updates.flush()
    const { costUsd, lastText } = this.#updates
    const isKnown = costUsd !== null && costBefore !== null
    const cost = isKnown ? { costUsd: Math.max(0, costUsd - costBefore) } : {}
    return {
      ok: stopReason === 'end_turn',
      message: stopReason === 'end_turn' ? lastText : `it stopped: ${stopReason}`,
      usage: this.#usage === null ? null : { ...this.#usage, ...cost },
      problem: null,
    }
  }

  async #permit({
    toolCall,
    options,
  }: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const { name, input } = this.#updates.toolOf(toolCall)
    const verdict = verdictOn(toolCall.kind, this.#options.permission)
    if (verdict === 'deny') printEvent({ type: 'permission-denied', tool: name })
    const answer = verdict === 'ask' ? await this.#questions.ask(name, input) : verdict
    const optionId = optionFor(answer, options)
    if (optionId === null) return { outcome: { outcome: 'cancelled' } }
    return { outcome: { outcome: 'selected', optionId } }
  }

  /** The library drops fields that the protocol does not have; the usage is one of them. */
  #stream(): Stream {
    const output = Writable.toWeb(this.#cli.stdin) as WritableStream<Uint8Array>
    const input = Readable.toWeb(this.#cli.stdout) as ReadableStream<Uint8Array>
    const { readable, writable } = ndJsonStream(output, input)
    const look = (message: AnyMessage): void => {
      if ('result' in message) this.#usage = usageIn(message.result) ?? this.#usage
    }
    const tap = new TransformStream<AnyMessage, AnyMessage>({
      transform(message, controller) {
        look(message)
        controller.enqueue(message)
      },
    })
    return { writable, readable: readable.pipeThrough(tap) }
  }
}

function failure(error: unknown): ConversationEnd {
  const words = error instanceof Error ? error.message : String(error)
  const details = error instanceof RequestError ? detailsIn(error.data) : null
  const message = details === null ? words : `${words}: ${details}`
  return { ok: false, message, usage: null, problem: problemOf(error, message) }
}

/** Some give the HTTP status as the code of the error, others only words. */
function problemOf(error: unknown, message: string): AgentProblem | null {
  const code = error instanceof RequestError ? error.code : null
  if (code === AUTH_REQUIRED) return { kind: 'auth', retryAt: null }
  const status = code !== null && code > 0 && !isOwnFailure(code, message) ? code : null
  return problemOfStatus(status) ?? problemInWords(message)
}

const detailsIn = (data: unknown): string | null =>
  textOrNull(data) ?? textOrNull(objectOrNull(data)?.['details'])

/** ACP's "authentication required" */
const AUTH_REQUIRED = -32000

/** Gemini gives 500 to whatever it cannot explain, such as a connection that broke. */
const isOwnFailure = (code: number, message: string): boolean =>
  code === 500 && !message.includes('500')
