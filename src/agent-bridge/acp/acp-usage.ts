import type { Usage } from '../../contracts/launch/agent.ts'
import { numberOrNull, objectOrNull } from '../../core/agent-events/json-fields.ts'

/**
 * The tokens of a prompt, from wherever agents put them: the protocol has no field for them. Some
 * agents report only those of the last step.
 */
export function usageIn(result: unknown): Usage | null {
  const response = objectOrNull(result)
  const counted = objectOrNull(response?.['usage'])
  if (counted !== null) {
    const cached = numberOrNull(counted['cachedReadTokens']) ?? 0
    return usageOf(counted['inputTokens'], counted['outputTokens'], cached)
  }
  const quota = objectOrNull(objectOrNull(response?.['_meta'])?.['quota'])
  const tokens = objectOrNull(quota?.['token_count'])
  return usageOf(tokens?.['input_tokens'], tokens?.['output_tokens'], 0)
}

export const sumOf = (before: Usage | null, more: Usage | null): Usage | null => {
  if (before === null || more === null) return more ?? before
  return {
    inputTokens: before.inputTokens + more.inputTokens,
    outputTokens: before.outputTokens + more.outputTokens,
  }
}

const usageOf = (input: unknown, output: unknown, cached: number): Usage | null => {
  const inputTokens = numberOrNull(input)
  const outputTokens = numberOrNull(output)
  if (inputTokens === null || outputTokens === null) return null
  return { inputTokens: inputTokens + cached, outputTokens }
}
