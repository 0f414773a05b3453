import { expect, it } from 'vitest'
import { readSteeringText } from './steering-front-matter.ts'

const whenOf = (head: string) => readSteeringText(`---\n${head}\n---\nBody\n`).when

it('a document without front matter, or with one that says nothing of it, is for everyone', () => {
  expect(readSteeringText('Body')).toEqual({ when: { inclusion: 'always' }, body: 'Body' })
  expect(readSteeringText('---\nBody, under a line')).toMatchObject({
    body: '---\nBody, under a line',
  })
  for (const head of [
    'title: x',
    'inclusion: always',
    'inclusion: sometimes',
    'inclusion: fileMatch',
  ])
    expect(whenOf(head)).toEqual({ inclusion: 'always' })
})

it('the front matter is not part of the text', () => {
  expect(readSteeringText('---\r\ninclusion: manual\r\n---\r\nBody\r\n')).toEqual({
    when: { inclusion: 'manual' },
    body: 'Body\r\n',
  })
})

it('a pattern may be one word, a list in brackets or a list of lines', () => {
  const of = (...patterns: string[]) => ({ inclusion: 'fileMatch', patterns })
  expect(whenOf('inclusion: fileMatch\nfileMatchPattern: "src/**/*.ts"')).toEqual(of('src/**/*.ts'))
  expect(whenOf("inclusion: fileMatch\nfileMatchPattern: ['a/*.{ts,tsx}', 'b/*']")).toEqual(
    of('a/*.{ts,tsx}', 'b/*'),
  )
  expect(whenOf('inclusion: fileMatch\nfileMatchPattern:\n  - a/*\n  - "b`/*"')).toEqual(
    of('a/*', 'b/*'),
  )
})

it('auto carries its name and description', () => {
  expect(whenOf('inclusion: auto\nname: api\ndescription: How endpoints look')).toEqual({
    inclusion: 'auto',
    about: 'api: How endpoints look',
  })
})
