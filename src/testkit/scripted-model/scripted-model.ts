import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type AnswerInput, type Ending, sendJson } from './scripted-answer.ts'
import { answerAnthropic } from './answer-anthropic.ts'
import { answerChat } from './answer-chat.ts'
import { answerGemini } from './answer-gemini.ts'
import { answerResponses } from './answer-responses.ts'
import { answerFailure, isHttpFailure } from './failure.ts'
import { type ModelApi, type ModelRequest, readModelRequest } from './model-request.ts'
import { scriptFor } from './script.ts'
import { SpecPlay, type SpecPlayOptions } from './spec-play.ts'

export interface ScriptedModel {
  /**
   * The base URL of a scenario: `text`, `ask`, `write`, `shell`, `acts`, `spec`; `http401`,
   * `http403`, …, `quota.SECONDS` (back at that time) or `quota.in-SECONDS`, `wait.in-SECONDS`;
   * `hang` never answers, `cut` and `stall` break off.
   */
  url: (scenario: string) => string
  /** All requests so far, from any client. */
  requests: { scenario: string; request: ModelRequest }[]
  /** Makes it unreachable until `back` opens the same address again. */
  away: () => Promise<void>
  back: () => Promise<void>
  close: () => Promise<void>
}

/** A model server on loopback for the wire formats of Anthropic, OpenAI (both) and Google. */
export async function startScriptedModel(
  options: { spec?: SpecPlayOptions } = {},
): Promise<ScriptedModel> {
  const spec = options.spec === undefined ? null : new SpecPlay(options.spec)
  const requests: ScriptedModel['requests'] = []
  const newId = idMaker()
  const server = createServer((message, response) => {
    readBody(message).then(
      (body) => serve({ message, response, body, spec, requests, newId }),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (scenario) => `http://127.0.0.1:${port}/s/${scenario}`,
    requests,
    away: () => closeServer(server),
    back: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: () => closeServer(server),
  }
}

interface Exchange {
  message: IncomingMessage
  response: ServerResponse
  body: Record<string, unknown>
  spec: SpecPlay | null
  requests: ScriptedModel['requests']
  newId: (prefix: string) => string
}

function serve(exchange: Exchange): void {
  const { message, response, body } = exchange
  const { pathname } = new URL(message.url ?? '/', 'http://model')
  const [, scenario = 'text', path = pathname] = /^\/s\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
  const gemini = /\/models\/([^:/]+):(\w+)$/.exec(path)
  const api = gemini === null ? apiOf(path) : 'gemini'
  if (message.method !== 'POST' || api === null || gemini?.[2] === 'countTokens')
    return serveOther(response, path)
  const named = { model: gemini?.[1], stream: gemini?.[2] === 'streamGenerateContent' }
  const request = readModelRequest(api, gemini === null ? body : { ...body, ...named })
  exchange.requests.push({ scenario, request })
  play(exchange, request, scenario)
}

function play(exchange: Exchange, request: ModelRequest, scenario: string): void {
  const { response, spec, newId } = exchange
  const [name = '', argument = ''] = scenario.split('.')
  if (name === 'hang') return
  if (isHttpFailure(name)) {
    const resetsAt = resetTime(argument)
    return answerFailure({ response, api: request.api, failure: name, resetsAt })
  }
  const script = scriptFor(name, { request, spec })
  if ('instead' in script) return play(exchange, request, script.instead)
  const ending: Ending = name === 'cut' || name === 'stall' ? name : 'whole'
  ANSWERS[request.api]({ response, request, answer: script.answer, ending, newId })
}

const resetTime = (argument: string): number =>
  argument.startsWith('in-')
    ? Math.floor(Date.now() / 1000) + Number(argument.slice('in-'.length))
    : Number(argument)

const ANSWERS: Readonly<Record<ModelApi, (input: AnswerInput) => void>> = {
  anthropic: answerAnthropic,
  responses: answerResponses,
  chat: answerChat,
  gemini: answerGemini,
}

function apiOf(path: string): ModelApi | null {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/responses')) return 'responses'
  return path.endsWith('/chat/completions') ? 'chat' : null
}

/** Other requests of clients: token counts, the list of models, health checks. */
function serveOther(response: ServerResponse, path: string): void {
  if (path.endsWith('count_tokens')) return sendJson(response, 200, { input_tokens: 100 })
  if (path.endsWith(':countTokens')) return sendJson(response, 200, { totalTokens: 100 })
  if (path.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: [] })
  sendJson(response, path === '/' ? 200 : 404, {})
}

async function readBody(message: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function idMaker(): (prefix: string) => string {
  let last = 0
  return (prefix) => {
    last += 1
    return `${prefix}_${last.toString(36).padStart(12, '0')}`
  }
}

async function closeServer(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  if (server.listening) await once(server, 'close')
}
