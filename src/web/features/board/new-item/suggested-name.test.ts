import { describe, expect, it } from 'vitest'
import { isItemName } from '../../../../contracts/work-item.ts'
import { suggestedName } from './suggested-name.ts'

const made = (text: string, taken: string[] = []): string =>
  suggestedName(text, {
    fallback: 'spec',
    today: '2026-11-16',
    isTaken: (name) => taken.includes(name),
  })

describe('a name made from the description', () => {
  it.each([
    ['Log in with a passkey. Also on phones.', 'log-in-with-a-passkey'],
    ['パスキーでログインできるようにする', 'passkey-login'],
    ['ポモドーロタイマーを作る', 'pomodoro-timer'],
    ['CSV ファイルをエクスポートする機能', 'csv-file-export'],
    ['ダークモード', 'dark-mode'],
    ['ログイン画面にパスワード再設定を追加する', 'login-screen-password-reset'],
    ['おはよう', 'ohayou'],
    ['家計簿をつけたい', 'household-budget'],
    ['在庫管理と請求書の印刷', 'inventory-management-invoice-print'],
    ['蕎麦屋の暖簾', 'spec-2026-11-16'],
    ['暖簾が掛からないのを直す', 'fix-2026-11-16'],
    ['もっと速くする', 'speed-up-2026-11-16'],
    ['暖簾を作る', 'add-2026-11-16'],
    ['🎉', 'spec-2026-11-16'],
    ['', ''],
  ])('%j becomes %j', (text, name) => {
    expect(made(text)).toBe(name)
    expect(isItemName(name)).toBe(name !== '')
  })

  it('is one that is free', () => {
    expect(made('Login', ['login', 'login-2'])).toBe('login-3')
    expect(made('蕎麦', ['spec-2026-11-16'])).toBe('spec-2026-11-16-2')
  })
})
