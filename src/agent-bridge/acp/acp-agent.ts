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
  type Stream,
} from '@agentclientprotocol/sdk'
import type { Usage } from '../../contracts/launch/agent.ts'
import { failure } from './acp-failure.ts'
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
  readonly #updates = new AcpUpdates(printEvent, (tool) => this.#check(tool))
  readonly #breach: Promise<never>
  #reportBreach: (error: CannotHold) => void = () => undefined
  #context: ClientContext | null = null
  #sessionId: string | null = null
  /** Loading a session replays its old updates, which are not reported again. */
  #isReplaying = false
  #tokens: Usage | null = null
  /** The agent reports the cost of the whole session; for a resumed one we may not know it so far. */
  #costBefore: number | null = null
  #since = 0
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
      // An agent that broke its mode is ended at once.
      const isBreach = error instanceof CannotHold
      return failure(error, isBreach ? this.usageSoFar() : await this.#completeUsage())
    }
  }

  async cancel(): Promise<void> {
    this.#isCancelled = true
    if (this.#context === null || this.#sessionId === null) return
    await this.#context.notify(methods.agent.session.cancel, { sessionId: this.#sessionId })
  }

  usageSoFar(): Usage | null {
    const reported = this.#reportedUsage()
    return reported === null ? null : { ...reported, isPartial: true }
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
    this.#costBefore = this.#updates.costUsd ?? (resumeSessionId === null ? 0 : null)
    this.#since = Date.now()
    const stopReason = await this.#prompt(context, sessionId, prompt)
    this.#updates.flush()
    const isDone = stopReason === 'end_turn'
    return {
      ok: isDone,
      message: isDone ? this.#updates.lastText : `it stopped: ${stopReason}`,
      usage: this.#options.exportsUsage ? await this.#completeUsage() : this.#reportedUsage(),
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

  /** All of it where the agent exports its sessions; else, and while it is being stopped, a part. */
  async #completeUsage(): Promise<Usage | null> {
    const { exportsUsage, command, folder } = this.#options
    const sessionId = this.#sessionId
    if (!exportsUsage || sessionId === null || this.#isCancelled) return this.usageSoFar()
    const session = { sessionId, since: this.#since, folder }
    return (await exportedUsage({ command, ...session })) ?? this.usageSoFar()
  }

  /** The cost comes during a turn, the tokens only at its end. */
  #reportedUsage(): Usage | null {
    const { costUsd } = this.#updates
    if (costUsd === null || this.#costBefore === null) return this.#tokens
    const tokens = this.#tokens ?? { inputTokens: 0, outputTokens: 0, isPartial: true as const }
    return { ...tokens, costUsd: Math.max(0, costUsd - this.#costBefore) }
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
      if ('result' in message) this.#tokens = sumOf(this.#tokens, usageIn(message.result))
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
