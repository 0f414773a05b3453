import { describe, expect, it } from 'vitest'
import { optionFor, verdictOn } from './acp-permission.ts'

describe('what a mode says about a tool', () => {
  it.each([
    ['plan', 'read', 'allow'],
    ['plan', 'edit', 'deny'],
    ['plan', 'execute', 'deny'],
    ['ask', 'search', 'allow'],
    ['ask', 'edit', 'ask'],
    ['ask', null, 'ask'],
    ['edit', 'edit', 'allow'],
    ['edit', 'delete', 'allow'],
    ['edit', 'execute', 'deny'],
    ['edit', 'fetch', 'deny'],
    ['edit', undefined, 'deny'],
    ['full', 'execute', 'allow'],
    ['full', 'other', 'allow'],
  ] as const)('%s, %s: %s', (mode, kind, verdict) => {
    expect(verdictOn(kind, mode)).toBe(verdict)
  })
})

describe('the option for an answer', () => {
  const option = (kind: 'allow_once' | 'allow_always' | 'reject_once') => ({
    kind,
    name: kind,
    optionId: `id of ${kind}`,
  })

  it('is the narrowest that fits', () => {
    const options = [option('allow_always'), option('allow_once'), option('reject_once')]
    expect(optionFor('allow', options)).toBe('id of allow_once')
    expect(optionFor('allow-always', options)).toBe('id of allow_always')
    expect(optionFor('deny', options)).toBe('id of reject_once')
  })

  it('is none where the agent offers none', () => {
    expect(optionFor('deny', [option('allow_once')])).toBeNull()
    expect(optionFor('allow', [option('reject_once')])).toBeNull()
  })
})
