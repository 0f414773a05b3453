import { describe, expect, it } from 'vitest'
import { matching, type PaletteGroup } from './palette-search.ts'

const command = (label: string, hint?: string) => ({
  key: label,
  label,
  ...(hint === undefined ? {} : { hint }),
  icon: null,
  run: () => {},
})
const groups: PaletteGroup[] = [
  { title: 'Go to', commands: [command('Board'), command('Inbox')] },
  {
    title: 'Specs',
    commands: [command('my-login'), command('login', 'Sign in'), command('export')],
  },
]
const found = (query: string): string[] =>
  matching(groups, query).flatMap(({ commands }) => commands.map(({ label }) => label))

describe('the command palette', () => {
  it('finds by every word, in name or hint, and drops empty groups', () => {
    expect(found('LOGIN sign')).toEqual(['login'])
    expect(matching(groups, 'login').map(({ title }) => title)).toEqual(['Specs'])
    expect(found('nothing')).toEqual([])
    expect(found('')).toHaveLength(5)
  })

  it('puts what begins with the query first', () => {
    expect(found('login')).toEqual(['login', 'my-login'])
  })

  it('never lists a thousand specs', () => {
    const many = Array.from({ length: 1000 }, (_, i) => command(`spec-${i}`))
    expect(matching([{ title: 'Specs', commands: many }], '')[0]?.commands.length).toBe(30)
    expect(matching([{ title: 'Specs', commands: many }], 'spec-999')[0]?.commands).toHaveLength(1)
  })
})
