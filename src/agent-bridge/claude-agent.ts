import { createInterface } from 'node:readline'
import { objectOrNull, parseObject, text } from '../core/agent-events/json-fields.ts'
import type { CliProcess } from './cli-process.ts'
import type { Conversation } from './conversation.ts'
import { printLine } from './print.ts'
import type { Questions } from './asked-questions.ts'

/**
 * One prompt to `claude --input-format stream-json --permission-prompt-tool stdio`. What it prints
 * goes to the log as it is; only its questions are answered here.
 */
export class ClaudeConversation implements Conversation {
  readonly #cli: CliProcess
  readonly #questions: Questions

  constructor(cli: CliProcess, questions: Questions) {
    this.#cli = cli
    this.#questions = questions
  }

  async run(prompt: string): Promise<null> {
    const content = [{ type: 'text', text: prompt }]
    this.#send({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null })
    for await (const line of createInterface({ input: this.#cli.stdout })) this.#take(line)
    return null
  }

  async cancel(): Promise<void> {
    this.#send({
      type: 'control_request',
      request_id: 'interrupt',
      request: { subtype: 'interrupt' },
    })
  }

  usageSoFar(): null {
    return null
  }

  #take(line: string): void {
    const message = parseObject(line)
    if (message?.['type'] === 'control_request') {
      const request = objectOrNull(message['request'])
      const requestId = text(message['request_id'])
      if (request?.['subtype'] === 'can_use_tool') return void this.#permit(requestId, request)
      // Without an answer it would wait forever.
      return this.#respond({ subtype: 'error', request_id: requestId, error: 'not supported' })
    }
    printLine(line)
    // It now waits for the next prompt, but there is none.
    if (message?.['type'] === 'result') this.#cli.stdin.end()
  }

  async #permit(requestId: string, request: Record<string, unknown>): Promise<void> {
    const { input } = request
    const answer = await this.#questions.ask(text(request['tool_name']), input)
    const response =
      answer === 'deny'
        ? { behavior: 'deny', message: 'The person did not allow this.' }
        : { behavior: 'allow', updatedInput: input }
    this.#respond({ subtype: 'success', request_id: requestId, response })
  }

  #respond(response: object): void {
    this.#send({ type: 'control_response', response })
  }

  #send(message: object): void {
    this.#cli.stdin.write(`${JSON.stringify(message)}\n`)
  }
}
