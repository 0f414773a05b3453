import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOnlyInputSection, requestIn } from './requirements-input.ts'

const CC_SDD = `# Requirements Document

## Project Description (Input)
A login with passkeys.

- fast
- safe

## Requirements
<!-- Will be generated in /kiro:spec-requirements phase -->
`

describe('requirements.md', () => {
  it.each([
    ['is empty', ''],
    ['holds white space', ' \n\t\r\n\u3000'],
    ['holds a BOM', '\uFEFF'],
    ['holds a comment', '<!-- later -->'],
    ['holds a title', '# Requirements Document\n'],
    ['is what cc-sdd starts with', CC_SDD],
    ['has CRLF and a BOM', '\uFEFF' + CC_SDD.replaceAll('\n', '\r\n')],
    ['has no empty section', CC_SDD.replace(/## Requirements[^]*/, '')],
    ['has no title', CC_SDD.replace(/^.*\n/, '')],
    ['has a comment of several lines', CC_SDD.replace('Will', 'Will\n\n## Requirement 1\n\n')],
    ['has headings below the input', CC_SDD.replace('- fast', '### Wishes\n\n- fast')],
    ['has code in the input', CC_SDD.replace('- fast', '```\n## Requirements\n1. a\n```')],
    [
      'has a bold heading',
      CC_SDD.replace('Project Description (Input)', '**Project description（Input）** ##'),
    ],
    ['is in Japanese', '# 要件定義書\n\n## プロジェクトの説明（入力）\n\n認証\n\n## 要件\n'],
  ])('X8 is not generated when it %s', (_, text) => {
    expect(isOnlyInputSection(text)).toBe(true)
  })

  it.each([
    ['has a requirement', CC_SDD + '\n### Requirement 1: Login\n'],
    ['has text below Requirements', CC_SDD + '\n1. The user logs in.\n'],
    ['has code below Requirements', CC_SDD + '\n```\nGiven a user\n```\n'],
    [
      'has another section',
      CC_SDD.replace('## Requirements', '## Introduction\n\n## Requirements'),
    ],
    ['has text below its title', CC_SDD.replace('Document\n', 'Document\n\nWritten by hand.\n')],
    ['has titles for requirements', '# Requirements\n\n# The user logs in\n'],
    ['is a list', '- The user logs in.'],
    ['is one line', 'The user logs in.'],
    ['has no input', '# Requirements\n\n## Requirements\n\n1. The user logs in.'],
    ['has a heading like it', '# A\n\n## Project Description\n\nb'],
    ['has a fence that is never closed', CC_SDD.replace('- fast', '```')],
    ['has a comment that is never closed', CC_SDD.replace('-->', '')],
  ])('X8 counts as generated when it %s', (_, text) => {
    expect(isOnlyInputSection(text)).toBe(false)
  })

  it('what was asked for is what stands in the section of the input, as it was written', () => {
    expect(requestIn(CC_SDD)).toBe('A login with passkeys.\n\n- fast\n- safe')
    expect(requestIn(CC_SDD.replaceAll('\n', '\r\n'))).toBe(requestIn(CC_SDD))
    const parts = CC_SDD.replace('- fast', '### Wishes\n\n<!-- not this -->\n```\n# fast\n```')
    expect(requestIn(parts)).toContain('### Wishes\n\n```\n# fast\n```')
    expect(requestIn('# Requirements Document\n')).toBe('')
  })

  it('X8 can always be told', () => {
    const piece = fc.constantFrom(
      '# ',
      '## ',
      'Project Description (Input)',
      'Requirements',
      '\n',
      'a',
      '```',
      '<!--',
      '-->',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (any) => void isOnlyInputSection(any)),
      { numRuns: 500 },
    )
  })
})
