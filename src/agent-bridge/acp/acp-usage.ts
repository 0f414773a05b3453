import type { Usage } from '../../contracts/launch/agent.ts'
import { type Json, numberOrNull, objectOrNull } from '../../core/agent-events/json-fields.ts'

/**
 * The tokens of a prompt, from wherever agents put them: the protocol's field for them is only a
 * draft. Some agents report only those of the last step.
 */
export function usageIn(result: unknown): Usage | null {
  const response = objectOrNull(result)
  const counted = objectOrNull(response?.['usage'])
  if (counted !== null) {
    const usage = usageOf(counted['inputTokens'], counted['outputTokens'])
    return usage === null ? null : withOtherKinds(usage, counted)
  }
  const quota = objectOrNull(objectOrNull(response?.['_meta'])?.['quota'])
  const tokens = objectOrNull(quota?.['token_count'])
  return usageOf(tokens?.['input_tokens'], tokens?.['output_tokens'])
}

export const sumOf = (before: Usage | null, more: Usage | null): Usage | null => {
  if (before === null || more === null) return more ?? before
  return {
    inputTokens: before.inputTokens + more.inputTokens,
    outputTokens: before.outputTokens + more.outputTokens,
  }
}

/** In the draft these kinds are beside input and output; some agents count them into those. */
const withOtherKinds = (usage: Usage, counted: Json): Usage => {
  const tokens = (kind: string): number => numberOrNull(counted[`${kind}Tokens`]) ?? 0
  const { inputTokens, outputTokens } = usage
  if (tokens('total') === inputTokens + outputTokens) return usage
  return {
    inputTokens: inputTokens + tokens('cachedRead') + tokens('cachedWrite'),
    outputTokens: outputTokens + tokens('thought'),
  }
}

const usageOf = (input: unknown, output: unknown): Usage | null => {
  const inputTokens = numberOrNull(input)
  const outputTokens = numberOrNull(output)
  if (inputTokens === null || outputTokens === null) return null
  return { inputTokens, outputTokens }
}
