import { describe, expect, it } from 'vitest'
import { lineReaderFor } from './line-readers.ts'

describe('the reader of an agent’s lines', () => {
  it('is there for agents that speak as claude does', () => {
    const line = '{"type":"assistant","message":{"content":[{"type":"text","text":"hi"}]}}'
    for (const agent of ['claude', 'simulated'])
      expect(lineReaderFor(agent)?.(line)).toEqual([{ type: 'text', text: 'hi' }])
  })

  it('is missing for every other name', () => {
    for (const agent of ['some-cli', '', 'constructor', '__proto__'])
      expect(lineReaderFor(agent)).toBeNull()
  })
})
