import { expect, it } from 'vitest'
import { addSection, replaceSection, sectionNames, withShared } from './template-parts.ts'

const TEMPLATE = `# Work

Intro.

## What to do

1. This.

{{#modeFix}}
## This run

It fixes.

{{/modeFix}}
## Format

\`\`\`\`markdown
## Not a section
\`\`\`\`

## Working rules

- One.
`

it('finds the sections of a template, and none in an example', () => {
  expect(sectionNames(TEMPLATE)).toEqual(['what-to-do', 'this-run', 'format', 'working-rules'])
})

it('replaces one section and leaves the condition around its neighbour whole', () => {
  const changed = replaceSection(TEMPLATE, 'what-to-do', 'Ours.\n')
  expect(changed).toBe(TEMPLATE.replace('1. This.\n', 'Ours.\n'))
})

it('replaces a section inside of a condition', () => {
  expect(replaceSection(TEMPLATE, 'this-run', 'Ours.')).toBe(TEMPLATE.replace('It fixes.', 'Ours.'))
})

it('replaces every section of that name, and says when there is none', () => {
  const twice = '{{#a}}\n## Do\n\nx\n{{/a}}\n{{^a}}\n## Do\n\ny\n{{/a}}\n'
  expect(replaceSection(twice, 'do', 'z')).toBe(
    '{{#a}}\n## Do\n\nz\n\n{{/a}}\n{{^a}}\n## Do\n\nz\n\n{{/a}}\n',
  )
  expect(replaceSection(TEMPLATE, 'boxes', 'z')).toBeNull()
})

it('adds before the working rules, or at the end', () => {
  expect(addSection(TEMPLATE, 'Here', 'Be kind.\n')).toBe(
    TEMPLATE.replace('## Working rules', '## Here\n\nBe kind.\n\n## Working rules'),
  )
  expect(addSection('Do it.\n', 'Here', 'Be kind.')).toBe('Do it.\n\n## Here\n\nBe kind.\n\n')
})

it('takes in what templates share, on lines of their own only', () => {
  expect(withShared('a\n{{> rules}}\nb {{> rules}}\n', (name) => `<${name}>\n`)).toBe(
    'a\n<rules>\nb {{> rules}}\n',
  )
})
