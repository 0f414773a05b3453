import { describe, expect, it } from 'vitest'
import { endOf, excerptOf } from './excerpt.ts'

describe('what the inbox shows of a document', () => {
  it('is the summary when there is one', () => {
    const text =
      '# Reply\r\n\r\nIntro\r\n\r\n## Summary\r\n\r\n| a | 1 |\r\n|---|---|\r\n| b | 2 |\r\n'
    expect(excerptOf('document-review-1-reply.md', text)).toEqual({
      lines: ['## Summary', '| a | 1 |', '| b | 2 |'],
      hasMore: false,
    })
    expect(excerptOf('inspection-1.md', '# 検査\n長い前置き\n## 総合判定\nNOGO').lines).toEqual([
      '## 総合判定',
      'NOGO',
    ])
  })

  it('is the beginning otherwise, and never more than twelve lines', () => {
    const text = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n')
    const { lines, hasMore } = excerptOf('requirements.md', text)
    expect(lines).toHaveLength(12)
    expect(lines[0]).toBe('line 0')
    expect(hasMore).toBe(true)
  })

  it('U5 is what is still open of the tasks, without their marks', () => {
    const text = '# Tasks\n\n- [x] 1. Done\n- [ ] 2. Open\n  - [ ] 2.1 Part\n  - [ ]* 2.2 Extra\n'
    expect(excerptOf('tasks.md', text).lines).toEqual(['☐ 2. Open', '  ☐ 2.1 Part'])
    expect(excerptOf('tasks.md', '# Tasks\n- [x] 1. Done').lines[0]).toBe('# Tasks')
  })

  it('is cut where one line would fill the screen', () => {
    expect(excerptOf('a.md', 'x'.repeat(10_000)).lines[0]?.length).toBeLessThan(400)
  })

  it('is the end of what an agent said', () => {
    const said = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n')
    const { lines, hasMore } = endOf(`${said}\n\n`)
    expect(lines.at(-1)).toBe('line 19')
    expect(lines).toHaveLength(12)
    expect(hasMore).toBe(true)
  })
})
