import { type AnswerInput, breakOff, openStream, sendJson, USAGE } from './scripted-answer.ts'

export function answerAnthropic({ response, request, answer, ending, newId }: AnswerInput): void {
  const { tool } = answer
  const content = [
    { type: 'text' as const, text: answer.text },
    ...(tool === null
      ? []
      : [{ type: 'tool_use' as const, id: newId('toolu'), name: tool.name, input: tool.input }]),
  ]
  const usage = {
    input_tokens: USAGE.input,
    cache_read_input_tokens: USAGE.cached,
    cache_creation_input_tokens: 0,
    output_tokens: USAGE.output,
  }
  const end = { stop_reason: tool === null ? 'end_turn' : 'tool_use', stop_sequence: null }
  const { model } = request
  const message = { id: newId('msg'), type: 'message', role: 'assistant', model }
  if (!request.stream) return sendJson(response, 200, { ...message, content, ...end, usage })
  const send = openStream(response)
  const sendTyped = (type: string, data: object = {}): void => send(type, { type, ...data })
  sendTyped('message_start', {
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
  })
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text'
    const content_block = isText ? { type: 'text', text: '' } : { ...block, input: {} }
    sendTyped('content_block_start', { index, content_block })
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    sendTyped('content_block_delta', { index, delta })
    if (ending !== 'whole') return breakOff(response, ending)
    sendTyped('content_block_stop', { index })
  }
  sendTyped('message_delta', { delta: end, usage: { output_tokens: USAGE.output } })
  sendTyped('message_stop')
  response.end()
}
