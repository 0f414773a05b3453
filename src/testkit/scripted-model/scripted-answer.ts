import type { ServerResponse } from 'node:http'
import type { ModelRequest } from './model-request.ts'
import type { ToolCall } from './tool-calls.ts'

/** What the model says next. */
export interface Answer {
  text: string
  tool: ToolCall | null
}

/** `cut` and `stall` break off in the middle of the answer. */
export type Ending = 'whole' | 'cut' | 'stall'

export interface AnswerInput {
  response: ServerResponse
  request: ModelRequest
  answer: Answer
  ending: Ending
  newId: (prefix: string) => string
}

export const USAGE = { input: 1200, cached: 200, output: 34 }

export type SendEvent = (event: string | null, data: object) => void

export function openStream(response: ServerResponse): SendEvent {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  return (event, data) => {
    const name = event === null ? '' : `event: ${event}\n`
    response.write(`${name}data: ${JSON.stringify(data)}\n\n`)
  }
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Leaves the client with half an answer: cut off, or waiting for the rest. */
export function breakOff(response: ServerResponse, ending: Ending): void {
  // Something is written first; otherwise the client would see a refused connection.
  if (ending === 'cut') response.write(':\n\n', () => response.destroy())
}
