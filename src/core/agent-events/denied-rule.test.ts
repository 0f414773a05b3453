import { expect, it } from 'vitest'
import { ruleFor, withoutWider } from './denied-rule.ts'

it.each([
  ['Bash', { command: 'npm test -- --run x' }, 'Bash(npm test:*)'],
  ['Bash', { command: 'ls -la' }, 'Bash(ls:*)'],
  ['Bash', { command: 'make' }, 'Bash(make)'],
  ['Bash', { command: 'cd a && rm -rf b' }, 'Bash(cd a && rm -rf b)'],
  ['Bash', { command: 'echo $(id)' }, 'Bash'],
  ['Bash', { command: 'a\nb' }, 'Bash'],
  ['Bash', {}, 'Bash'],
  ['WebFetch', { url: 'https://example.org/x' }, 'WebFetch(domain:example.org)'],
  ['Write', { file_path: '/etc/x' }, 'Write'],
])('A9 the narrowest rule for %s %j is %s', (tool, input, rule) => {
  expect(ruleFor(tool, input)).toBe(rule)
})

it('A9 names no whole tool beside a part of it', () => {
  expect(withoutWider(['Bash', 'Bash(npm test:*)', 'Edit', 'Edit'])).toEqual([
    'Bash(npm test:*)',
    'Edit',
  ])
})
