import { describe, expect, it } from 'vitest'
import { endOf, excerptOf } from './excerpt.ts'

describe('what the inbox shows of a document', () => {
  it('is the summary when there is one, as it stands', () => {
    const text =
      '# Reply\r\n\r\nIntro\r\n\r\n## Summary\r\n\r\n| a | 1 |\r\n|---|---|\r\n| b | 2 |\r\n'
    expect(excerptOf('document-review-1-reply.md', text)).toEqual({
      text: '## Summary\n\n| a | 1 |\n|---|---|\n| b | 2 |',
      hasMore: false,
    })
    expect(excerptOf('inspection-1.md', '# 検査\n長い前置き\n## 総合判定\nNOGO').text).toBe(
      '## 総合判定\nNOGO',
    )
  })

  it('is the beginning otherwise, and never more than fits', () => {
    const text = Array.from({ length: 60 }, (_, i) => `line ${i}`).join('\n')
    const excerpt = excerptOf('requirements.md', text)
    expect(excerpt.text.split('\n')).toHaveLength(24)
    expect(excerpt.text).toMatch(/^line 0\n/)
    expect(excerpt.hasMore).toBe(true)
  })

  it('U5 is what is still open of the tasks; what may be left out holds up nothing', () => {
    const text = '# Tasks\n\n- [x] 1. Done\n- [ ] 2. Open\n  - [ ] 2.1 Part\n  - [ ]* 2.2 Extra\n'
    expect(excerptOf('tasks.md', text).text).toBe('- [ ] 2. Open\n  - [ ] 2.1 Part')
    expect(excerptOf('tasks.md', '# Tasks\n- [x] 1. Done').text).toMatch(/^# Tasks/)
  })

  it('is cut where one line would fill the screen', () => {
    expect(excerptOf('a.md', 'x'.repeat(10_000)).text.length).toBeLessThan(400)
  })

  it('closes the code in which it is cut', () => {
    const code = Array.from({ length: 40 }, (_, i) => `const a${i} = 1`).join('\n')
    const { text } = excerptOf('design.md', `# Design\n\n\`\`\`ts\n${code}\n\`\`\`\n`)
    expect(text).toMatch(/\n```$/)
    expect(excerptOf('design.md', '```\na\n```\nb').text).toBe('```\na\n```\nb')
  })

  it('is the end of what an agent said', () => {
    const said = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n')
    const { text, hasMore } = endOf(`${said}\n\n`)
    expect(text.split('\n').at(-1)).toBe('line 19')
    expect(text.split('\n')).toHaveLength(12)
    expect(hasMore).toBe(true)
  })
})
