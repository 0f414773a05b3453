import { type AnswerInput, breakOff, openStream, sendJson, USAGE } from './scripted-answer.ts'
import type { ToolCall } from './tool-calls.ts'

type Send = (type: string, data: object) => void
type NewId = AnswerInput['newId']
type MessageItem = { type: 'message'; id: string; content: { type: string; text: string }[] }
type CallItem = { type: 'function_call' | 'custom_tool_call'; id: string; text: string }

export function answerResponses({ response, request, answer, ending, newId }: AnswerInput): void {
  const message = messageItem(answer.text, newId)
  const call = answer.tool === null ? null : callItem(answer.tool, newId)
  const output = [message, ...(call === null ? [] : [call.item])]
  const base = {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model: request.model,
    error: null,
    incomplete_details: null,
    parallel_tool_calls: false,
    tools: [],
  }
  const whole = { ...base, status: 'completed', output, usage: usage() }
  if (!request.stream) return sendJson(response, 200, whole)
  const stream = openStream(response)
  let sequence_number = 0
  const send: Send = (type, data) => {
    stream(type, { type, sequence_number, ...data })
    sequence_number += 1
  }
  send('response.created', { response: { ...base, status: 'in_progress', output: [] } })
  sendMessage(send, message, ending === 'whole')
  if (ending !== 'whole') return breakOff(response, ending)
  if (call !== null) sendCall(send, call)
  send('response.completed', { response: whole })
  response.end()
}

const messageItem = (text: string, newId: NewId): MessageItem & Record<string, unknown> => ({
  type: 'message',
  id: newId('msg'),
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] } as { type: string; text: string }],
})

function callItem(tool: ToolCall, newId: NewId): { item: object; call: CallItem } {
  const { name, namespace, custom, input } = tool
  const common = { status: 'completed', call_id: newId('call'), name }
  if (custom === undefined) {
    const text = JSON.stringify(input)
    const call: CallItem = { type: 'function_call', id: newId('fc'), text }
    return { call, item: { type: call.type, id: call.id, ...common, arguments: text } }
  }
  const call: CallItem = { type: 'custom_tool_call', id: newId('ctc'), text: custom }
  const inNamespace = namespace === undefined ? {} : { namespace }
  return { call, item: { type: call.type, id: call.id, ...common, ...inNamespace, input: custom } }
}

function sendMessage(send: Send, item: MessageItem, isWhole: boolean): void {
  const place = { item_id: item.id, output_index: 0, content_index: 0 }
  const [part] = item.content
  const text = part?.text ?? ''
  const started = { ...item, status: 'in_progress', content: [] }
  send('response.output_item.added', { output_index: 0, item: started })
  send('response.content_part.added', { ...place, part: { ...part, text: '' } })
  send('response.output_text.delta', { ...place, delta: text })
  if (!isWhole) return
  send('response.output_text.done', { ...place, text })
  send('response.content_part.done', { ...place, part })
  send('response.output_item.done', { output_index: 0, item })
}

function sendCall(send: Send, { item, call }: { item: object; call: CallItem }): void {
  const isFunction = call.type === 'function_call'
  const key = isFunction ? 'arguments' : 'input'
  const event = isFunction ? 'response.function_call_arguments' : 'response.custom_tool_call_input'
  const place = { item_id: call.id, output_index: 1 }
  const started = { ...item, status: 'in_progress', [key]: '' }
  send('response.output_item.added', { output_index: 1, item: started })
  send(`${event}.delta`, { ...place, delta: call.text })
  send(`${event}.done`, { ...place, [key]: call.text })
  send('response.output_item.done', { output_index: 1, item })
}

const usage = (): object => ({
  input_tokens: USAGE.input,
  input_tokens_details: { cached_tokens: USAGE.cached },
  output_tokens: USAGE.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: USAGE.input + USAGE.output,
})
