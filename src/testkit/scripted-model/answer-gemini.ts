import { type AnswerInput, breakOff, openStream, sendJson, USAGE } from './scripted-answer.ts'

export function answerGemini({ response, request, answer, ending, newId }: AnswerInput): void {
  const { tool, text } = answer
  const call = { name: tool?.name, args: tool?.input, id: newId('fc') }
  const parts = [
    { text },
    ...(tool === null ? [] : [{ functionCall: call, thoughtSignature: 'c2ln' }]),
  ]
  const meta = {
    usageMetadata: {
      promptTokenCount: USAGE.input,
      cachedContentTokenCount: USAGE.cached,
      candidatesTokenCount: USAGE.output,
      totalTokenCount: USAGE.input + USAGE.output,
    },
    modelVersion: request.model,
    responseId: newId('resp'),
  }
  const candidate = (some: object[], end: object): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts: some }, ...end }],
    ...meta,
  })
  const stop = { finishReason: 'STOP' }
  if (!request.stream) return sendJson(response, 200, candidate(parts, stop))
  const send = openStream(response)
  if (ending !== 'whole') {
    send(null, candidate([{ text }], {}))
    return breakOff(response, ending)
  }
  for (const [index, part] of parts.entries())
    send(null, candidate([part], index === parts.length - 1 ? stop : {}))
  response.end()
}
