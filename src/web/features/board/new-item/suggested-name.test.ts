import { describe, expect, it } from 'vitest'
import { isItemName } from '../../../../contracts/work-item.ts'
import { suggestedName } from './suggested-name.ts'

const made = (text: string, taken: string[] = []): string =>
  suggestedName(text, { fallback: 'spec', isTaken: (name) => taken.includes(name) })

describe('a name made from the description', () => {
  it.each([
    ['Log in with a passkey. Also on phones.', 'log-in-with-a-passkey'],
    ['パスキーでログインできるようにする', 'passkey-login'],
    ['ポモドーロタイマーを作る', 'pomodoro-timer'],
    ['CSV ファイルをエクスポートする機能', 'csv-file-export'],
    ['ダークモード', 'dark-mode'],
    ['おはよう', 'ohayou'],
    ['家計簿', 'spec-1'],
    ['🎉', 'spec-1'],
    ['', ''],
  ])('%j becomes %j', (text, name) => {
    expect(made(text)).toBe(name)
    expect(isItemName(name)).toBe(name !== '')
  })

  it('is one that is free', () => {
    expect(made('Login', ['login', 'login-2'])).toBe('login-3')
    expect(made('家計簿', ['spec-1'])).toBe('spec-2')
  })
})
