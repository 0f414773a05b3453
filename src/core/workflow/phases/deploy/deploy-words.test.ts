import { expect, it } from 'vitest'
import { specNamed } from '../../../../contracts/work-item.ts'
import { deployMessage } from './deploy-words.ts'

const messageOf = (description: string): string =>
  deployMessage({ state: { item: specNamed('login') }, knownFacts: { spec: { description } } })

it('the subject of a deploy is not cut within a character', () => {
  const first = `${'x'.repeat(56)}😀 and more words`
  const [subject, , body] = messageOf(first).split('\n')
  expect(subject).toBe(`login: ${'x'.repeat(56)}...`)
  expect(body).toBe(first)
})

it('a short description is the subject, and its further lines are the body', () => {
  expect(messageOf('Log in\nwith a password')).toBe('login: Log in\n\nwith a password')
})
