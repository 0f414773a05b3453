import { type AnswerInput, breakOff, openStream, sendJson, USAGE } from './scripted-answer.ts'

export function answerChat({ response, request, answer, ending, newId }: AnswerInput): void {
  const created = Math.floor(Date.now() / 1000)
  const base = { id: newId('chatcmpl'), created, model: request.model }
  const usage = {
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    total_tokens: USAGE.input + USAGE.output,
    prompt_tokens_details: { cached_tokens: USAGE.cached },
  }
  const { tool, text } = answer
  const call = { name: tool?.name, arguments: JSON.stringify(tool?.input) }
  const calls =
    tool === null
      ? {}
      : { tool_calls: [{ index: 0, id: newId('call'), type: 'function', function: call }] }
  const finish_reason = tool === null ? 'stop' : 'tool_calls'
  if (!request.stream) {
    const message = { role: 'assistant', content: text, ...calls }
    const choices = [{ index: 0, message, finish_reason }]
    return sendJson(response, 200, { ...base, object: 'chat.completion', choices, usage })
  }
  const send = openStream(response)
  const chunk = { ...base, object: 'chat.completion.chunk' }
  const sendDelta = (delta: object, reason: string | null = null): void =>
    send(null, { ...chunk, choices: [{ index: 0, delta, finish_reason: reason }] })
  sendDelta({ role: 'assistant', content: '' })
  sendDelta({ content: text })
  if (ending !== 'whole') return breakOff(response, ending)
  if (tool !== null) sendDelta(calls)
  sendDelta({}, finish_reason)
  send(null, { ...chunk, choices: [], usage })
  response.end('data: [DONE]\n\n')
}
