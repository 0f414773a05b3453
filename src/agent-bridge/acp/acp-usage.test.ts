import { describe, expect, it } from 'vitest'
import { usageIn } from './acp-usage.ts'

const parts = { thoughtTokens: 3, cachedReadTokens: 4, cachedWriteTokens: 1 }

describe('the tokens of a prompt', () => {
  it('are those of every kind, like the tokens of an exported session', () => {
    const usage = { totalTokens: 20, inputTokens: 10, outputTokens: 2, ...parts }
    expect(usageIn({ stopReason: 'end_turn', usage })).toEqual({ inputTokens: 15, outputTokens: 5 })
  })

  it('are each counted once by an agent whose input and output are already the total', () => {
    const usage = { totalTokens: 20, inputTokens: 15, outputTokens: 5, ...parts }
    expect(usageIn({ stopReason: 'end_turn', usage })).toEqual({ inputTokens: 15, outputTokens: 5 })
  })

  it('may come without the kinds and without a total', () => {
    const usage = { inputTokens: 10, outputTokens: 2, cachedWriteTokens: null }
    expect(usageIn({ usage })).toEqual({ inputTokens: 10, outputTokens: 2 })
  })
})
