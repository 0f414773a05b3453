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
import type { AgentProblem, Usage } from '../../contracts/launch/agent.ts'
import { objectOrNull, textOrNull } from '../../core/agent-events/json-fields.ts'
import { problemInWords, problemOfStatus } from '../../core/agent-events/problem.ts'
import { CannotHold } from './acp-modes.ts'
import { changesFiles, optionFor, verdictOn } from './acp-permission.ts'
import { openSession } from './acp-session.ts'
import { AcpUpdates, type AskedTool } from './acp-updates.ts'
import { sumOf, usageIn } from './acp-usage.ts'
import type { CliProcess } from '../cli-process.ts'
import type { Conversation, ConversationEnd } from '../conversation.ts'
import { exportedUsage } from '../exported-usage.ts'
import type { BridgeOptions } from '../options.ts'
import { printEvent } from '../print.ts'
import type { Questions } from '../asked-questions.ts'

const PROTOCOL_VERSION = 1
/** Stops an agent that keeps asking for what it may not do. */
const MOST_TURNS = 20
const CONTINUE = 'That tool was not allowed here. Continue the task without it.'
const CLIENT = { name: 'sdd-orchestrator', version: '1' }

/** One prompt to an agent that speaks ACP. */
export class AcpConversation implements Conversation {
  readonly #options: BridgeOptions
  readonly #cli: CliProcess
  readonly #questions: Questions
  readonly #workspace = process.cwd()
  readonly #folder = process.env['SDD_AGENT_DIR'] ?? process.cwd()
  readonly #updates = new AcpUpdates(printEvent, (tool) => this.#check(tool))
  readonly #breach: Promise<never>
  #reportBreach: (error: CannotHold) => void = () => undefined
  #context: ClientContext | null = null
  #sessionId: string | null = null
  /** Loading a session replays its old updates, which are not reported again. */
  #isReplaying = false
  #usage: Usage | null = null
  #denials = 0
  #isCancelled = false

  constructor(options: BridgeOptions, cli: CliProcess, questions: Questions) {
    this.#options = options
    this.#cli = cli
    this.#questions = questions
    this.#breach = new Promise((_resolve, reject) => {
      this.#reportBreach = reject
    })
    this.#breach.catch(() => undefined)
  }

  async run(prompt: string): Promise<ConversationEnd> {
    const app = client(CLIENT)
      .onNotification(methods.client.session.update, ({ params }) => {
        if (!this.#isReplaying) this.#updates.take(params.update)
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#permit(params))
    try {
      return await app.connectWith(this.#stream(), (context) =>
        Promise.race([this.#talk(context, prompt), this.#breach]),
      )
    } catch (error) {
      this.#updates.flush()
      return failure(error)
    }
  }

  async cancel(): Promise<void> {
    this.#isCancelled = true
    if (this.#context === null || this.#sessionId === null) return
    await this.#context.notify(methods.agent.session.cancel, { sessionId: this.#sessionId })
  }

  async #talk(context: ClientContext, prompt: string): Promise<ConversationEnd> {
    this.#context = context
    const hello: InitializeRequest = {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: CLIENT,
      // The agent accesses files itself, like every other agent.
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    }
    const { agentCapabilities } = await context.request(methods.agent.initialize, hello)
    this.#isReplaying = true
    const { permission, model, resumeSessionId, asks } = this.#options
    const capabilities = agentCapabilities ?? {}
    const cwd = this.#workspace
    const wanted = { permission, asks, model, resumeSessionId, capabilities, cwd }
    const session = await openSession(context, wanted)
    this.#isReplaying = false
    const { sessionId } = session
    this.#sessionId = sessionId
    printEvent({ type: 'session-started', sessionId, model: session.model })
    // The agent reports the cost of the whole session; for a resumed one we may not know it so far.
    const costBefore = this.#updates.costUsd ?? (resumeSessionId === null ? 0 : null)
    const since = Date.now()
    const stopReason = await this.#prompt(context, sessionId, prompt)
    this.#updates.flush()
    const { costUsd, lastText } = this.#updates
    const isKnown = costUsd !== null && costBefore !== null
    const cost = isKnown ? { costUsd: Math.max(0, costUsd - costBefore) } : {}
    const reported = this.#usage === null ? null : { ...this.#usage, ...cost }
    return {
      ok: stopReason === 'end_turn',
      message: stopReason === 'end_turn' ? lastText : `it stopped: ${stopReason}`,
      usage: await this.#completeUsage(reported, { sessionId, since }),
      problem: null,
    }
  }

  /** Some agents end their turn at the first denied tool; they are told to continue. */
  async #prompt(context: ClientContext, sessionId: string, prompt: string): Promise<string> {
    let text = prompt
    for (let turns = 1; ; turns += 1) {
      const before = this.#denials
      const { stopReason } = await context.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text }],
      })
      const isRefusal = stopReason === 'cancelled' && this.#denials > before && !this.#isCancelled
      if (!isRefusal || turns >= MOST_TURNS) return stopReason
      text = CONTINUE
    }
  }

  /** The complete usage; for an agent that is being stopped, only what it reported so far. */
  async #completeUsage(
    reported: Usage | null,
    session: { sessionId: string; since: number },
  ): Promise<Usage | null> {
    const { exportsUsage, command } = this.#options
    if (!exportsUsage) return reported
    const folder = this.#folder
    const usage = this.#isCancelled ? null : await exportedUsage({ command, folder, ...session })
    return usage ?? (reported === null ? null : { ...reported, isPartial: true })
  }

  async #permit({
    toolCall,
    options,
  }: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const tool = this.#updates.toolOf(toolCall)
    const { name, input } = tool
    const verdict = verdictOn(tool, this.#options.permission, this.#workspace)
    const answer = verdict === 'ask' ? await this.#questions.ask(name, input) : verdict
    const isFull = this.#options.permission === 'full'
    const optionId = optionFor(isFull ? 'allow-everything' : answer, options)
    if (verdict === 'deny' || (optionId === null && answer !== 'deny'))
      printEvent({ type: 'permission-denied', tool: name })
    if (answer === 'deny' || optionId === null) this.#denials += 1
    else this.#updates.grant(toolCall.toolCallId)
    if (optionId === null) return { outcome: { outcome: 'cancelled' } }
    return { outcome: { outcome: 'selected', optionId } }
  }

  /** Ends an agent that changed files without asking: it does not respect the mode. */
  #check(tool: AskedTool): void {
    const { permission } = this.#options
    if (!changesFiles(tool) || verdictOn(tool, permission, this.#workspace) === 'allow') return
    printEvent({ type: 'permission-denied', tool: tool.name })
    const what = tool.paths.join(', ') || 'files'
    this.#reportBreach(
      new CannotHold(permission, `it changed ${what} without asking, and was ended`),
    )
  }

  /** Reads the usage here, because the library drops fields that the protocol does not have. */
  #stream(): Stream {
    const output = Writable.toWeb(this.#cli.stdin) as WritableStream<Uint8Array>
    const input = Readable.toWeb(this.#cli.stdout) as ReadableStream<Uint8Array>
    const { readable, writable } = ndJsonStream(output, input)
    const look = (message: AnyMessage): void => {
      if ('result' in message) this.#usage = sumOf(this.#usage, usageIn(message.result))
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
  if (error instanceof CannotHold)
    return { ok: false, message: words, usage: null, problem: { kind: 'denied', retryAt: null } }
  const details = error instanceof RequestError ? detailsIn(error.data) : null
  const message = details === null ? words : `${words}: ${details}`
  return { ok: false, message, usage: null, problem: problemOf(error, message) }
}

/** Some agents use the HTTP status as error code, others report only words. */
function problemOf(error: unknown, message: string): AgentProblem | null {
  const code = error instanceof RequestError ? error.code : null
  if (code === AUTH_REQUIRED) return { kind: 'auth', retryAt: null }
  const status = code !== null && code > 0 && !isOwnFailure(code, message) ? code : null
  return problemOfStatus(status, message) ?? problemInWords(message)
}

const detailsIn = (data: unknown): string | null =>
  textOrNull(data) ?? textOrNull(objectOrNull(data)?.['details'])

/** ACP's "authentication required" */
const AUTH_REQUIRED = -32000

/** Gemini reports 500 for whatever it cannot explain, such as a broken connection. */
const isOwnFailure = (code: number, message: string): boolean =>
  code === 500 && !message.includes('500')
