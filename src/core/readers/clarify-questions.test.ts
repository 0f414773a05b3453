import { describe, expect, it } from 'vitest'
import { readClarify } from './clarify-questions.ts'

const ONE = `# Questions: login

## Q1: Who may delete an entry?

Why: the description does not say.

Options:
- Everyone
- Only the owner

Suggested: Only the owner
`

describe('the questions before the requirements', () => {
  it('are read with reason, options and suggestion', () => {
    expect(readClarify(ONE)).toEqual({
      ok: true,
      questions: [
        {
          key: 'Q1',
          title: 'Who may delete an entry?',
          text: 'the description does not say.',
          options: ['Everyone', 'Only the owner'],
          suggestion: 'Only the owner',
        },
      ],
    })
  })

  it.each([
    '### 1. 削除できるのは誰ですか\n\n推奨：本人のみ\n',
    '## 質問1：削除できるのは誰ですか\n**推奨回答:** 本人のみ\n',
    '## Q1: 削除できるのは誰ですか\nSuggested answer:\n本人のみ\n',
  ])('are read in other spellings: %s', (text) => {
    expect(readClarify(text)).toMatchObject({
      ok: true,
      questions: [{ title: '削除できるのは誰ですか', suggestion: '本人のみ' }],
    })
  })

  it('are at most three, each short and on one line', () => {
    const many = Array.from(
      { length: 9 },
      (_, index) => `## Q${index + 1}: ${'x'.repeat(2000)}\u001b[31m\nSuggested: y\n`,
    )
    const reading = readClarify(many.join('\n'))
    if (!reading.ok) throw new Error(reading.why)
    expect(reading.questions).toHaveLength(3)
    for (const { title } of reading.questions) {
      expect(title.length).toBeLessThanOrEqual(500)
      expect(title).not.toMatch(/\p{Cc}/u)
    }
  })

  it.each(['# Questions: login\n\nNo questions.\n', '質問はありません。', 'None'])(
    'may be none, if that is said: %s',
    (text) => expect(readClarify(text)).toEqual({ ok: true, questions: [] }),
  )

  it.each([
    ['', 'no-questions'],
    ['I would like to know more.', 'no-questions'],
    ['## Q1: Who?\n\nWhy: unclear\n', 'no-suggestion'],
    [`${ONE}\n## Q2: And now?\n`, 'no-suggestion'],
    ['```\n## Q1: Who?\nSuggested: me\n', 'unclosed-fence'],
    ['<!--\n## Q1: Who?\nSuggested: me\n', 'unclosed-comment'],
    ['```\n## Q1: Who?\nSuggested: me\n```\n', 'no-questions'],
  ])('are none where they cannot be read: %j', (text, why) => {
    expect(readClarify(text)).toMatchObject({ ok: false, why })
  })
})
