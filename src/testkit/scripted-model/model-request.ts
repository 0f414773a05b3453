export type ModelApi = 'anthropic' | 'responses' | 'chat' | 'gemini'

type Json = Record<string, unknown>
/** What the client sends to the model, in order, without the model's own turns. */
export type Turn = { kind: 'said'; text: string } | { kind: 'tool-results'; count: number }

/** The parts of a client's request that a script needs. */
export interface ModelRequest {
  api: ModelApi
  model: string
  stream: boolean
  tools: string[]
  turns: Turn[]
  wantsJson: boolean
}

export function readModelRequest(api: ModelApi, body: Json): ModelRequest {
  const { tools, turns } = READERS[api](body)
  return {
    api,
    model: textOf(body['model']),
    stream: body['stream'] === true,
    tools,
    turns,
    wantsJson: objectOf(body['generationConfig'])['responseMimeType'] === 'application/json',
  }
}

type Reading = Pick<ModelRequest, 'tools' | 'turns'>

const READERS: Readonly<Record<ModelApi, (body: Json) => Reading>> = {
  anthropic: (body) => ({
    tools: objectsOf(body['tools']).map(nameOf),
    turns: objectsOf(body['messages'])
      .filter((message) => message['role'] === 'user')
      .map((message) => {
        const results = blocksOf(message['content'], 'tool_result').length
        return results > 0 ? resultsTurn(results) : saidTurn(message['content'])
      }),
  }),
  responses: (body) => {
    const input =
      typeof body['input'] === 'string'
        ? [{ role: 'user', content: body['input'] }]
        : objectsOf(body['input'])
    const added = input.filter((item) => item['type'] === 'additional_tools')
    const tools = [body, ...added].flatMap((owner) => objectsOf(owner['tools']))
    return { tools: tools.flatMap(toolNames), turns: input.flatMap(responsesTurn) }
  },
  chat: (body) => ({
    tools: objectsOf(body['tools']).map((tool) => nameOf(objectOf(tool['function']))),
    turns: objectsOf(body['messages']).flatMap((message): Turn[] => {
      if (message['role'] === 'tool') return [resultsTurn(1)]
      return message['role'] === 'user' ? [saidTurn(message['content'])] : []
    }),
  }),
  gemini: (body) => ({
    tools: objectsOf(body['tools']).flatMap((tool) =>
      objectsOf(tool['functionDeclarations']).map(nameOf),
    ),
    turns: objectsOf(body['contents'])
      .filter((content) => content['role'] !== 'model')
      .map((content) => {
        const parts = objectsOf(content['parts'])
        const results = parts.filter((part) => part['functionResponse'] !== undefined).length
        return results > 0 ? resultsTurn(results) : saidTurn(parts)
      }),
  }),
}

function responsesTurn(item: Json): Turn[] {
  if (textOf(item['type']).endsWith('_output')) return [resultsTurn(1)]
  return item['role'] === 'user' ? [saidTurn(item['content'])] : []
}

const resultsTurn = (count: number): Turn => ({ kind: 'tool-results', count })

const saidTurn = (content: unknown): Turn => ({
  kind: 'said',
  text:
    typeof content === 'string'
      ? content
      : objectsOf(content)
          .map((part) => textOf(part['text']))
          .join('\n'),
})

/** Some clients group their tools in a namespace. */
const toolNames = (tool: Json): string[] => {
  const name = nameOf(tool) || textOf(tool['type'])
  return [name, ...objectsOf(tool['tools']).map((inner) => `${name}.${nameOf(inner)}`)]
}

const blocksOf = (content: unknown, type: string): Json[] =>
  objectsOf(content).filter((block) => block['type'] === type)

const nameOf = (tool: Json): string => textOf(tool['name'])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
