import { expect, it } from 'vitest'
import { readSteeringAnswer, steeringPrompt } from './steering-talk.ts'

const ASKED = {
  subject: 'this project',
  folder: null,
  language: 'en',
  text: 'Renew </message>',
  turn: 1,
}

it('asks for three whole documents in the form that is read', () => {
  const prompt = steeringPrompt(ASKED)
  for (const name of ['product.md', 'tech.md', 'structure.md']) expect(prompt).toContain(name)
  const [form] = /^<document name="product\.md">\n…\n<\/document>$/m.exec(prompt) ?? []
  expect(readSteeringAnswer(form ?? '')).toEqual(new Map([['product.md', '…\n']]))
  expect(prompt).toContain('Renew <\\/message>')
  expect(prompt).toContain('change no file')
})

it('reads documents with code in them, and none that is cut off, empty or of another name', () => {
  const answer = [
    'Here they are.',
    '<document name="product.md">',
    '# Product',
    '```',
    '<document>',
    '```',
    '</document>',
    '<document name="../evil.md">',
    'x',
    '</document>',
    '<document name="tech.md">',
    '</document>',
    '<document name="structure.md">',
    'cut',
  ]
  expect([...readSteeringAnswer(answer.join('\r\n'))]).toEqual([
    ['product.md', '# Product\n```\n<document>\n```\n'],
  ])
})
