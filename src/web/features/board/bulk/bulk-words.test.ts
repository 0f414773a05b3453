import { describe, expect, it } from 'vitest'
import { specNamed } from '../../../../contracts/work-item.ts'
import { en } from '../../../i18n/en.ts'
import { ja } from '../../../i18n/ja.ts'
import { wordsOfBulk } from './bulk-words.ts'

const refused = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    item: specNamed(`s${n}`),
    why: 'running' as const,
  }))

describe('what became of an act on many rows', () => {
  it('is told of every one: how many were done, and which were not and why', () => {
    const result = { kind: 'run' as const, done: 3, refused: refused(1) }
    expect(wordsOfBulk(en, result)).toBe('3 started, 1 refused: s0 (it is running)')
    expect(wordsOfBulk(ja, result)).toBe(
      '3 件を開始しました。1 件は実行できませんでした：s0（実行中です）',
    )
    expect(wordsOfBulk(en, { ...result, refused: [] })).toBe('3 started')
    const offline = [{ item: specNamed('x'), why: { code: 'OFFLINE' as const } }]
    expect(wordsOfBulk(en, { kind: 'stop', done: 0, refused: offline })).toMatch(/^1 refused: x \(/)
  })

  it('names the first and counts the rest of very many', () => {
    const words = wordsOfBulk(en, { kind: 'stop', done: 0, refused: refused(12) })
    expect(words).toMatch(/^12 refused: s0 .*s7 \(it is running\), and 4 more$/)
  })
})
