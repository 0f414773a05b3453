import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { problemInWords } from '../src/core/agent-events/problem.ts'

it('U5 the agent that fails in the screenshots fails for good: a run would wait out an overloaded one', () => {
  const source = readFileSync('scripts/screenshots/demo-agent.mjs', 'utf8')
  const words = /const result = '([^']+)'/.exec(source)?.[1] ?? ''
  expect(words).toMatch(/^API Error/)
  expect(problemInWords(words)).toBeNull()
  expect(problemInWords('API Error: 529 overloaded_error, gave up')).not.toBeNull()
})
