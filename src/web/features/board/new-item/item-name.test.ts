import { newItemSchema } from '../../../../contracts/ids.ts'
import { describe, expect, it } from 'vitest'
import { problemOfName, slugOf } from './item-name.ts'

const free = (): boolean => false

describe('the name of a new item', () => {
  it('is judged as the host judges it', () => {
    const names = [
      'a',
      '0-a',
      'a-',
      '',
      '-a',
      'A',
      'a b',
      '../a',
      'ä',
      'a'.repeat(100),
      'a'.repeat(101),
    ]
    for (const name of names)
      expect([name, problemOfName(name, free) === null]).toEqual([
        name,
        newItemSchema.safeParse({ kind: 'spec', name }).success,
      ])
  })

  it('must not be taken', () => {
    expect(problemOfName('login', (name) => name === 'login')).toBe('taken')
  })

  it('is suggested from any text, as whole words', () => {
    expect(slugOf('User’s Login (v2)!')).toBe('users-login-v2')
    expect(slugOf('Café crème')).toBe('cafe-creme')
    expect(slugOf('ログイン')).toBe('')
    expect(slugOf('--x')).toBe('x')
    expect(slugOf('Every person can sign in with an e-mail and a code')).toBe(
      'every-person-can-sign-in-with-an-e-mail',
    )
    expect(problemOfName(slugOf('x'.repeat(300)), free)).toBeNull()
  })
})
